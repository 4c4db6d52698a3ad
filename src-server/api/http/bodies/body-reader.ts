/** Reads a body of one media type with a bound on its size, before the handler of the operation that takes it. */
import type { NextFunction } from 'express';
import express, { type Request, type RequestHandler } from 'express';
import { Problem } from '../problem.ts';
import { contextOf } from '../request-context.ts';
import { charsetFault, jsonOfBody, textOfBody } from './body-text.ts';
import { boundedBody } from './bounded-body.ts';

const MEBIBYTE = 1_048_576;

/** What a handler gets as `request.body`; throws a `Problem` for bytes that are nothing like it. */
type ReadBody = (request: Request, bytes: Buffer) => unknown;

export const readAsBytes: ReadBody = (_request, bytes) => bytes;

export const readAsText: ReadBody = (_request, bytes) => textOfBody(bytes);

/** A body of no bytes is an empty object: many clients send none where they have nothing to say. */
export const readAsJson: ReadBody = (request, bytes) => {
  contextOf(request).rawBody = bytes.toString('utf8');
  const text = textOfBody(bytes);
  return text === '' ? {} : jsonOfBody(text);
};

/** 400 for another media type, for more than `limitBytes`, and for what `read` refuses. `what`: as errors name the body. */
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

/** `next`, for a layer that has read the body; without a command it only goes on. */
function beginCommand(request: Request, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    // A body that could not be read is nobody's command.
    if (error !== undefined) {
      next(error);
      return;
    }
    const { command, rawBody } = contextOf(request);
    try {
      command?.begin(rawBody ?? (typeof request.body === 'string' ? request.body : null));
    } catch (failure) {
      // Whoever read the body calls back from where nobody catches.
      next(failure);
      return;
    }
    next();
  };
}
