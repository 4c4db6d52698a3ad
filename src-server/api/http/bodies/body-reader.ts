/** Reads a body of one media type with a limit on its size, before the handler of its operation. */
import type { NextFunction } from 'express';
import express, { type Request, type RequestHandler } from 'express';
import { Problem } from '../problem.ts';
import { contextOf } from '../request-context.ts';
import { charsetFault, jsonOfBody, textOfBody } from './body-text.ts';
import { boundedBody } from './bounded-body.ts';

const MEBIBYTE = 1_048_576;

/** Returns the `request.body` of a handler; throws a `Problem` for bytes that cannot be parsed. */
type ReadBody = (request: Request, bytes: Buffer) => unknown;

export const readAsBytes: ReadBody = (_request, bytes) => bytes;

export const readAsText: ReadBody = (_request, bytes) => textOfBody(bytes);

/** An empty body is an empty object: many clients send none if they have no values. */
export const readAsJson: ReadBody = (request, bytes) => {
  contextOf(request).rawBody = bytes.toString('utf8');
  const text = textOfBody(bytes);
  return text === '' ? {} : jsonOfBody(text);
};

/**
 * 400 for another media type, for more than `limitBytes`, and for bodies that `read` refuses. `what`: the name of the
 * body in errors.
 */
export function bodyReader(
  mediaType: string,
  limitBytes: number,
  read: ReadBody,
  what = 'request body',
): RequestHandler {
  const parse = boundedBody(express.raw({ limit: limitBytes, type: () => true }), limitBytes);
  const wanted = new RegExp(`^${mediaType}(?:\\s*;.*)?$`, 'i');
  return (request, response, next) => {
    if (!wanted.test(request.headers['content-type'] ?? '')) {
      next(new Problem('invalid_request', `The request body must be ${mediaType}.`));
      return;
    }
    const fault = read === readAsBytes ? null : charsetFault(request);
    if (fault !== null) {
      next(fault);
      return;
    }
    const begin = beginCommand(request, next);
    parse(request, response, (error?: unknown) => {
      if (error !== undefined) {
        begin(tooLarge(error, what, limitBytes) ?? error);
        return;
      }
      try {
        if (Buffer.isBuffer(request.body)) request.body = read(request, request.body);
      } catch (failure) {
        begin(failure);
        return;
      }
      begin();
    });
  };
}

function tooLarge(error: unknown, what: string, limitBytes: number): Problem | null {
  const isTooLarge =
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
  return isTooLarge ? new Problem('invalid_request', `The ${what} is larger than ${limitBytes / MEBIBYTE} MiB.`) : null;
}

/** Returns the `next` of a layer that has read the body: begins the command, if there is one, and continues. */
function beginCommand(request: Request, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    // A body that could not be read does not belong to a command.
    if (error !== undefined) {
      next(error);
      return;
    }
    const { command, rawBody } = contextOf(request);
    try {
      command?.begin(rawBody ?? (typeof request.body === 'string' ? request.body : null));
    } catch (failure) {
      // The reader of a body calls back from a place where nothing catches errors.
      next(failure);
      return;
    }
    next();
  };
}
