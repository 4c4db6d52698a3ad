/** Reads the seed, the time and the event head of a saved world from its file, without opening the world. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { type EventRow, toEvent } from '../world/sqlite-kernel-store.ts';

export interface ImageFacts {
  readonly seed: number;
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
}

/** `null` where the file is no database of a world. */
export function imageFacts(file: string): ImageFacts | null {
  let sqlite: Database.Database | null = null;
  try {
    sqlite = new Database(file, { readonly: true, fileMustExist: true });
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
 * Whether an image without a digest, or the file of one, is a whole world: its pages and indexes are consistent,
 * nothing is behind its last page, and the hashes of its event log are right. Slow where the world is large.
 */
export function isSoundImage(image: Buffer | string): boolean {
  let sqlite: Database.Database | null = null;
  try {
    sqlite = typeof image === 'string' ? new Database(image, { readonly: true }) : new Database(image);
    const pageOf = (pragma: string) => Number(sqlite?.pragma(pragma, { simple: true }));
    const size = typeof image === 'string' ? statSync(image).size : image.length;
    if (size !== pageOf('page_size') * pageOf('page_count')) return false;
    return sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok' && isWholeLog(sqlite);
  } catch (error) {
    // A row of the log that is no JSON is damaged, too.
    if (error instanceof Database.SqliteError || error instanceof SyntaxError) return false;
    throw error;
  } finally {
    sqlite?.close();
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
