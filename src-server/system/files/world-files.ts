/** Reads the files that a world is made of, and finds the files of its data folder. */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from './durable-files.ts';

/** Returns every file of `files` below `folder` as parsed JSON, with the SHA-256 of its bytes. */
export function readJsonFiles<K extends string>(
  folder: string,
  files: Readonly<Record<K, string>>,
): { values: Record<K, unknown>; hashes: Record<string, string> } {
  const values = {} as Record<K, unknown>;
  const hashes: Record<string, string> = {};
  for (const [name, file] of Object.entries(files) as [K, string][]) {
    const bytes = readFileSync(join(folder, file));
    values[name] = JSON.parse(bytes.toString('utf8'));
    hashes[file] = createHash('sha256').update(bytes).digest('hex');
  }
  return { values, hashes };
}

/** Returns the text of a file, or why it cannot be read. */
export function readTextFile(file: string): { ok: true; text: string } | { ok: false; issue: string } {
  try {
    return { ok: true, text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { ok: false, issue: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the database file of a data folder, and makes a missing folder. */
export function databaseFile(dataDir: string): string {
  // Only this user may read its content.
  makeFolder(resolve(dataDir), 0o700);
  return join(dataDir, 'ballast.db');
}

/** Returns the journal's file of an existing data folder. */
export function journalFile(dataDir: string): string {
  return join(dataDir, 'journal.db');
}

/** Whether a file exists, is not empty, and does not begin like a database of SQLite. */
export function isForeignToSqlite(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  // SQLite itself reports what is not a file.
  if (found === undefined || !found.isFile() || found.size === 0) return false;
  const head = Buffer.alloc(SQLITE_HEAD.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return !head.equals(SQLITE_HEAD);
}

const SQLITE_HEAD = Buffer.from('SQLite format 3\0');

/** Returns the size in bytes of a database file and its write-ahead log; 0 without a file. */
export function databaseFileBytes(file: string): number {
  const sizeOf = (each: string) => statSync(each, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(file) + sizeOf(`${file}-wal`);
}

/** Returns the page of the built app in a folder; `null` where it is not built. */
export function readAppPage(folder: string): string | null {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns 128 random bits for a token; nothing in the world depends on it. */
export function randomToken(): string {
  return randomBytes(16).toString('hex');
}

/** Returns 256 random bits as the secret of an API key. */
export function randomSecret(): string {
  return `sk_${randomBytes(32).toString('base64url')}`;
}
