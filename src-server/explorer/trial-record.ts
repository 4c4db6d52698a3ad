/**
 * The record of one run of a client under test (decision Q3): its end, its requests, the webhooks sent to it, and the
 * outcome of its intents in the world. Plain data, written by the runner.
 */
import type { OperationName } from '../contract/service/operation-names.ts';
import type { RebalanceStatus } from '../domain/lifecycle/rebalance-life-cycle.ts';

export type ClientEnd =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string }
  /** The client was stopped when its time was up. */
  | { readonly how: 'timed_out' };

/** A request of the client to the service, with its response. */
export interface TrialRequest {
  readonly operation: OperationName | null;
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** A digest of its body without the idempotency key: equal for a repetition, whatever its key. */
  readonly content: string;
  /** How it differs from the request with which its key was accepted, as text for people; `null`: it does not. */
  readonly keyMisuse: string | null;
  /** Host ms when the request arrived, and when its response ended. */
  readonly receivedMs: number;
  readonly respondedMs: number;
  /** `null`: no response. */
  readonly status: number | null;
  /** Error code of the service. */
  readonly code: string | null;
  /** JSON pointers to the fields that the error names. */
  readonly faultyPlaces: readonly string[];
  /** Header `Retry-After`, s. */
  readonly retryAfterS: number | null;
  /** The fault that hit it. */
  readonly fault: RequestFault | null;
}

interface RequestFault {
  readonly faultId: string;
  readonly kind: string;
  /** Whether the service executed the request in spite of the fault. */
  readonly isProcessed: boolean;
}

/** One attempt to deliver an event to the client. */
export interface TrialAttempt {
  readonly eventId: string;
  readonly type: string;
  readonly sentMs: number;
  /** `null`: no response. */
  readonly status: number | null;
  /** Kind of the fault that was injected into the attempt. */
  readonly injected: string | null;
}

/**
 * The target weights that a client wants for one portfolio, by the client's name of the portfolio. Without keys,
 * because good clients draw new ones in each run.
 */
export interface Intent {
  /** As text for people: `pension (A) to DE0007164600 0.6, IE00B4L5Y983 0.4`. The same in every run. */
  readonly name: string;
  /** How often it was carried out: rebalances that traded and did not fail. */
  readonly carriedOut: number;
  /** Status of its last rebalance once the world is at rest; `null`: no rebalance was requested. */
  readonly status: RebalanceStatus | null;
  /** The largest distance of a weight from its target, 0 to 1, and the client's tolerance for it. */
  readonly drift: number;
  readonly band: number;
}

/** A fault of the schedule of a trial. */
export interface TrialFault {
  readonly faultId: string;
  readonly kind: string;
  /** As text for people. */
  readonly text: string;
  /** Whether it is transient, so that a client of a network service has to survive it (decision Q3). */
  readonly isTransient: boolean;
  readonly hits: number;
}

export interface TrialRecord {
  readonly end: ClientEnd;
  /** In order of arrival. */
  readonly requests: readonly TrialRequest[];
  /** In the order they were sent. */
  readonly attempts: readonly TrialAttempt[];
  readonly intents: readonly Intent[];
  readonly faults: readonly TrialFault[];
  /** MICs of the exchanges that its orders went to. */
  readonly exchanges: readonly string[];
  /** Whether the client has registered a webhook receiver itself. */
  readonly hasOwnReceiver: boolean;
  /** The `always:`, `eventually:` and `invariants:` that do not hold, with title and reason. */
  readonly brokenInvariants: readonly { readonly title: string; readonly failure: string }[];
  /** Whether the command of `check:` exited with 0; `null`: there is none. */
  readonly isCheckSound: boolean | null;
}

/** Exit codes by which a client reports what it believes (decision Q1). */
export const ALL_IS_WELL = 0;
export const GAVE_UP = 75;

/** `startRebalance 202 > getRebalanceA`, `rebalance.complete 200`, `ends with 0`. */
export function behaviourOf({ requests, attempts, end }: TrialRecord): string[] {
  const steps = requests.map((request, index) => {
    const next = requests[index + 1];
    return `${formatReceived(request)} > ${next === undefined ? 'nothing' : nameOf(next)}`;
  });
  const webhooks = attempts.map(
    ({ type, status, injected }) => `${type}${injected === null ? '' : ` ${injected}`} ${status ?? 'unanswered'}`,
  );
  const last = end.how === 'exited' ? `ends with ${end.code}` : end.how;
  return [...new Set([...steps, ...webhooks, last])].sort();
}

function formatReceived(request: TrialRequest): string {
  const { fault, status, code } = request;
  const received = fault === null ? (code ?? status ?? 'nothing') : fault.kind;
  return `${nameOf(request)} ${received}`;
}

function nameOf({ operation, method, path }: TrialRequest): string {
  return operation ?? `${method} ${path.split('?')[0]}`;
}
