/** Publishes an event to the event log and the outbox: one event, one id, one transaction. */

import type { EventOf } from '../domain/events/event-catalogue.ts';
import type { ExactData } from '../domain/events/exact-data.ts';
import type { WEBHOOK_TYPES } from '../domain/webhook-choices.ts';
import type { EventData } from '../kernel/event-chain.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { World } from './world.ts';

export type AnnouncedType = (typeof WEBHOOK_TYPES)[number];

/** The event's data without its id, which is assigned when it is announced. */
type AnnouncedData<T extends AnnouncedType> = Omit<EventOf<T>, 'event_id'>;

interface LogWriter {
  emit(type: string, data: EventData): void;
}

/**
 * Appends `type` to the event log with its event id and queues it for every subscribed endpoint (decision I), unless only
 * the log has it.
 */
export function announce<T extends AnnouncedType, const Data extends AnnouncedData<T>>(
  world: Pick<World, 'outbox'>,
  unit: UnitOfWork,
  type: T,
  data: Data & ExactData<Data, AnnouncedData<T>>,
  { isOnlyLogged = false } = {},
): void {
  const eventId = unit.nextId('ev');
  const published = data as EventData;
  // With its id it is an event of its type, which the compiler cannot derive for any T.
  (unit as LogWriter).emit(type, { event_id: eventId, ...published });
  if (!isOnlyLogged) world.outbox.publish(unit, eventId, type, published);
}
