/** The rules that a trial may show to be broken (decision Q3), the most severe first. */

import type { VerdictKind } from '../contract/control/explorer/explorations.ts';

interface ClientRule {
  readonly verdict: VerdictKind;
  /** The behaviour that the interface requires of a client. */
  readonly wanted: string;
  /** Sentences that say how to fix it; `remedyOf` adds what the operation needs. */
  readonly remedy: string;
}

export const RULES = {
  duplicate_execution: {
    verdict: 'wrong',
    wanted: 'A rebalance is traded once, even if its response is lost several times.',
    remedy:
      'Retry with the idempotency key of the first request, and check what became of it before you start a new one.',
  },
  another_end: {
    verdict: 'wrong',
    wanted: 'A client reports success only if its request was carried out.',
    remedy: 'Poll the status of the rebalance until it is final, and report anything but complete as a failure.',
  },
  took_forged_webhook: {
    verdict: 'wrong',
    wanted: 'A client accepts a webhook only with a valid signature and a recent timestamp.',
    remedy:
      'Check the signature and timestamp of each webhook before you read its body, and respond 401 if they are not valid.',
  },
  failed_check: {
    verdict: 'wrong',
    wanted: 'A 2xx response to a webhook confirms that its event is stored and counted once.',
    remedy: 'Store the event with its id before you respond, and skip ids that are already stored.',
  },
  broken_invariant: {
    verdict: 'wrong',
    wanted: 'The invariants of the project hold under faults, too.',
    remedy: 'Find the invariant that does not hold, and what led to it.',
  },
  early_retry: {
    verdict: 'misbehaving',
    wanted: 'After a 429, a client waits for the seconds in Retry-After.',
    remedy: 'Read Retry-After, and wait that long before you retry.',
  },
  storm: {
    verdict: 'misbehaving',
    wanted: 'A client gives the service time to recover.',
    remedy: 'Wait longer after each attempt (exponential backoff), and stop after a few.',
  },
  forbidden_request: {
    verdict: 'misbehaving',
    wanted: 'A client sends only requests that the interface allows.',
    remedy: 'Build a retry exactly like the first request.',
  },
  never_ends: {
    verdict: 'misbehaving',
    wanted: 'A client exits within a limited time, whatever the service does.',
    remedy: 'Give each request a timeout and each wait a deadline, and treat failed and cancelled as final.',
  },
  crashed: {
    verdict: 'weak',
    wanted: 'A client survives transient faults.',
    remedy: 'Handle this fault like any other network failure: recover, or report that you gave up.',
  },
  new_key_on_retry: {
    verdict: 'weak',
    wanted: 'A retry has the idempotency key of the first request, and gets the response of that request.',
    remedy: 'Create the key once, before the first attempt, and send every retry with the same idempotency key.',
  },
  reused_key: {
    verdict: 'weak',
    wanted: 'An idempotency key belongs to one request, and a retry with it gets the response of that request.',
    remedy: 'Create a key for each new request, and reuse it only with the same portfolio and the same body.',
  },
  gave_up: {
    verdict: 'weak',
    wanted: 'A client retries after a transient fault.',
    remedy: 'Retry: this fault is transient.',
  },
} as const satisfies Readonly<Record<string, ClientRule>>;
type RuleName = keyof typeof RULES;

export interface RuleBreach {
  readonly rule: RuleName;
  /** A sentence that describes what happened. */
  readonly text: string;
  /** The intent, operation or type of event that it is about. Findings of one rule and subject have one cause. */
  readonly subject: string;
  /** Index of the request that shows it; `null`: none does. */
  readonly request: number | null;
}
