/**
 * The state of the kernel, its timers and events in SQLite. Raw prepared statements: every event and timer of the world
 * is written here, and the query builder costs more than the row (see `npm run bench`).
 */

import type { EventStore } from '../../engine/ports/stores.ts';
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import type { KernelChanges, KernelState, KernelStore } from '../../kernel/kernel-store.ts';
import { DataMissingError } from '../../kernel/storage-failure.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type TimerRow, toClock, toTimer } from './stored-kernel-rows.ts';

interface WorldRow {
  seed: number;
  now_ms: number;
  clock: string;
  timer_seq: number;
  event_count: number;
  head: string;
}
export interface EventRow {
  seq: number;
  at_ms: number;
  type: string;
  data: string;
  hash: string;
}

type KernelDatabase = Pick<WorldDatabase, 'sqlite'> & Partial<Pick<WorldDatabase, 'isInPlace'>>;

export function createSqliteKernelStore({ sqlite, isInPlace }: KernelDatabase): KernelStore & EventStore {
  const selectWorld = sqlite.prepare<[], WorldRow>('select * from world where id = 1');
  const selectCounters = sqlite.prepare<[], { name: string; value: number }>('select name, value from counters');
  const selectTimers = sqlite.prepare<[], TimerRow>('select * from timers order by seq');
  const putWorld = sqlite.prepare(
    'insert or replace into world (id, seed, now_ms, clock, timer_seq, event_count, head) values (1, ?, ?, ?, ?, ?, ?)',
  );
  const putCounter = sqlite.prepare('insert or replace into counters (name, value) values (?, ?)');
  const putTimer = sqlite.prepare('insert into timers (seq, due_ms, kind, payload) values (?, ?, ?, ?)');
  const dropTimer = sqlite.prepare('delete from timers where seq = ?');
  const putEvent = sqlite.prepare(
    'insert into events (seq, at_ms, type, data, hash, rebalance_id) values (?, ?, ?, ?, ?, ?)',
  );
  const rebalances = rebalancesOfOrders(sqlite);
  const transact = sqlite.transaction((work: () => unknown) => work());

  return {
    transaction<T>(work: () => T): T {
      if (isInPlace?.() === false) throw new DataMissingError('the file of the database is not where it was opened');
      try {
        return transact.immediate(work) as T;
      } catch (error) {
        rebalances.forget();
        throw error;
      }
    },
    load() {
      const row = selectWorld.get();
      if (row === undefined) return null;
      return { state: toState(row, selectCounters.all()), timers: selectTimers.all().map(toTimer) };
    },
    save({ state, changedCounters, events, timersSet, timersGone }: KernelChanges) {
      for (const name of changedCounters) putCounter.run(name, state.counters.get(name) ?? 0);
      for (const seq of timersGone) dropTimer.run(seq);
      for (const timer of timersSet) putTimer.run(timer.seq, timer.dueMs, timer.kind, JSON.stringify(timer.payload));
      for (const event of events) {
        const { seq, atMs, type, data, hash } = event;
        putEvent.run(seq, atMs, type, JSON.stringify(data), hash, rebalances.of(data));
      }
      const { seed, nowMs, clock, timerSeq, eventCount, head } = state;
      putWorld.run(seed, nowMs, JSON.stringify(clock), timerSeq, eventCount, head);
    },
    ...eventQueries(sqlite),
  };
}

function eventQueries(sqlite: WorldDatabase['sqlite']): EventStore {
  const selectEvents = sqlite.prepare<[number, number], EventRow>(
    'select * from events where seq > ? order by seq limit ?',
  );
  const selectTypes = sqlite
    .prepare<[number, number], [string, number]>('select type, at_ms from events where seq > ? order by seq limit ?')
    .raw();
  const selectCounts = sqlite
    .prepare<[number], [string, number]>('select type, count(*) from events where seq > ? group by type order by type')
    .raw();
  const selectMatching = sqlite.prepare<[Record<string, string | number | null>], EventRow>(MATCHING);
  const selectOfRebalance = sqlite.prepare<[string, number], EventRow>(
    'select * from events where rebalance_id = ? order by seq limit ?',
  );
  const selectAnnounced = sqlite.prepare<[string, string], EventRow>(
    "select * from events where instr(data, ?) > 0 and json_extract(data, '$.event_id') = ? limit 1",
  );
  return {
    after: (seq, limit) => selectEvents.all(seq, limit).map(toEvent),
    typesAfter: (seq, limit) => selectTypes.all(seq, limit),
    countsAfter: (seq) => selectCounts.all(seq),
    matching: ({ type = null, sinceMs = null, portfolioId = null }, seq, limit) =>
      selectMatching.all({ type, sinceMs, portfolioId, seq, limit }).map(toEvent),
    ofRebalance: (rebalanceId, limit) => selectOfRebalance.all(rebalanceId, limit).map(toEvent),
    announcedAs: (eventId) => selectAnnounced.all(eventId, eventId).map(toEvent)[0] ?? null,
  };
}

/** Every event of an order belongs to its rebalance: those of open orders are looked up again and again. */
const MAX_KNOWN_ORDERS = 20_000;

/** Returns the rebalance of an event. Has to be notified of a rollback: an id that was rolled back is used again. */
function rebalancesOfOrders(sqlite: WorldDatabase['sqlite']) {
  const find = sqlite.prepare<[string], string>('select rebalance_id from orders where order_id = ?').pluck();
  const known = new Map<string, string>();
  const ofOrder = (orderId: string): string | null => {
    const found = known.get(orderId) ?? find.get(orderId) ?? null;
    if (known.size >= MAX_KNOWN_ORDERS) known.clear();
    if (found !== null) known.set(orderId, found);
    return found;
  };
  return {
    of({ rebalance_id: rebalanceId, order_id: orderId }: EventData): string | null {
      if (typeof rebalanceId === 'string') return rebalanceId;
      return typeof orderId === 'string' ? ofOrder(orderId) : null;
    },
    forget: () => known.clear(),
  };
}

// Events of a rebalance belong to its portfolio. `instr` comes first, so that most events are not parsed as JSON.
const MATCHING = `select * from events where seq > @seq
  and (@type is null or type = @type) and (@sinceMs is null or at_ms >= @sinceMs)
  and (@portfolioId is null
    or rebalance_id in (select rebalance_id from rebalances where portfolio_id = @portfolioId)
    or (instr(data, @portfolioId) > 0 and json_extract(data, '$.portfolio_id') = @portfolioId))
  order by seq limit @limit`;

function toState(row: WorldRow, counters: readonly { name: string; value: number }[]): KernelState {
  return {
    seed: row.seed,
    nowMs: row.now_ms,
    clock: toClock(row.clock, row.now_ms),
    timerSeq: row.timer_seq,
    eventCount: row.event_count,
    head: row.head,
    counters: new Map(counters.map(({ name, value }) => [name, value])),
  };
}

export function toEvent(row: EventRow): LoggedEvent {
  return { seq: row.seq, atMs: row.at_ms, type: row.type, data: JSON.parse(row.data) as EventData, hash: row.hash };
}
