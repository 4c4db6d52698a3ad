/**
 * Finds the requests that wrote entries of the event log. The journal has their numbers, which are only valid for the
 * log of that time: after a return to an earlier state, other entries get the same numbers.
 */
import { MAX_TRACE_NODES } from '../../contract/control/world/trace.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';

export interface RequestSources {
  readonly events: EventStore;
  readonly journal: Pick<JournalRecorder, 'ask'>;
  /** Whether the world was rewound to before it: the numbers of its entries now refer to others. */
  readonly isUndone: (request: JournalRow) => boolean;
}

/** Returns the entries that a request's command wrote, as far as the log still has them. */
export function ownEvents({ events, isUndone }: RequestSources, request: JournalRow): LoggedEvent[] {
  if (request.events === null || isUndone(request)) return [];
  const { first, last } = request.events;
  return events.after(first - 1, Math.min(last - first + 1, MAX_TRACE_NODES + 1));
}

/** Returns the requests whose commands wrote any of these, oldest first. */
export async function requestsOf(
  { journal, isUndone }: RequestSources,
  logged: readonly LoggedEvent[],
  rebalanceId: string | null,
): Promise<JournalRow[]> {
  const [first, last] = [logged[0]?.seq, logged.at(-1)?.seq];
  if (first === undefined || last === undefined) return [];
  // Any number of others may be between the first and the last; those of this rebalance contain its id.
  const text = rebalanceId === null ? {} : { text: rebalanceId };
  const filter: JournalFilter = { events: { first, last }, ...text };
  const ask = { filter, limit: MAX_TRACE_NODES, order: 'oldest', withContents: false, countTo: 0 } as const;
  const { rows } = await journal.ask(ask);
  return rows.filter((row) => !isUndone(row) && logged.some(({ seq }) => wrote(row, seq)));
}

export function wrote({ events }: JournalRow, seq: number): boolean {
  return events !== null && events.first <= seq && seq <= events.last;
}
