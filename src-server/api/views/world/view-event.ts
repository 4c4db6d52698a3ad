/** An entry of the event log in the terms of `/sim/events`, the live stream and traces. */
import type { WorldEvent } from '../../../contract/control/world/records.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../../kernel/event-chain.ts';

export function viewEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
