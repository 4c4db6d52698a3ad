/**
 * Every type of entry that the event log can have, with the schema of its data: the one place that says which events and
 * fields there are, and what they mean (decision K139). One name, one meaning, for ever, because logs are kept: what only
 * some versions write is optional.
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

/** An entry of the log of one type. */
export interface EntryOf<T extends EventType> {
  readonly seq: number;
  readonly atMs: number;
  readonly type: T;
  readonly data: EventOf<T>;
  readonly hash: string;
}
/** An entry whose data is as its schema says. */
export type KnownEvent = { [T in EventType]: EntryOf<T> }[EventType];

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_SCHEMAS, type);
}

/** What a type of event says, in a sentence. */
export function eventMeaning(type: EventType): string {
  return EVENT_SCHEMAS[type].description ?? '';
}
