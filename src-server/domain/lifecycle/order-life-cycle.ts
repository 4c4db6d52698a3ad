/**
 * The statuses of an order and the transitions between them (decision G5). The caller that records a fill states
 * whether it was the last one; quantities are not considered here.
 */

export const ORDER_STATUSES = [
  'new',
  'sent',
  'partially_filled',
  'filled',
  'rejected',
  'expired',
  'cancelled',
] as const;
export const ORDER_EVENTS = [
  'send',
  'partial_fill',
  'final_fill',
  'reject',
  'expire',
  'cancel',
  'amend_to_filled',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderEvent = (typeof ORDER_EVENTS)[number];

type OrderTransition =
  | { readonly ok: true; readonly next: OrderStatus }
  | { readonly ok: false; readonly code: 'invalid_transition'; readonly message: string };

/** Returns the next status of an order, or a refusal whose message names status and event. */
export function transitionOrder(status: OrderStatus, event: OrderEvent): OrderTransition {
  const next = TRANSITIONS[status][event];
  if (next !== undefined) return { ok: true, next };
  return {
    ok: false,
    code: 'invalid_transition',
    message: `The event ${event} cannot happen to an order that is ${status}.`,
  };
}

/** True if no event can change the status any more. */
export function isFinalOrder(status: OrderStatus): boolean {
  return Object.keys(TRANSITIONS[status]).length === 0;
}

/**
 * Absent transitions are refused. `amend_to_filled` drops the unfilled rest because cash ran short, so the order is
 * filled at the reduced quantity; without any fill there is no such quantity, hence only from `partially_filled`.
 * A rejection responds to the sending of an order, so it cannot follow a fill: the rest then expires or is cancelled.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderEvent, OrderStatus>>>>> = {
  new: { send: 'sent', reject: 'rejected', expire: 'expired', cancel: 'cancelled' },
  sent: {
    partial_fill: 'partially_filled',
    final_fill: 'filled',
    reject: 'rejected',
    expire: 'expired',
    cancel: 'cancelled',
  },
  partially_filled: {
    partial_fill: 'partially_filled',
    final_fill: 'filled',
    expire: 'expired',
    cancel: 'cancelled',
    amend_to_filled: 'filled',
  },
  filled: {},
  rejected: {},
  expired: {},
  cancelled: {},
};
