/**
 * `/sim/journal`: searches, checks and resends the requests of clients to the simulated service, with their responses.
 */
import type { recordOperations } from '../../contract/control/world/record-operations.ts';
import { accepted, refused } from '../../engine/outcome.ts';
import { fileReply } from '../http/handler.ts';
import { pageFrom } from '../http/page-of.ts';
import type { HandlersFor, Services } from '../services.ts';
import { archivePieces } from './journal-archive.ts';
import { filterOf } from './journal-query.ts';
import { viewDetail, viewEntry } from './journal-view.ts';
import { type ReplayClock, replayArchive } from './replay-archive.ts';
import { type VerifyDependencies, verifyJournal } from './verify-journal.ts';

type JournalRows = Pick<
  typeof recordOperations,
  'listJournal' | 'getJournalEntry' | 'getArchive' | 'replayArchive' | 'clearJournal' | 'verifyJournal'
>;

/** Nobody pages through more matches; counting them would cost more than it is worth. */
const COUNTED_TO = 1_000_000;

export const journalHandlers: HandlersFor<
  JournalRows,
  'session' | 'isUndone' | 'sendRequest' | 'driver' | keyof VerifyDependencies
> = {
  async listJournal({ journal, isUndone, query: { limit, full, ...filters } }) {
    const filter = await filterOf(filters, journal);
    if (!filter.ok) return filter;
    const ask = { filter: filter.value, order: 'latest', withContents: full, countTo: COUNTED_TO } as const;
    const { rows: found, total } = await journal.ask({ ...ask, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    return accepted({ entries: rows.map((row) => viewEntry(row, isUndone(row))), next, total });
  },

  async getJournalEntry({ journal, session, isUndone, params: { request_id: requestId } }) {
    const ask = { filter: { requestId }, order: 'latest', withContents: true, limit: 1, countTo: 0 } as const;
    const [row] = (await journal.ask(ask)).rows;
    if (row === undefined) return refused('not_found', `There is no request ${requestId} in the journal.`);
    return accepted(viewDetail(row, isUndone(row), originOf(session)));
  },

  async getArchive({ journal, session, isUndone, query: { limit, ...filters } }) {
    const filter = await filterOf(filters, journal);
    if (!filter.ok) return filter;
    const terms = { limit, origin: originOf(session), version: session().version, isUndone };
    return fileReply('application/json', 'ballast-journal.har', archivePieces(journal, filter.value, terms));
  },

  async replayArchive({ session, sendRequest, driver, isOver: hasEnded, query, body: { log }, client }) {
    const { limit, key = session().api_key, with_times: withTimes } = query;
    const isOver = () => hasEnded() || client.hasLeft();
    const clock = withTimes ? replayClock(driver, isOver) : null;
    const terms = { origin: originOf(session), key, limit, send: sendRequest, clock, isOver };
    return accepted(await replayArchive(log.entries, terms));
  },

  clearJournal: async ({ journal }) => accepted({ cleared: await journal.clear() }),

  verifyJournal: ({ body, client, ...services }) => verifyJournal(services, body, client),
};

function replayClock(driver: Services['driver'], isOver: () => boolean): ReplayClock {
  return {
    nowMs: () => driver.nowMs(),
    async advanceTo(toMs) {
      const advance = () => driver.advance({ toMs, goal: null, maxEvents: Number.MAX_SAFE_INTEGER });
      // An advance until an event has to end first. One of a world that has ended never does.
      while (!isOver() && advance() === 'busy') await driver.whenIdle();
      await driver.whenIdle();
    },
  };
}

function originOf(session: Services['session']): string {
  return session().base_url.replace(/\/v1$/, '');
}
