/** Finds the subject of any event: the order, rebalance and portfolio that it names, and their status. */
import type { KnownEvent } from './event-catalogue.ts';

type Subject = Pick<KnownEvent, 'data'>;

/** Returns `null` if the event is not about a single order. */
export function orderIdOf({ data }: Subject): string | null {
  if ('order_id' in data) return data.order_id;
  return 'order' in data ? data.order.order_id : null;
}

export function rebalanceIdOf({ data }: Subject): string | null {
  return 'rebalance_id' in data ? data.rebalance_id : null;
}

export function portfolioIdOf({ data }: Subject): string | null {
  return 'portfolio_id' in data ? data.portfolio_id : null;
}

/** Returns the status of the event's order, or of its subject. */
export function statusAfter({ data }: Subject): string | null {
  if ('status' in data) return data.status ?? null;
  return 'order' in data ? data.order.status : null;
}

/** Returns the id under which the event was sent to webhook receivers; `null` if it was not. */
export function announcedId({ data }: Subject): string | null {
  return 'event_id' in data ? data.event_id : null;
}
