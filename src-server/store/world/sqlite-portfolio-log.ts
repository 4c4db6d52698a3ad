/**
 * The events of one portfolio. Those of its rebalances are found by an index. External changes are rare: they are found
 * by reading the whole log once, in chunks, and their positions are stored in memory.
 */

import type { EventOf, EventType } from '../../domain/events/event-catalogue.ts';
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { BookedEntry, PortfolioLog } from '../../engine/ports/history-port.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type EventRow, toEvent } from './sqlite-kernel-store.ts';

/** Events that are read at once: some milliseconds. */
const CHUNK = 10_000;

interface FoundRow extends BookedEntry {
  readonly portfolioId: string;
}
interface FillOrderRow {
  readonly seq: number;
  readonly orderId: string;
}
interface ExecutedRow {
  readonly rebalanceId: string;
  readonly status: RebalanceStatus;
  readonly executedMs: number;
  readonly completedMs: number | null;
}

export function createSqlitePortfolioLog({ sqlite }: Pick<WorldDatabase, 'sqlite'>): PortfolioLog {
  const selectChanges = sqlite.prepare<[number, number], FoundRow>(CHANGES);
  const selectTraded = sqlite.prepare<[string], BookedEntry>(TRADED);
  const selectExecuted = sqlite.prepare<[string], ExecutedRow>(EXECUTED);
  const selectEntries = sqlite.prepare<[string], EventRow>(
    'select * from events where seq in (select value from json_each(?)) order by seq',
  );
  const selectOrders = sqlite.prepare<[string], FillOrderRow>(ORDERS);
  const changes = new Map<string, BookedEntry[]>();
  let readSeq = 0;
  return {
    catchUp(lastSeq) {
      const untilSeq = Math.min(lastSeq, readSeq + CHUNK);
      for (const { portfolioId, seq, atMs, type } of selectChanges.all(readSeq, untilSeq)) {
        const entries = changes.get(portfolioId) ?? [];
        entries.push({ seq, atMs, type });
        changes.set(portfolioId, entries);
      }
      readSeq = Math.max(readSeq, untilSeq);
      return readSeq >= lastSeq;
    },
    entriesOf: (portfolioId) => allEntriesOf(portfolioId).filter(({ type }) => isBooked(type)),
    allEntriesOf,
    read: (entries) => selectEntries.all(placesOf(entries)).map(toEvent),
    ordersOf: (entries) => new Map(selectOrders.all(placesOf(entries)).map(({ seq, orderId }) => [seq, orderId])),
    executed: (portfolioId) => selectExecuted.all(portfolioId),
  };

  function allEntriesOf(portfolioId: string): BookedEntry[] {
    const entries = [...(changes.get(portfolioId) ?? []), ...selectTraded.all(portfolioId)];
    return entries.sort((one, other) => one.seq - other.seq);
  }
}

function placesOf(entries: readonly BookedEntry[]): string {
  return JSON.stringify(entries.map(({ seq }) => seq));
}

type OfPortfolio = {
  [T in EventType]: EventOf<T> extends { readonly portfolio_id: string } ? T : never;
}[EventType];

/**
 * The events that name one portfolio, and whether they change its holdings or measurement. Fills and requests for a
 * rebalance are found by their rebalance and have no row here.
 */
const PORTFOLIO_EVENTS: { readonly [T in OfPortfolio]?: { readonly isBooked: boolean } } = {
  'portfolio.created': { isBooked: true },
  'portfolio.cash_set': { isBooked: true },
  'portfolio.positions_set': { isBooked: true },
  'portfolio.targets_set': { isBooked: true },
  'constraints.set': { isBooked: false },
  'cash_flow.booked': { isBooked: true },
  'cash_flow.refused': { isBooked: false },
  'corporate_action.applied': { isBooked: true },
  'dividend.accrued': { isBooked: true },
  'dividend.paid': { isBooked: true },
  'policy.set': { isBooked: false },
  'policy.triggered': { isBooked: false },
  'policy.skipped': { isBooked: false },
  'policy.removed': { isBooked: false },
};

const BY_TYPE: ReadonlyMap<string, { readonly isBooked: boolean }> = new Map(Object.entries(PORTFOLIO_EVENTS));

/** Whether an event of a portfolio changes its holdings or measurement; true for types without a row here. */
function isBooked(type: string): boolean {
  return BY_TYPE.get(type)?.isBooked ?? true;
}

const TYPES = Object.keys(PORTFOLIO_EVENTS).map((type) => `'${type}'`);

const CHANGES = `select seq, at_ms as atMs, type, json_extract(data, '$.portfolio_id') as portfolioId from events
  where seq > ? and seq <= ? and type in (${TYPES.join(', ')}) order by seq`;

// The cross join makes SQLite begin with the portfolio's own rebalances, whatever its statistics say.
const TRADED = `select events.seq, events.at_ms as atMs, events.type from rebalances cross join events using (rebalance_id)
  where rebalances.portfolio_id = ? and rebalances.simulation = 0
  and events.type in ('order.filled', 'rebalance.requested')`;

const ORDERS = `select seq, json_extract(data, '$.fill.order_id') as orderId from events
  where type = 'order.filled' and seq in (select value from json_each(?))`;

const EXECUTED = `select rebalance_id as rebalanceId, status, executed_ms as executedMs, completed_ms as completedMs
  from rebalances where portfolio_id = ? and simulation = 0 and executed_ms is not null order by executed_ms, rowid`;
