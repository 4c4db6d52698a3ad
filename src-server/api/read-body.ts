/** Reads and validates JSON bodies: application/json, UTF-8, at most 1 MiB, no unknown fields (decision A4). */
import express, { type Request, type RequestHandler } from 'express';
import type { z } from 'zod';
import type { ErrorDetail } from '../contract/errors.ts';
import { contextOf } from './exchange.ts';
import { Problem, problemOfIssues } from './problem.ts';

const BODY_LIMIT_BYTES = 1_048_576;

const parseJson = express.json({
  limit: BODY_LIMIT_BYTES,
  type: () => true,
  strict: false,
  verify(request, _response, bytes) {
    contextOf(request).rawBody = bytes.toString('utf8');
  },
});

/** To stand before a handler that takes a body. */
export const readJson: RequestHandler = (request, response, next) => {
  const type = request.headers['content-type'];
  if (type === undefined || !JSON_TYPE.test(type)) {
    next(new Problem('invalid_request', 'The request body must be application/json.'));
    return;
  }
  parseJson(request, response, next);
};

/**
 * The body as `schema` reads it, or a 400 with one detail for every fault. `alsoFind` looks at a body that failed for
 * what a command would refuse, so that nobody has to send it twice to learn of everything.
 */
export function parseBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  alsoFind: (body: unknown) => readonly ErrorDetail[] = () => [],
): z.output<S> {
  const body: unknown = request.body;
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw problemOfIssues(parsed.error, 'request body', alsoFind(body));
  return parsed.data;
}

/** Any input as `schema` reads it, or a 400; `what` names it in the message. */
export function parseWith<S extends z.ZodType>(schema: S, input: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw problemOfIssues(parsed.error, what);
  return parsed.data;
}

const JSON_TYPE = /^application\/json(?:\s*;.*)?$/i;
