/** What an event is about, whichever it is: the order, rebalance and portfolio that it names, and their status. */
import type { KnownEvent } from './event-catalogue.ts';

type Subject = Pick<KnownEvent, 'data'>;

/** `null`: it is about no single order. */
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

/** Of its order, or of what it is about. */
export function statusAfter({ data }: Subject): string | null {
  if ('status' in data) return data.status ?? null;
  return 'order' in data ? data.order.status : null;
}

/** Under which receivers of webhooks were told of it; `null`: nobody is. */
export function announcedId({ data }: Subject): string | null {
  return 'event_id' in data ? data.event_id : null;
}
