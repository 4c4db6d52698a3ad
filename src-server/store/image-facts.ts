/** Looks into the file of a saved world without opening the world: whose it is and how far it came. */
import Database from 'better-sqlite3';

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

/** Whether every page of an image, or of the file of one, hangs together, as SQLite checks it. */
export function isSoundImage(image: Buffer | string): boolean {
  let sqlite: Database.Database | null = null;
  try {
    sqlite = typeof image === 'string' ? new Database(image, { readonly: true }) : new Database(image);
    return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  } finally {
    sqlite?.close();
  }
}
