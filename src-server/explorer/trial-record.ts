/**
 * What a run of a client under test left behind (decision Q3): its end, its requests, the webhooks that it was sent, and
 * what became of its intents in the world. Plain data; whoever ran the client wrote it down.
 */
import type { OperationName } from '../contract/service/operation-names.ts';
import type { RebalanceStatus } from '../domain/lifecycle/rebalance-life-cycle.ts';

export type ClientEnd =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string }
  /** It was ended from outside when its time was up. */
  | { readonly how: 'timed_out' };

/** A request of the client to the service, with its answer. */
export interface TrialRequest {
  readonly operation: OperationName | null;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** Where it differs from the request that its key was accepted with, as people read it; `null`: it does not. */
  readonly keyMisuse: string | null;
  /** Host ms: when it came, and when its answer was over. */
  readonly receivedMs: number;
  readonly answeredMs: number;
  /** `null`: nothing was answered. */
  readonly status: number | null;
  /** Of an error of the service. */
  readonly code: string | null;
  /** JSON pointers of what an error names. */
  readonly faultyPlaces: readonly string[];
  /** Header `Retry-After`, s. */
  readonly retryAfterS: number | null;
  /** The fault that hit it. */
  readonly fault: RequestFault | null;
}

interface RequestFault {
  readonly faultId: string;
  readonly kind: string;
  /** Whether the service did what it was asked all the same. */
  readonly isProcessed: boolean;
}

/** One attempt to deliver an event to the client. */
export interface TrialAttempt {
  readonly eventId: string;
  readonly type: string;
  readonly sentMs: number;
  /** `null`: nothing was answered. */
  readonly status: number | null;
  /** Kind of the fault that it was sent with. */
  readonly injected: string | null;
}

/**
 * What a client wants for one portfolio: weights, by its own name of the portfolio. Keys are no part of it, because good
 * clients draw them anew in each run.
 */
export interface Intent {
  /** As people read it: `pension (A) to DE0007164600 0.6, IE00B4L5Y983 0.4`. The same in every run. */
  readonly name: string;
  /** How often it was carried out: rebalances that traded and did not fail. */
  readonly carriedOut: number;
  /** How the last of its rebalances stands when the world has come to rest; `null`: it was never asked for. */
  readonly status: RebalanceStatus | null;
  /** The largest distance of a weight from its target, 0 to 1, and what the client allowed of it. */
  readonly drift: number;
  readonly band: number;
}

/** A fault of the schedule of a trial. */
export interface TrialFault {
  readonly faultId: string;
  readonly kind: string;
  /** As people read it. */
  readonly text: string;
  /** Whether it passes by itself, so that a client of a network service has to survive it (decision Q3). */
  readonly isTransient: boolean;
  readonly hits: number;
}

export interface TrialRecord {
  readonly end: ClientEnd;
  /** In the order they came. */
  readonly requests: readonly TrialRequest[];
  /** In the order they were sent. */
  readonly attempts: readonly TrialAttempt[];
  readonly intents: readonly Intent[];
  readonly faults: readonly TrialFault[];
  /** MICs of the exchanges that its orders went to. */
  readonly exchanges: readonly string[];
  /** Whether it has registered a receiver of webhooks itself. */
  readonly hasOwnReceiver: boolean;
  /** Of `always:`, `eventually:` and `invariants:`, those that do not hold: the title, and why not. */
  readonly brokenInvariants: readonly { readonly title: string; readonly failure: string }[];
  /** Whether the command of `check:` ended with 0; `null`: there is none. */
  readonly isCheckSound: boolean | null;
}

/** Exit codes by which a client says what it believes (decision Q1). */
export const ALL_IS_WELL = 0;
export const GAVE_UP = 75;

/** `startRebalance 202 > getRebalanceA`, `rebalance.complete 200`, `ends with 0`. */
export function behaviourOf({ requests, attempts, end }: TrialRecord): string[] {
  const steps = requests.map((request, index) => {
    const next = requests[index + 1];
    return `${answered(request)} > ${next === undefined ? 'nothing' : nameOf(next)}`;
  });
  const webhooks = attempts.map(
    ({ type, status, injected }) => `${type}${injected === null ? '' : ` ${injected}`} ${status ?? 'unanswered'}`,
  );
  const last = end.how === 'exited' ? `ends with ${end.code}` : end.how;
  return [...new Set([...steps, ...webhooks, last])].sort();
}

function answered(request: TrialRequest): string {
  const { fault, status, code } = request;
  const answer = fault === null ? (code ?? status ?? 'nothing') : fault.kind;
  return `${nameOf(request)} ${answer}`;
}

function nameOf({ operation, method, path }: TrialRequest): string {
  return operation ?? `${method} ${path.split('?')[0]}`;
}
