/**
 * The one file that maps refusals, bad bodies and bugs to HTTP errors (specification section 7, decisions A4, B, C).
 */
import type { z } from 'zod';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorDetail } from '../../contract/service/errors.ts';
import { BrokenEvent } from '../../domain/events/read-event.ts';
import { firstIssueText } from '../../engine/outcome.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';

/** Something to be answered as an error; thrown by handlers, caught by `sendProblem` alone. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];

  constructor(code: ErrorCode, message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  body(requestId: string): ErrorBody {
    const { code, message, details } = this;
    return { error: { code, message, request_id: requestId, details: [...details] } };
  }
}

/** Any thrown thing as a problem; what is not one is a bug or an injected fault and says nothing of itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = requestFault(error);
  if (fault !== null) return new Problem('invalid_request', fault);
  const failure = storageFailureOf(error);
  if (failure !== null) return new Problem('internal_error', `${failure.message} ${NOTHING_WRITTEN}`);
  if (error instanceof BrokenEvent)
    return new Problem(
      'internal_error',
      `The event log cannot be read: ${error.message}. npx ballast doctor examines it.`,
    );
  return new Problem('internal_error', 'An internal error occurred in Ballast. Its log has the details.');
}

/** True for thrown things that nobody meant to throw. */
export function isBug(error: unknown): boolean {
  return !(error instanceof Problem) && requestFault(error) === null && storageFailureOf(error) === null;
}

const NOTHING_WRITTEN =
  'Nothing of this request was written. Retry once the disk can be written to; until then, GET /sim/clock gives the reason under "held".';

/** One detail for every issue, an unknown field each on its own (decision A4), and `more` at places without one. */
export function problemOfIssues(error: z.ZodError, what: string, more: readonly ErrorDetail[] = []): Problem {
  const found = error.issues
    .flatMap((issue) => issuePlaces(issue))
    .map(({ path, issue }) => ({ path: pointerTo(path), issue }));
  const places = new Set(found.map(({ path }) => path));
  return problemOfDetails([...found, ...more.filter(({ path }) => !places.has(path))], what);
}

/** A 400 for faults that were found in `what`; its message tells the first and how many there are. */
export function problemOfDetails(details: readonly ErrorDetail[], what: string): Problem {
  return new Problem('invalid_request', `The ${what} is invalid: ${firstIssueText(details)}.`, details);
}

/** What Express throws for a path or body it cannot read, in our words. */
function requestFault(error: unknown): string | null {
  if (error instanceof URIError) return 'The path is not validly percent-encoded.';
  if (typeof error !== 'object' || error === null) return null;
  switch ('type' in error ? error.type : undefined) {
    case 'entity.too.large':
      return 'The request body is larger than 1 MiB.';
    case 'charset.unsupported':
      return 'The request body must be UTF-8.';
    case 'encoding.unsupported':
      return 'The content encoding of the request body is not supported.';
    case 'request.aborted':
    case 'request.size.invalid':
      return 'The request body is incomplete.';
    default:
      // A broken gzip stream, for one, has no type; the body parser marks what the sender did wrong with 400.
      return 'status' in error && error.status === 400 ? 'The request body cannot be read.' : null;
  }
}
