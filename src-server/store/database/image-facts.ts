/** Reads the seed, the time and the event head of a saved world from its file, without opening the world. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { isSmallTree, plainTableRoot, SCHEMA_ROOT, trustNothing, withPages } from '../foreign/plain-table.ts';
import { type EventRow, toEvent } from '../world/sqlite-kernel-store.ts';

export interface ImageFacts {
  readonly seed: number;
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
}

/** `null` where the file is not the database of a world. */
export function imageFacts(file: string): ImageFacts | null {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  let sqlite: Database.Database | null = null;
  try {
    if (!withPages(file, (pages) => isSmallTree(pages, SCHEMA_ROOT))) return null;
    sqlite = new Database(file, { readonly: true, fileMustExist: true });
    trustNothing(sqlite);
    const root = plainTableRoot(sqlite, 'world');
    if (root === null || !withPages(file, (pages) => isSmallTree(pages, root))) return null;
    const world = 'select seed, now_ms as nowMs, event_count as events, head from world where id = 1';
    return sqlite.prepare<[], ImageFacts>(world).get() ?? null;
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  } finally {
    sqlite?.close();
  }
}

/**
 * Whether a database of that many bytes, with our schema, is a whole world: its pages and indexes are consistent,
 * nothing follows its last page, and the hashes of its event log are right. Slow where the world is large.
 */
export function isSoundDatabase(sqlite: Database.Database, bytes: number): boolean {
  const pageOf = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }));
  if (bytes !== pageOf('page_size') * pageOf('page_count')) return false;
  try {
    return sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok' && isWholeLog(sqlite);
  } catch (error) {
    // A row of the log that is not JSON is damaged, too.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function isWholeLog(sqlite: Database.Database): boolean {
  const world = sqlite.prepare<[], Pick<ImageFacts, 'events' | 'head'>>(
    'select event_count as events, head from world where id = 1',
  );
  const { events, head } = world.get() ?? { events: 0, head: GENESIS_HEAD };
  const rows = sqlite.prepare<[], EventRow>('select * from events order by seq');
  let last: Pick<LoggedEvent, 'seq' | 'hash'> = { seq: 0, hash: GENESIS_HEAD };
  for (const row of rows.iterate()) {
    const event = toEvent(row);
    if (event.seq !== last.seq + 1 || chainEvent(last.hash, event).hash !== event.hash) return false;
    last = event;
  }
  return last.seq === events && last.hash === head;
}
