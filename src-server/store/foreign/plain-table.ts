/**
 * Reads a database file that somebody else made, before SQLite may: its pages are followed by hand first, because
 * SQLite itself would follow a cyclic tree for ever.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type Database from 'better-sqlite3';

/** The bytes of a database, wherever they are stored. */
interface DatabasePages {
  read(offset: number, length: number): Buffer;
}

export function pagesOf(image: Buffer): DatabasePages {
  return { read: (offset, length) => image.subarray(offset, offset + length) };
}

/** Calls `work` with the pages of a file. */
export function withPages<T>(file: string, work: (pages: DatabasePages) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return work({
      read(offset, length) {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
      },
    });
  } finally {
    closeSync(descriptor);
  }
}

/** The first page, whose tree is `sqlite_schema`. */
export const SCHEMA_ROOT = 1;
const FILE_HEADER_BYTES = 100;
/** More pages than any table with one row per migration, or per table, has. */
const MAX_PAGES = 500;
/** A row of such a table. */
const MAX_ROW_BYTES = 1_048_576;
const [INTERIOR, LEAF] = [5, 13];

/** Whether the tree of a small table is valid: every page once, no row too large. SQLite's file format, 1.5 and 1.6. */
export function isSmallTree({ read }: DatabasePages, root: number): boolean {
  const header = read(0, FILE_HEADER_BYTES);
  if (header.length < FILE_HEADER_BYTES || header.toString('latin1', 0, 15) !== 'SQLite format 3') return false;
  const stored = header.readUInt16BE(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return false;
  const seen = new Set<number>();
  for (const waiting = [root]; waiting.length > 0; ) {
    const number = waiting.pop() ?? 0;
    if (number < 1 || seen.has(number) || seen.size === MAX_PAGES) return false;
    seen.add(number);
    const page = read((number - 1) * pageSize, pageSize);
    const children = page.length === pageSize ? childrenOf(page, number === SCHEMA_ROOT ? FILE_HEADER_BYTES : 0) : null;
    if (children === null) return false;
    waiting.push(...children);
  }
  return true;
}

/** `null`: the page is not a table's, or has a row that is too large. */
function childrenOf(page: Buffer, start: number): number[] | null {
  const type = page[start];
  if (type !== INTERIOR && type !== LEAF) return null;
  const pointers = start + (type === INTERIOR ? 12 : 8);
  const cells = page.readUInt16BE(start + 3);
  if (pointers + 2 * cells > page.length) return null;
  const places = Array.from({ length: cells }, (_, index) => page.readUInt16BE(pointers + 2 * index));
  if (places.some((place) => place + 4 > page.length)) return null;
  if (type === INTERIOR) return [page.readUInt32BE(start + 8), ...places.map((place) => page.readUInt32BE(place))];
  return places.every((place) => rowBytes(page, place) <= MAX_ROW_BYTES) ? [] : null;
}

/** Decodes a number of up to nine bytes: seven bits each, the highest first. */
function rowBytes(page: Buffer, place: number): number {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = page[place + index] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return Number.POSITIVE_INFINITY;
}

interface SchemaRow {
  readonly type: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

/**
 * Returns the root page of a plain table, which computes nothing when it is read; `null`: there is none, or something
 * else.
 */
export function plainTableRoot(sqlite: Database.Database, name: string): number | null {
  const rows = sqlite.prepare<[string], SchemaRow>('select type, rootpage, sql from sqlite_schema where name = ?');
  const [row, second] = rows.all(name);
  if (row === undefined || second !== undefined || row.type !== 'table' || row.rootpage < 1) return null;
  return /^create table/i.test(row.sql ?? '') && !/generated|\bas\s*\(/i.test(row.sql ?? '') ? row.rootpage : null;
}

/** Called for every connection to a file that somebody else may have made. */
export function trustNothing(sqlite: Database.Database): void {
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('cell_size_check = ON');
}
