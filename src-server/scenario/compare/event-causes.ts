/** Finds the causes of an event in the log: earlier events with the same ids. */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';

const MAX_EVENTS = 5;

/**
 * Events before `event` on the same subject: its order and the rebalance that planned it, or else the first other id
 * that it names. Returns the first of them and the latest, oldest first.
 */
export function eventsLeadingTo(event: LoggedEvent, before: readonly LoggedEvent[]): LoggedEvent[] {
  const names = namesIn(event.data);
  const order = names.get('order_id');
  const rebalance = names.get('rebalance_id') ?? (order === undefined ? undefined : rebalanceOf(order, before));
  const ids = rebalance === undefined ? new Set(names.values()) : new Set([rebalance]);
  if (order !== undefined) ids.add(order);
  const related = before.filter(({ data }) => isAbout(data, order, ids));
  if (related.length <= MAX_EVENTS) return related;
  return [related[0] as LoggedEvent, ...related.slice(1 - MAX_EVENTS)];
}

/** Whether an event names one of `ids`; events of other orders than `order` do not count. */
function isAbout(data: EventData, order: string | undefined, ids: ReadonlySet<string>): boolean {
  const names = namesIn(data);
  const own = names.get('order_id');
  if (order !== undefined && own !== undefined) return own === order;
  return [...names.values()].some((id) => ids.has(id));
}

/** The rebalance that planned an order. */
function rebalanceOf(order: string, before: readonly LoggedEvent[]): string | undefined {
  const planned = before.find(({ data }) => Array.isArray(data.orders) && JSON.stringify(data.orders).includes(order));
  return planned && namesIn(planned.data).get('rebalance_id');
}

/** The ids in an event by their names, including those of its order and fill; its own ids are left out. */
function namesIn(data: EventData): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of [data, data.order, data.fill]) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      const isId = name.endsWith('_id') && !OWN_IDS.has(name);
      if (isId && typeof value === 'string') found.set(name, value);
    }
  }
  return found;
}

/** Ids that no other event has. */
const OWN_IDS: ReadonlySet<string> = new Set(['event_id', 'fill_id', 'mifid_record_id', 'external_id']);
