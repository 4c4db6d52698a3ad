/**
 * Reads text that somebody else wrote, within limits: files that are too large are not read, only plain files are
 * opened, and bytes that are not UTF-8 are rejected rather than repaired.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileStamp } from './file-stamp.ts';

type ReadSource = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly issue: string };

/** A file that was read, with its stamp before that; `null` where it did not exist. */
type ReadStamp = readonly [file: string, stamp: string | null];

let noted: Map<string, string | null> | null = null;

/** Runs `work` and returns every file that it read with `readSource`. */
export function withReads<T>(work: () => T): { readonly result: T; readonly reads: readonly ReadStamp[] } {
  const reads = new Map<string, string | null>();
  noted = reads;
  try {
    return { result: work(), reads: [...reads] };
  } finally {
    noted = null;
  }
}

/** Reports to `withReads` a file that is read in another way. */
export function noteRead(file: string): void {
  const path = resolve(file);
  if (noted?.has(path) === false) noted.set(path, fileStamp(path));
}

/** Returns the text of a file of at most `maxBytes`, or why there is none, as a sentence about the file. */
export function readSource(file: string, maxBytes: number): ReadSource {
  const read = readSourceBytes(file, maxBytes);
  if (!read.ok) return read;
  try {
    return { ok: true, text: decoder.decode(read.bytes) };
  } catch (error) {
    return { ok: false, issue: issueOf(error) };
  }
}

/** Returns the bytes of a file whose encoding is not known yet. */
export function readSourceBytes(
  file: string,
  maxBytes: number,
): { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly issue: string } {
  noteRead(file);
  let descriptor: number | null = null;
  try {
    // Opening a pipe or a device would block.
    const stats = statSync(file);
    if (stats.isDirectory()) return { ok: false, issue: 'is a folder, not a file' };
    if (!stats.isFile()) return { ok: false, issue: 'is not a plain file' };
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    if (size > maxBytes) return { ok: false, issue: `is larger than ${maxBytes / 1_000_000} MB` };
    return { ok: true, bytes: readFileSync(descriptor) };
  } catch (error) {
    return { ok: false, issue: issueOf(error) };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function issueOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 text';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read';
  if (code === 'ELOOP') return 'is a link that leads to itself';
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the nearest folder above a file that has a package.json or a repository; else the current folder, or for a
 * file outside it, the file's own folder.
 */
export function projectRoot(file: string): string {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    if (['package.json', '.git'].some((name) => existsSync(join(folder, name)))) return folder;
    if (folder === dirname(folder)) return isWithin(process.cwd(), file) ? process.cwd() : dirname(resolve(file));
  }
}

/** Whether a path is in a folder after links are resolved; for a path that does not exist, its folder decides. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(realPath(root), realPath(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

/** Returns a path as people write it: relative where it is below the current folder. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') || resolve(near) === near ? path : near;
}

function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(realPath(parent), relative(parent, full));
  }
}
