/** Publishes an event to the event log and the outbox: one event, one id, one transaction. */
import type { EventData } from '../kernel/event-chain.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { World } from './world.ts';

export type AnnouncedType =
  | 'rebalance.created'
  | 'rebalance.executing'
  | 'rebalance.partially_filled'
  | 'rebalance.complete'
  | 'rebalance.failed'
  | 'rebalance.cancelled'
  | 'order.filled'
  | 'order.rejected'
  | 'portfolio.drift_exceeded';

/** Appends `type` to the event log with its event id and queues it for every endpoint that wants it (decision I). */
export function announce(world: Pick<World, 'outbox'>, unit: UnitOfWork, type: AnnouncedType, data: EventData): void {
  const eventId = unit.nextId('ev');
  unit.emit(type, { event_id: eventId, ...data });
  world.outbox.publish(unit, eventId, type, data);
}
