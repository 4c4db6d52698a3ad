/** Reads and validates JSON bodies: application/json, UTF-8, at most 1 MiB, no unknown fields (decision A4). */
import type { Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { pointerTo } from '../../../contract/fields/issue-places.ts';
import { isTooDeep, TOO_DEEP } from '../../../contract/fields/nesting.ts';
import type { ErrorDetail } from '../../../contract/service/errors.ts';
import { problemOfDetails, problemOfIssues } from '../problem.ts';
import { bodyReader, readAsJson } from './body-reader.ts';

const BODY_LIMIT_BYTES = 1_048_576;

/** Layer before a handler with a body. */
export const readJson = bodyReader('application/json', BODY_LIMIT_BYTES, readAsJson);

/** Layer before a handler whose body only contains unusual values, so that it may be missing. */
export const readJsonIfSent: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding !== undefined || (length !== undefined && length !== '0')) {
    readJson(request, response, next);
    return;
  }
  request.body = {};
  next();
};

/**
 * Returns the body as `schema` parses it, or a 400 with one detail for every issue. `alsoFind` searches a body that
 * failed for issues that a command would refuse, so that the client learns of all at once.
 */
export function parseBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  alsoFind: (body: unknown) => readonly ErrorDetail[] = () => [],
): z.output<S> {
  const body: unknown = request.body;
  if (isTooDeep(body)) throw problemOfDetails([{ path: '', issue: TOO_DEEP }], 'request body');
  const parsed = schema.safeParse(body, { reportInput: true });
  const hidden = hiddenFaults(body);
  if (!parsed.success) throw problemOfIssues(parsed.error, 'request body', [...hidden, ...alsoFind(body)]);
  if (hidden.length > 0) throw problemOfDetails(hidden, 'request body');
  return parsed.data;
}

/**
 * Finds issues that no schema detects. Members called `__proto__`: schemas of maps drop them silently, although
 * decision A4 refuses them. Halves of surrogate pairs, which JSON can escape: UTF-8 cannot encode them, so they cannot
 * be stored unchanged. Does not recurse, because a body can be nested deeper than the stack.
 */
function hiddenFaults(body: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  const left: { readonly value: unknown; readonly place: Place | null }[] = [{ value: body, place: null }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !value.isWellFormed())
      found.push({ path: pointerTo(stepsOf(place)), issue: `has ${HALF_CHARACTER}` });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const inside = { key, within: place };
      if (key === '__proto__') found.push({ path: pointerTo(stepsOf(inside)), issue: 'is not a known field' });
      if (!key.isWellFormed())
        found.push({ path: pointerTo(stepsOf(place)), issue: `has a field whose name has ${HALF_CHARACTER}` });
      if (typeof member === 'object' || typeof member === 'string') left.push({ value: member, place: inside });
    }
  }
  return found;
}

const HALF_CHARACTER = 'half of a surrogate pair, which is not a character';

/** A member, by its name and its parent: a path that is only built on demand. */
interface Place {
  readonly key: string;
  readonly within: Place | null;
}

function stepsOf(place: Place | null): string[] {
  const steps: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.within) steps.unshift(at.key);
  return steps;
}
