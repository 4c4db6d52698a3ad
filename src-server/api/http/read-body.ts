/** Reads and validates JSON bodies: application/json, UTF-8, at most 1 MiB, no unknown fields (decision A4). */
import express, { type Request, type RequestHandler } from 'express';
import type { z } from 'zod';
import { pointerTo } from '../../contract/fields/issue-places.ts';
import { isTooDeep, TOO_DEEP } from '../../contract/fields/nesting.ts';
import type { ErrorDetail } from '../../contract/service/errors.ts';
import { beginCommand } from './begin-command.ts';
import { boundedBody } from './bounded-body.ts';
import { Problem, problemOfDetails, problemOfIssues } from './problem.ts';
import { contextOf } from './request-context.ts';

const BODY_LIMIT_BYTES = 1_048_576;

const parseJson = boundedBody(
  express.json({
    limit: BODY_LIMIT_BYTES,
    type: () => true,
    strict: false,
    verify(request, _response, bytes) {
      contextOf(request).rawBody = bytes.toString('utf8');
    },
  }),
  BODY_LIMIT_BYTES,
);

/** To stand before a handler that takes a body. */
export const readJson: RequestHandler = (request, response, next) => {
  const type = request.headers['content-type'];
  if (type === undefined || !JSON_TYPE.test(type)) {
    next(new Problem('invalid_request', 'The request body must be application/json.'));
    return;
  }
  parseJson(request, response, beginCommand(request, next));
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
  if (isTooDeep(body)) throw problemOfDetails([{ path: '', issue: TOO_DEEP }], 'request body');
  const parsed = schema.safeParse(body, { reportInput: true });
  const hidden = hiddenFields(body);
  if (!parsed.success) throw problemOfIssues(parsed.error, 'request body', [...hidden, ...alsoFind(body)]);
  if (hidden.length > 0) throw problemOfDetails(hidden, 'request body');
  return parsed.data;
}

/**
 * Members called `__proto__`, wherever they are: no schema has such a field, and schemas of maps drop it in silence,
 * where decision A4 wants it refused. Looks without recursion, because a body can be nested deeper than the stack.
 */
function hiddenFields(body: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  const left: { readonly value: unknown; readonly place: Place | null }[] = [{ value: body, place: null }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, place } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const inside = { key, within: place };
      if (key === '__proto__') found.push({ path: pointerTo(stepsOf(inside)), issue: 'is not a known field' });
      if (typeof member === 'object' && member !== null) left.push({ value: member, place: inside });
    }
  }
  return found;
}

/** A member by its name and what it is in: a path that costs nothing until somebody wants it. */
interface Place {
  readonly key: string;
  readonly within: Place | null;
}

function stepsOf(place: Place): string[] {
  const steps: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.within) steps.unshift(at.key);
  return steps;
}

const JSON_TYPE = /^application\/json(?:\s*;.*)?$/i;
