/** Reads the bodies of the few operations that take files: CSV as text, JSON, zip archives as bytes. */
import express, { type RequestHandler } from 'express';
import { beginCommand } from './begin-command.ts';
import { boundedBody } from './bounded-body.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';

const MEBIBYTE = 1_048_576;
const TEXT_MIB = 16;
const ARCHIVE_MIB = 256;
const LIMIT = { limit: TEXT_MIB * MEBIBYTE, type: () => true };

/** To stand before a handler that takes `text/csv`. */
export const readCsv = reader('text/csv', TEXT_MIB, express.text(LIMIT));

/** To stand before a handler that takes a large body of JSON. */
export const readLargeJson = reader(
  'application/json',
  TEXT_MIB,
  express.json({
    ...LIMIT,
    strict: false,
    verify(request, _response, bytes) {
      contextOf(request).rawBody = bytes.toString('utf8');
    },
  }),
);

/** To stand before a handler that takes a zip archive. */
export const readZip = reader(
  'application/zip',
  ARCHIVE_MIB,
  express.raw({ limit: ARCHIVE_MIB * MEBIBYTE, type: () => true }),
);

function reader(mediaType: string, mostMib: number, parser: RequestHandler): RequestHandler {
  const parse = boundedBody(parser, mostMib * MEBIBYTE);
  const wanted = new RegExp(`^${mediaType}(?:\\s*;.*)?$`, 'i');
  return (request, response, next) => {
    if (!wanted.test(request.headers['content-type'] ?? '')) {
      next(new Problem('invalid_request', `The request body must be ${mediaType}.`));
      return;
    }
    parse(
      request,
      response,
      beginCommand(request, (error?: unknown) => next(tooLarge(error, mostMib) ?? error)),
    );
  };
}

/** The usual sentence for a body that is too large names the limit of other bodies. */
function tooLarge(error: unknown, mostMib: number): Problem | null {
  const isTooLarge =
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
  return isTooLarge ? new Problem('invalid_request', `The request body is larger than ${mostMib} MiB.`) : null;
}
