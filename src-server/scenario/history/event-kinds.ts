/** Classifies events: by the lanes of a timeline, and by whether they report a failure. */

export const EVENT_KINDS = ['fill', 'status', 'fault', 'market', 'cash', 'other'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const KIND_BY_PREFIX: Readonly<Record<string, EventKind>> = {
  order: 'status',
  rebalance: 'status',
  trade: 'status',
  fault: 'fault',
  exchange: 'fault',
  market: 'market',
  corporate_action: 'market',
  cash_flow: 'cash',
  dividend: 'cash',
};

/** Orders, rebalances and trades with an unwanted end; a cancellation may have been wanted. */
const FAILURES: ReadonlySet<string> = new Set([
  'order.rejected',
  'order.expired',
  'rebalance.failed',
  'trade.settlement_failed',
]);

export function kindOfEvent(type: string): EventKind {
  return type === 'order.filled' ? 'fill' : (KIND_BY_PREFIX[type.slice(0, type.indexOf('.'))] ?? 'other');
}

export function isFailure(type: string): boolean {
  return FAILURES.has(type);
}
