/** Classifies events: by the lanes of a timeline, and by whether they report a failure. */

import type { EventType } from '../../domain/events/event-catalogue.ts';
import type { TIMELINE_KINDS } from '../../domain/events/event-choices.ts';

type EventKind = (typeof TIMELINE_KINDS)[number];

/** Prefixes of types: the feature that writes them. */
type Feature = EventType extends `${infer Name}.${string}` ? Name : never;

const KINDS: Readonly<Record<Feature, EventKind>> = {
  order: 'status',
  rebalance: 'status',
  trade: 'status',
  fault: 'fault',
  exchange: 'fault',
  market: 'market',
  corporate_action: 'market',
  cash_flow: 'cash',
  dividend: 'cash',
  account: 'other',
  bulk: 'other',
  constraints: 'other',
  gains: 'other',
  key: 'other',
  policy: 'other',
  portfolio: 'other',
  tier: 'other',
  webhook: 'other',
  world: 'other',
};
const KIND_OF_FEATURE: ReadonlyMap<string, EventKind> = new Map(Object.entries(KINDS));

/** Orders, rebalances and trades with an unwanted end; a cancellation may have been wanted. */
const FAILURES: ReadonlySet<string> = new Set<EventType>([
  'order.rejected',
  'order.expired',
  'rebalance.failed',
  'trade.settlement_failed',
]);

/** An entry of an unknown type gets the last kind; readers of its data report the type. */
export function kindOfEvent(type: string): EventKind {
  return type === 'order.filled' ? 'fill' : (KIND_OF_FEATURE.get(type.slice(0, type.indexOf('.'))) ?? 'other');
}

export function isFailure(type: string): boolean {
  return FAILURES.has(type);
}
