/**
 * The event catalogue: every type of entry that the event log can have, with the schema of its data. It is the single
 * definition of events, their fields and their meanings (decision K139). Names never change their meaning, because logs
 * are stored permanently; fields that only some versions write are optional.
 */
import type { z } from 'zod';
import { AUTOMATION_EVENT_SCHEMAS } from './automation-events.ts';
import { CASH_EVENT_SCHEMAS } from './cash-events.ts';
import { CORPORATE_ACTION_EVENT_SCHEMAS } from './corporate-action-events.ts';
import type { DeepReadonly } from './exact-data.ts';
import { EXCHANGE_EVENT_SCHEMAS } from './exchange-events.ts';
import { MARKET_EVENT_SCHEMAS } from './market-events.ts';
import { ORDER_EVENT_SCHEMAS } from './order-events.ts';
import { PORTFOLIO_EVENT_SCHEMAS } from './portfolio-events.ts';
import { REBALANCE_EVENT_SCHEMAS } from './rebalance-events.ts';
import { SERVER_EVENT_SCHEMAS } from './server-events.ts';

export const EVENT_SCHEMAS = {
  ...ORDER_EVENT_SCHEMAS,
  ...REBALANCE_EVENT_SCHEMAS,
  ...PORTFOLIO_EVENT_SCHEMAS,
  ...CASH_EVENT_SCHEMAS,
  ...CORPORATE_ACTION_EVENT_SCHEMAS,
  ...AUTOMATION_EVENT_SCHEMAS,
  ...MARKET_EVENT_SCHEMAS,
  ...EXCHANGE_EVENT_SCHEMAS,
  ...SERVER_EVENT_SCHEMAS,
};

export type EventType = keyof typeof EVENT_SCHEMAS;

/** In the order of their names. */
export const EVENT_TYPES = (Object.keys(EVENT_SCHEMAS) as EventType[]).sort();

/** The data of each type. */
type EventDataByType = { readonly [T in EventType]: DeepReadonly<z.infer<(typeof EVENT_SCHEMAS)[T]>> };
export type EventOf<T extends EventType> = EventDataByType[T];

/** A log entry of one type. */
export interface EntryOf<T extends EventType> {
  readonly seq: number;
  readonly atMs: number;
  readonly type: T;
  readonly data: EventOf<T>;
  readonly hash: string;
}
/** A log entry whose data matches its schema. */
export type KnownEvent = { [T in EventType]: EntryOf<T> }[EventType];

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_SCHEMAS, type);
}

/** Returns the meaning of a type of event, in one sentence. */
export function eventMeaning(type: EventType): string {
  return EVENT_SCHEMAS[type].description ?? '';
}
