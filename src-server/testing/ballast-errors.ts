/**
 * The errors of `ballast/testing`. Every message is complete in a test report: what was expected, what was received,
 * what almost matched, what led to it, and how to reproduce it.
 */
import type { UnmetFault } from '../contract/control/http-faults/unmet-faults.ts';
import type { Verification } from '../contract/control/world/journal.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';

/** The base class: `error instanceof BallastError`, or compare `name` where realms differ. */
export class BallastError extends Error {
  override name = 'BallastError';

  /** `parts` are readable but not enumerable, so reports that list an error's fields do not repeat the message. */
  constructor(message: string, parts: object = {}, options?: ErrorOptions) {
    super(message, options);
    for (const [field, value] of Object.entries(parts)) Object.defineProperty(this, field, { value });
  }
}

/** The server could not be started, or not be reached. `faults` has one line for each reason. */
export class BallastStartError extends BallastError {
  override name = 'BallastStartError';
  declare readonly faults: readonly string[];

  constructor(faults: readonly string[], what: 'started' | 'reached' = 'started') {
    super([`Ballast could not be ${what}:`, ...faults.map((fault) => `  - ${fault}`)].join('\n'), { faults });
  }
}

/** A helper was called with wrong arguments, and has sent nothing. `faults` has one line for each of them. */
export class BallastArgumentError extends BallastError {
  override name = 'BallastArgumentError';
  declare readonly faults: readonly string[];

  constructor(helper: string, faults: readonly string[]) {
    super([`${helper} was called with wrong arguments:`, ...faults.map((fault) => `  - ${fault}`)].join('\n'), {
      faults,
    });
  }
}

/** The client cannot be explored: it cannot be run, or is not sound without faults. `faults` has a line for each reason. */
export class BallastExplorationError extends BallastError {
  override name = 'BallastExplorationError';
  declare readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The client cannot be explored:', ...faults.map((fault) => `  - ${fault}`)].join('\n'), { faults });
  }
}

/** The server was stopped, or is no longer reachable. */
export class BallastStoppedError extends BallastError {
  override name = 'BallastStoppedError';
}

/** A request of a helper was refused. `code` and `details` are those of the response (decision C). */
export class BallastRequestError extends BallastError {
  override name = 'BallastRequestError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly details: readonly { readonly path: string; readonly issue: string }[];

  constructor(request: string, status: number, body: unknown) {
    const { code, message, details } = problemOf(body);
    // The message already contains a single detail.
    const listed = details.filter(({ issue }) => details.length > 1 || !message.includes(issue));
    const lines = listed.map(({ path, issue }) => `  - ${path === '' ? '' : `${path}: `}${issue}`);
    const outcome = code === '' ? `${status}, and not as Ballast does` : `${status} ${code}`;
    const head = message === '' ? `${request} answered ${outcome}` : `${request} answered ${outcome}: ${message}`;
    super([head, ...lines].join('\n'), { status, code, details });
  }
}

/**
 * A wait ended without its goal, which did not happen within its virtual time, or cannot happen any more. `trace`: what
 * happened.
 */
export class BallastWaitError extends BallastError {
  override name = 'BallastWaitError';
  declare readonly expected: string;
  declare readonly got: string;
  declare readonly trace: Trace | null;
}

/**
 * The client did not send what it was expected to send. `verification` is the response of `POST /sim/journal/verify`.
 */
export class BallastVerificationError extends BallastError {
  override name = 'BallastVerificationError';
  declare readonly verification: Verification;
}

/** Faults or stubs were never hit. `unmet`: each of them, with what came closest. */
export class BallastUnmetError extends BallastError {
  override name = 'BallastUnmetError';
  declare readonly unmet: readonly UnmetFault[];

  constructor(unmet: readonly UnmetFault[]) {
    const count = unmet.length === 1 ? 'One fault or stub was' : `${unmet.length} faults and stubs were`;
    super([`${count} set without effect:`, ...unmet.map(({ explanation }) => `  - ${explanation}`)].join('\n'), {
      unmet,
    });
  }
}

/** A scenario did not pass. `outcome` has its steps, faults and trace. */
export class BallastScenarioError extends BallastError {
  override name = 'BallastScenarioError';
  declare readonly outcome: PlayOutcome;
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly issue: string }[];
}

function problemOf(body: unknown): Problem {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null) return { code: '', message: shownBody(body), details: [] };
  return { code: '', message: '', details: [], ...error };
}

/** A page of another server may be long. */
const LONGEST_SHOWN = 200;

function shownBody(body: unknown): string {
  const text = typeof body === 'string' ? body.trim() : JSON.stringify(body);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
