/**
 * Caches sessions of 512 days at a time in flat arrays, so that finding whether a venue trades takes an index instead
 * of a search. Purely a cache of a session rule: the order of queries never changes a result.
 */
import { DAY_MS } from './civil-date.ts';
import { nearestSession, type SessionRule } from './trading-session.ts';

/** Columns by `day - firstDay`; a closed day has NaN for its open and close, so every comparison with it is false. */
export interface SessionTable {
  readonly firstDay: number;
  readonly opensMs: Float64Array;
  readonly closesMs: Float64Array;
  readonly previousClosesMs: Float64Array;
}

const TABLE_DAYS = 512;

/** Returns the table that covers an instant, and builds it on first use. */
export function createSessionTables(sessionOf: SessionRule): (instantMs: number) => SessionTable {
  const tables = new Map<number, SessionTable>();
  let latest: SessionTable | null = null;
  return (instantMs) => {
    const slot = latest === null ? -1 : Math.floor(instantMs / DAY_MS) - latest.firstDay;
    if (latest !== null && slot >= 0 && slot < TABLE_DAYS) return latest;
    const firstDay = Math.floor(instantMs / DAY_MS / TABLE_DAYS) * TABLE_DAYS;
    latest = tables.get(firstDay) ?? buildTable(sessionOf, firstDay);
    tables.set(firstDay, latest);
    return latest;
  };
}

function buildTable(sessionOf: SessionRule, firstDay: number): SessionTable {
  const opensMs = new Float64Array(TABLE_DAYS).fill(Number.NaN);
  const closesMs = new Float64Array(TABLE_DAYS).fill(Number.NaN);
  const previousClosesMs = new Float64Array(TABLE_DAYS);
  let previousCloseMs = nearestSession(sessionOf, firstDay, -1).closeMs;
  for (let slot = 0; slot < TABLE_DAYS; slot += 1) {
    previousClosesMs[slot] = previousCloseMs;
    const session = sessionOf(firstDay + slot);
    if (session === null) continue;
    opensMs[slot] = session.openMs;
    closesMs[slot] = session.closeMs;
    previousCloseMs = session.closeMs;
  }
  return { firstDay, opensMs, closesMs, previousClosesMs };
}
