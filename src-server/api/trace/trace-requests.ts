/**
 * Which requests wrote which entries of the event log. The journal says it by numbers, which hold only for the log that
 * there was then: after a world was gone back to, the same numbers are given again, to other entries.
 */
import { MAX_TRACE_NODES } from '../../contract/control/world/trace.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';

export interface RequestSources {
  readonly events: EventStore;
  readonly journal: Pick<JournalRecorder, 'ask'>;
  /** Whether time was taken back to before it: the numbers of what it wrote are those of other entries by now. */
  readonly isUndone: (request: JournalRow) => boolean;
}

/** What a request's command wrote, as far as the log still has it. */
export function ownEvents({ events, isUndone }: RequestSources, request: JournalRow): LoggedEvent[] {
  if (request.events === null || isUndone(request)) return [];
  const { first, last } = request.events;
  return events.after(first - 1, Math.min(last - first + 1, MAX_TRACE_NODES + 1));
}

/** The requests whose commands wrote any of these, oldest first. */
export async function requestsOf(
  { journal, isUndone }: RequestSources,
  logged: readonly LoggedEvent[],
  rebalanceId: string | null,
): Promise<JournalRow[]> {
  const [first, last] = [logged[0]?.seq, logged.at(-1)?.seq];
  if (first === undefined || last === undefined) return [];
  // Between the first and the last there may be any number of others; those of this rebalance have its name in them.
  const text = rebalanceId === null ? {} : { text: rebalanceId };
  const filter: JournalFilter = { events: { first, last }, ...text };
  const ask = { filter, limit: MAX_TRACE_NODES, order: 'oldest', withContents: false, countTo: 0 } as const;
  const { rows } = await journal.ask(ask);
  return rows.filter((row) => !isUndone(row) && logged.some(({ seq }) => wrote(row, seq)));
}

export function wrote({ events }: JournalRow, seq: number): boolean {
  return events !== null && events.first <= seq && seq <= events.last;
}
