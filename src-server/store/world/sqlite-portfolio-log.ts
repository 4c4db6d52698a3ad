/**
 * The part of the event log that is about one portfolio. What its rebalances did is found by their index; what was done to it
 * from outside is rare and found by going through the log once, a stretch at a time: only the places of it are kept.
 */
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { BookedEntry, PortfolioLog } from '../../engine/ports/history-port.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type EventRow, toEvent } from './sqlite-kernel-store.ts';

/** Entries that are looked through in one go: some milliseconds. */
const STRETCH = 10_000;

interface FoundRow extends BookedEntry {
  readonly portfolioId: string;
}
interface ExecutedRow {
  readonly rebalanceId: string;
  readonly status: RebalanceStatus;
  readonly executedMs: number;
  readonly completedMs: number | null;
}

export function createSqlitePortfolioLog({ sqlite }: Pick<WorldDatabase, 'sqlite'>): PortfolioLog {
  const selectFurnished = sqlite.prepare<[number, number], FoundRow>(FURNISHED);
  const selectTraded = sqlite.prepare<[string], BookedEntry>(TRADED);
  const selectExecuted = sqlite.prepare<[string], ExecutedRow>(EXECUTED);
  const selectEntries = sqlite.prepare<[string], EventRow>(
    'select * from events where seq in (select value from json_each(?)) order by seq',
  );
  const furnished = new Map<string, BookedEntry[]>();
  let seenSeq = 0;
  return {
    catchUp(lastSeq) {
      const untilSeq = Math.min(lastSeq, seenSeq + STRETCH);
      for (const { portfolioId, seq, atMs } of selectFurnished.all(seenSeq, untilSeq)) {
        const entries = furnished.get(portfolioId) ?? [];
        entries.push({ seq, atMs });
        furnished.set(portfolioId, entries);
      }
      seenSeq = Math.max(seenSeq, untilSeq);
      return seenSeq >= lastSeq;
    },
    entriesOf(portfolioId) {
      const entries = [...(furnished.get(portfolioId) ?? []), ...selectTraded.all(portfolioId)];
      return entries.sort((one, other) => one.seq - other.seq);
    },
    read: (entries) => selectEntries.all(JSON.stringify(entries.map(({ seq }) => seq))).map(toEvent),
    executed: (portfolioId) => selectExecuted.all(portfolioId),
  };
}

const FURNISHED = `select seq, at_ms as atMs, json_extract(data, '$.portfolio_id') as portfolioId from events
  where seq > ? and seq <= ?
  and type in ('portfolio.created', 'portfolio.cash_set', 'portfolio.positions_set', 'portfolio.targets_set') order by seq`;

// The cross join has SQLite begin with the portfolio's own rebalances, whatever it thinks of the sizes of the tables.
const TRADED = `select events.seq, events.at_ms as atMs from rebalances cross join events using (rebalance_id)
  where rebalances.portfolio_id = ? and rebalances.simulation = 0
  and events.type in ('order.filled', 'rebalance.requested')`;

const EXECUTED = `select rebalance_id as rebalanceId, status, executed_ms as executedMs, completed_ms as completedMs
  from rebalances where portfolio_id = ? and simulation = 0 and executed_ms is not null order by executed_ms, rowid`;
