/**
 * What a test is told when something is not as it should be. Every message stands for itself in a test report: what was
 * expected, what came, what almost came, what led to it, and how to see it again.
 */
import type { Verification } from '../contract/control/world/journal.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';

/** The family: `error instanceof BallastError`, or by `name` where realms differ. */
export class BallastError extends Error {
  override name = 'BallastError';

  /** `parts` can be read, but reports that list an error's fields do not show them: the message says it all. */
  constructor(message: string, parts: object = {}, options?: ErrorOptions) {
    super(message, options);
    for (const [field, value] of Object.entries(parts)) Object.defineProperty(this, field, { value });
  }
}

/** The server could not be started, or found. `faults` has one line each. */
export class BallastStartError extends BallastError {
  override name = 'BallastStartError';
  declare readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['Ballast could not be started:', ...faults.map((fault) => `  - ${fault}`)].join('\n'), { faults });
  }
}

/** The server was stopped, or is not reached any more. */
export class BallastStoppedError extends BallastError {
  override name = 'BallastStoppedError';
}

/** A request of a helper was refused. `code` and `details` are those of the answer (decision C). */
export class BallastRequestError extends BallastError {
  override name = 'BallastRequestError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly details: readonly { readonly path: string; readonly issue: string }[];

  constructor(asked: string, status: number, body: unknown) {
    const { code, message, details } = problemOf(body);
    const lines = details.map(({ path, issue }) => `  - ${path}: ${issue}`);
    super([`${asked} answered ${status} ${code}: ${message}`, ...lines].join('\n'), { status, code, details });
  }
}

/** Something that was waited for did not come within its virtual time, or came to another end. `trace`: what happened. */
export class BallastWaitError extends BallastError {
  override name = 'BallastWaitError';
  declare readonly expected: string;
  declare readonly got: string;
  declare readonly trace: Trace | null;
}

/** The client did not send what it was expected to send. `verification` is the answer of `POST /sim/journal/verify`. */
export class BallastVerificationError extends BallastError {
  override name = 'BallastVerificationError';
  declare readonly verification: Verification;
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
  if (typeof error !== 'object' || error === null) return { code: '', message: String(body), details: [] };
  return { code: '', message: '', details: [], ...error };
}
