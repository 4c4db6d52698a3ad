/** Checks that the statuses of rebalances and orders in responses over time follow their life cycles. */
import { ORDER_EVENTS, ORDER_STATUSES, transitionOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import {
  REBALANCE_EVENTS,
  REBALANCE_STATUSES,
  transitionRebalance,
} from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { PlacedIssue } from '../../scenario/compare/response-differences.ts';

interface LifeCycleCheck {
  /** Returns the statuses of a response that cannot follow the earlier ones. */
  faultsOf(body: unknown): PlacedIssue[];
}

export function createLifeCycleCheck(): LifeCycleCheck {
  const faultOfRebalance = createWalk(REBALANCES);
  const faultOfOrder = createWalk(ORDERS);
  return {
    faultsOf(body) {
      if (!isObject(body) || !('rebalance_id' in body)) return [];
      const orders = Array.isArray(body.orders) ? body.orders : [];
      return [
        ...faultOfRebalance(body.rebalance_id, body.status, 'body/status'),
        ...orders.flatMap((order, index) =>
          isObject(order) ? faultOfOrder(order.order_id, order.status, `body/orders/${index}/status`) : [],
        ),
      ];
    },
  };
}

/** Statuses with those that can follow each, immediately or later. */
type LaterStatuses = ReadonlyMap<string, ReadonlySet<string>>;

/** Stores the latest status of each object, and reports the next one if it cannot follow. */
function createWalk(later: LaterStatuses): (id: unknown, status: unknown, place: string) => PlacedIssue[] {
  const latest = new Map<string, string>();
  return (id, status, place) => {
    // An unknown status is an issue of the interface, and reported as such.
    if (typeof id !== 'string' || typeof status !== 'string' || !later.has(status)) return [];
    const before = latest.get(id) ?? status;
    latest.set(id, status);
    if (before === status || later.get(before)?.has(status)) return [];
    return [{ place, issue: `is ${status} after ${before}, which cannot follow` }];
  };
}

type Transition<Status> = { readonly ok: true; readonly next: Status } | { readonly ok: false };

function laterStatuses<Status extends string, Event>(
  statuses: readonly Status[],
  events: readonly Event[],
  transition: (status: Status, event: Event) => Transition<Status>,
): LaterStatuses {
  const reachableFrom = (from: Status) => {
    const found = new Set<Status>();
    const look = (status: Status) => {
      for (const event of events) {
        const step = transition(status, event);
        if (!step.ok || found.has(step.next)) continue;
        found.add(step.next);
        look(step.next);
      }
    };
    look(from);
    return found;
  };
  return new Map(statuses.map((status) => [status, reachableFrom(status)]));
}

const REBALANCES = laterStatuses(REBALANCE_STATUSES, REBALANCE_EVENTS, transitionRebalance);
const ORDERS = laterStatuses(ORDER_STATUSES, ORDER_EVENTS, transitionOrder);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
