/** Reads the events and deliveries of a world on disk without changing it: no lock, no new file, no migration. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { StatusCounts } from '../../engine/run-counts.ts';
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import { readDigest } from './image-digest.ts';
import { fileAsImage } from './open-database.ts';

interface LoggedRun {
  readonly seed: number;
  readonly events: readonly LoggedEvent[];
  readonly deliveries: StatusCounts;
}

/** Returns the run of a database file, or why it cannot be read. */
export function readLoggedRun(file: string): LoggedRun | { readonly issue: string } {
  try {
    return hasLog(file) ? readWithLog(file) : readImage(file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
      return { issue: 'is in use by another Ballast; stop it, or compare a snapshot' };
    }
    return { issue: `is not a Ballast world: ${error.message}` };
  }
}

function readImage(file: string): LoggedRun {
  const sqlite = new Database(fileAsImage(readDigest(readFileSync(file)).image));
  try {
    return runOf(sqlite);
  } finally {
    sqlite.close();
  }
}

/** A world that is open, or was killed: its latest changes are in the write-ahead log, which only SQLite can read. */
function readWithLog(file: string): LoggedRun {
  const shared = `${file}-shm`;
  const wasThere = existsSync(shared);
  const sqlite = new Database(file, { readonly: true, timeout: 0 });
  try {
    return runOf(sqlite);
  } finally {
    sqlite.close();
    if (!wasThere) rmSync(shared, { force: true });
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

interface EventRow {
  seq: number;
  atMs: number;
  type: string;
  data: string;
  hash: string;
}

function runOf(sqlite: Database.Database): LoggedRun {
  const world = sqlite.prepare<[], { seed: number }>('select seed from world where id = 1').get();
  if (world === undefined) throw new Error('it is empty');
  const rows = sqlite
    .prepare<[], EventRow>('select seq, at_ms as atMs, type, data, hash from events order by seq')
    .all();
  const deliveries = sqlite
    .prepare<[], { status: string; n: number }>('select status, count(*) as n from deliveries group by 1 order by 1')
    .all();
  return {
    seed: world.seed,
    events: rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as EventData })),
    deliveries: Object.fromEntries(deliveries.map(({ status, n }) => [status, n])),
  };
}
