/**
 * The statuses of a rebalance and the transitions between them (specification section 3, decisions C2, C3, G6). The
 * caller that sees the fills decides which event occurred; orders and storage are not considered here.
 */

export const REBALANCE_STATUSES = [
  'plan_ready',
  'executing',
  'partially_filled',
  'complete',
  'failed',
  'cancelled',
] as const;
export const REBALANCE_EVENTS = [
  'execute',
  'cancel',
  'fill_with_open_orders',
  'all_filled',
  'final_with_unfilled',
] as const;

export type RebalanceStatus = (typeof REBALANCE_STATUSES)[number];
export type RebalanceEvent = (typeof REBALANCE_EVENTS)[number];

type RebalanceTransition =
  | { readonly ok: true; readonly next: RebalanceStatus }
  | { readonly ok: false; readonly code: 'already_executing' | 'invalid_request'; readonly message: string };

/**
 * Returns the next status, or why the event is refused: `already_executing` while orders are out (409, decision C2),
 * `invalid_request` otherwise (400). The message names the status and, once fills may exist, that rollback is handled
 * through support.
 */
export function transitionRebalance(status: RebalanceStatus, event: RebalanceEvent): RebalanceTransition {
  const next = TRANSITIONS[status][event];
  if (next !== undefined) return { ok: true, next };
  const code = isActiveRebalance(status) && isCommand(event) ? 'already_executing' : 'invalid_request';
  return { ok: false, code, message: refusal(status, event) };
}

/** True if no event can change the status any more. */
export function isFinalRebalance(status: RebalanceStatus): boolean {
  return Object.keys(TRANSITIONS[status]).length === 0;
}

/**
 * True while orders are out: a second rebalance of the same portfolio is then refused with 409 (specification section
 * 7).
 */
export function isActiveRebalance(status: RebalanceStatus): boolean {
  return status === 'executing' || status === 'partially_filled';
}

const WORKING = {
  fill_with_open_orders: 'partially_filled',
  all_filled: 'complete',
  final_with_unfilled: 'failed',
} as const;

/** Absent transitions are refused. A plan without orders is executed and then `all_filled` at once (decision G6). */
const TRANSITIONS: Readonly<Record<RebalanceStatus, Readonly<Partial<Record<RebalanceEvent, RebalanceStatus>>>>> = {
  plan_ready: { execute: 'executing', cancel: 'cancelled' },
  executing: WORKING,
  partially_filled: WORKING,
  complete: {},
  failed: {},
  cancelled: {},
};

const VERBS: Readonly<Record<'execute' | 'cancel', string>> = { execute: 'executed', cancel: 'cancelled' };

function isCommand(event: RebalanceEvent): event is 'execute' | 'cancel' {
  return event === 'execute' || event === 'cancel';
}

function refusal(status: RebalanceStatus, event: RebalanceEvent): string {
  if (!isCommand(event)) return `The event ${event} cannot happen to a rebalance that is ${status}.`;
  const refused = `A rebalance that is ${status} cannot be ${VERBS[event]}.`;
  const mayHaveFills = status === 'partially_filled' || status === 'complete' || status === 'failed';
  return mayHaveFills ? `${refused} Rollback of executed orders is handled through support.` : refused;
}
