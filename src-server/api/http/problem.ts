/**
 * Maps refusals, invalid bodies and bugs to HTTP errors; no other file does (specification section 7, decisions A4, B,
 * C).
 */
import type { z } from 'zod';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorDetail } from '../../contract/service/errors.ts';
import { BrokenEvent } from '../../domain/events/read-event.ts';
import { firstIssueText } from '../../engine/outcome.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';

/** An error response; thrown by handlers, caught only by `sendProblem`. */
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

/**
 * The world ended before it had processed anything of the request: the next world handles it (decision L47.2). If none
 * follows, this is the response.
 */
export class WorldOverProblem extends Problem {
  constructor() {
    super('internal_error', 'The server is shutting down. The request was not processed.');
  }
}

/** Converts any thrown value; one that is not a problem is a bug or an injected fault, and its text is not revealed. */
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

/** True for values that were thrown unintentionally. */
export function isBug(error: unknown): boolean {
  return !(error instanceof Problem) && requestFault(error) === null && storageFailureOf(error) === null;
}

const NOTHING_WRITTEN =
  'Nothing of this request was written. Retry once the disk can be written to; until then, GET /sim/clock gives the reason under "held".';

/**
 * Returns one detail for every issue, a separate one for each unknown field (decision A4), and `more` at places without
 * an issue.
 */
export function problemOfIssues(error: z.ZodError, what: string, more: readonly ErrorDetail[] = []): Problem {
  const found = error.issues
    .flatMap((issue) => issuePlaces(issue))
    .map(({ path, issue }) => ({ path: pointerTo(path), issue }));
  const places = new Set(found.map(({ path }) => path));
  return problemOfDetails([...found, ...more.filter(({ path }) => !places.has(path))], what);
}

/** Returns a 400 for the issues in `what`; its message contains the first one and their number. */
export function problemOfDetails(details: readonly ErrorDetail[], what: string): Problem {
  return new Problem('invalid_request', `The ${what} is invalid: ${firstIssueText(details)}.`, details);
}

/** Returns the message for a path or body that Express cannot read. */
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
      // A broken gzip stream, for example, has no type; the body parser marks the sender's mistakes with 400.
      return 'status' in error && error.status === 400 ? 'The request body cannot be read.' : null;
  }
}
