/** Events in the shape of the contract: short for a row of a list, and complete. */
import type { PastEvent } from '../../contract/control/world/history.ts';
import type { WorldEvent } from '../../contract/control/world/records.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { isFailure, kindOfEvent } from './event-kinds.ts';
import { eventSubject, formatEvent } from './format-event.ts';

export function viewPastEvent(event: LoggedEvent): PastEvent {
  const { seq, atMs, type } = event;
  return {
    seq,
    type,
    at: formatInstant(atMs),
    kind: kindOfEvent(type),
    failed: isFailure(type),
    subject: eventSubject(event),
    summary: formatEvent(event),
  };
}

export function viewWholeEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
