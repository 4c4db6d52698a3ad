/**
 * The hash chain of the event log: h_n = sha256(h_{n-1} ‖ canonicalJson(event_n)). Two worlds are equal exactly if
 * their heads are, and a changed, lost or reordered event is detected at its position.
 */
import { hash } from 'node:crypto';
import { canonicalJson, type Json } from './canonical-json.ts';

export type EventData = { readonly [key: string]: Json | undefined };

/** One event of the log: `seq` counts from 1, `atMs` is virtual time, `hash` is the head of the chain after it. */
export interface LoggedEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly type: string;
  readonly data: EventData;
  readonly hash: string;
}

/** Head of a chain without events. */
export const GENESIS_HEAD = '0'.repeat(64);

/** Returns the text of an event that is hashed: everything except the hash itself. */
function eventText(event: Omit<LoggedEvent, 'hash'>): string {
  return canonicalJson({ at: event.atMs, data: event.data, seq: event.seq, type: event.type });
}

/** Returns `event` with its hash after `head`. */
export function chainEvent(head: string, event: Omit<LoggedEvent, 'hash'>): LoggedEvent {
  return { ...event, hash: hash('sha256', head + eventText(event), 'hex') };
}

/** Returns the `seq` of the first event that does not follow from its predecessor; `null` if the chain is intact. */
export function firstBrokenLink(events: Iterable<LoggedEvent>): number | null {
  let head = GENESIS_HEAD;
  let seq = 1;
  for (const event of events) {
    if (event.seq !== seq || chainEvent(head, event).hash !== event.hash) return event.seq;
    head = event.hash;
    seq += 1;
  }
  return null;
}
