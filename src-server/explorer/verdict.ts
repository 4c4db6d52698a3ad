/** What a trial shows of a client (decision Q3), in the order of how bad it is. */

import type { VerdictKind } from '../contract/control/explorer/explorations.ts';

export interface Rule {
  readonly verdict: VerdictKind;
  /** What the interface wants of a client. */
  readonly wanted: string;
  /** What to do about it, in a sentence. */
  readonly remedy: string;
}

export const RULES = {
  duplicate_execution: {
    verdict: 'wrong',
    wanted: 'What was asked for once is traded once, however often the answer is lost.',
    remedy: 'Send a retry with the idempotency key of the first request, and ask what became of it before asking anew.',
  },
  another_end: {
    verdict: 'wrong',
    wanted: 'A client says that all is well only where what it wanted has happened.',
    remedy: 'Read the status of the rebalance until it is final, and report anything but complete as a failure.',
  },
  took_forged_webhook: {
    verdict: 'wrong',
    wanted: 'A webhook counts only with a sound signature over a recent timestamp.',
    remedy:
      'Check signature and timestamp of each webhook before you read its body, and answer 401 where they are unsound.',
  },
  failed_check: {
    verdict: 'wrong',
    wanted: 'An answer of 2xx to a webhook says that its event is stored for good, and counts once.',
    remedy: 'Store the event with its id first, answer afterwards, and skip an id that is stored already.',
  },
  broken_invariant: {
    verdict: 'wrong',
    wanted: 'What the project demands of every run holds under faults too.',
    remedy: 'See which of the invariants does not hold, and what came before.',
  },
  early_retry: {
    verdict: 'misbehaving',
    wanted: 'After 429 a client waits for as many seconds as Retry-After says.',
    remedy: 'Read Retry-After, and wait for that long before the same request.',
  },
  storm: {
    verdict: 'misbehaving',
    wanted: 'A client leaves the service time to recover.',
    remedy: 'Wait between attempts, longer each time, and stop after a few.',
  },
  forbidden_request: {
    verdict: 'misbehaving',
    wanted: 'A client sends only what the interface allows.',
    remedy: 'Build the request of a retry as that of the first attempt.',
  },
  never_ends: {
    verdict: 'misbehaving',
    wanted: 'A client ends in bounded time, whatever the service does.',
    remedy: 'Give each request a timeout and each wait a deadline, and treat failed and cancelled as final.',
  },
  crashed: {
    verdict: 'weak',
    wanted: 'A client survives what passes by itself.',
    remedy: 'Handle this answer like any other failure of the network: try again, or say that you gave up.',
  },
  reused_key: {
    verdict: 'weak',
    wanted: 'An idempotency key stands for one request, so that whoever repeats it gets the answer of that one.',
    remedy: 'Draw a key for each request that is meant, and repeat it only with the same portfolio and the same body.',
  },
  gave_up: {
    verdict: 'weak',
    wanted: 'A client tries again after what passes by itself.',
    remedy: 'Repeat the request after a pause; with an idempotency key that is safe.',
  },
} as const satisfies Readonly<Record<string, Rule>>;
export type RuleName = keyof typeof RULES;

export interface Finding {
  readonly rule: RuleName;
  /** What happened, as a sentence. */
  readonly text: string;
  /** The intent, operation or type of event that it is about. Findings of one rule and subject have one cause. */
  readonly subject: string;
  /** Index of the request that shows it; `null`: none does. */
  readonly request: number | null;
}
