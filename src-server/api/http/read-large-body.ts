/** Reads bodies of at most 16 MiB, for the few operations that take files: CSV as text, or JSON. */
import express, { type RequestHandler } from 'express';
import { beginCommand } from './begin-command.ts';
import { boundedBody } from './bounded-body.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';

const LIMIT_BYTES = 16 * 1_048_576;
const LIMIT = { limit: LIMIT_BYTES, type: () => true };

/** To stand before a handler that takes `text/csv`. */
export const readCsv = reader('text/csv', express.text(LIMIT));

/** To stand before a handler that takes a large body of JSON. */
export const readLargeJson = reader(
  'application/json',
  express.json({
    ...LIMIT,
    strict: false,
    verify(request, _response, bytes) {
      contextOf(request).rawBody = bytes.toString('utf8');
    },
  }),
);

function reader(mediaType: string, parser: RequestHandler): RequestHandler {
  const parse = boundedBody(parser, LIMIT_BYTES);
  const wanted = new RegExp(`^${mediaType}(?:\\s*;.*)?$`, 'i');
  return (request, response, next) => {
    if (!wanted.test(request.headers['content-type'] ?? '')) {
      next(new Problem('invalid_request', `The request body must be ${mediaType}.`));
      return;
    }
    parse(
      request,
      response,
      beginCommand(request, (error?: unknown) => next(tooLarge(error) ?? error)),
    );
  };
}

/** The usual sentence for a body that is too large names the limit of other bodies. */
function tooLarge(error: unknown): Problem | null {
  const isTooLarge =
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
  return isTooLarge ? new Problem('invalid_request', 'The request body is larger than 16 MiB.') : null;
}
