/**
 * Writes files that are whole or absent: as a draft beside their path, flushed to the disk, then renamed in one step.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { appendFile, copyFile, open, readFile, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that is complete, as a draft beside its path. */
export interface ReadyFile {
  /** Path of the draft. */
  readonly draft: string;
  /**
   * Renames the draft to its path and replaces what was there; survives a power cut once this returns. Where this
   * throws, the draft is removed.
   */
  moveIn(): void;
  discard(): void;
}

/** Only the user may read what clients and servers sent (decision K97). */
export const PRIVATE = 0o600;

/**
 * Makes a folder and its missing parents. Does not use `recursive: true`, which reads "read-only" as "no such file",
 * and never returns where the file system reports that for a folder whose parent exists (as /proc does).
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/** Throws where the disk does not take it; the file at the path is unchanged then. */
export function readyFile(file: string, bytes: Uint8Array, mode = 0o666): ReadyFile {
  const draft = `${file}.new`;
  makeFolder(dirname(file));
  try {
    // Whatever is there, perhaps a link to elsewhere, is removed and not written through.
    rmSync(draft, { force: true });
    writeWhole(draft, bytes, mode);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return readyAt(draft, file);
}

/** Does the same for a file that `write` creates at the path it gets; it is flushed to the disk on another thread. */
export async function readyWritten(file: string, write: (draft: string) => Promise<void>): Promise<ReadyFile> {
  const draft = `${file}.new`;
  makeFolder(dirname(file));
  try {
    rmSync(draft, { force: true });
    await write(draft);
    await syncFile(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return readyAt(draft, file);
}

function readyAt(draft: string, file: string): ReadyFile {
  return {
    draft,
    moveIn() {
      try {
        renameSync(draft, file);
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
      syncFolder(dirname(file));
    },
    discard: () => rmSync(draft, { force: true }),
  };
}

interface WholeFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes several files, in this order: none gets its name before all are on the disk, and a failure leaves no draft.
 */
export function writeTogether(files: readonly WholeFile[], mode = 0o666): void {
  const ready: ReadyFile[] = [];
  try {
    for (const { file, bytes } of files) ready.push(readyFile(file, bytes, mode));
    for (const each of ready) each.moveIn();
  } catch (error) {
    for (const each of ready) each.discard();
    throw error;
  }
}

/** Flushes a file to the disk, on another thread. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies a file on another thread. */
export function copyWhole(from: string, to: string): Promise<void> {
  return copyFile(from, to);
}

/** Overwrites bytes at an offset of a file. */
export async function overwriteBytes(file: string, { offset, bytes }: { offset: number; bytes: Uint8Array }) {
  const handle = await open(file, 'r+');
  try {
    await handle.write(bytes, 0, bytes.length, offset);
  } finally {
    await handle.close();
  }
}

/** Appends bytes to a file. */
export async function appendBytes(file: string, bytes: Uint8Array): Promise<void> {
  await appendFile(file, bytes);
}

/** Truncates a file to this many bytes. */
export async function cutFile(file: string, bytes: number): Promise<void> {
  await truncate(file, bytes);
}

/** Returns the last bytes of a file, or all of a shorter one. */
export async function readEnd(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const end = Buffer.alloc(Math.min(most, size));
    await handle.read(end, 0, end.length, size - end.length);
    return end;
  } finally {
    await handle.close();
  }
}

const HASHED_AT_ONCE = 1_048_576;

/** Returns the SHA-256 of the first bytes of a file, hexadecimal. */
export async function hashFile(file: string, bytes: number): Promise<string> {
  const hashed = createHash('sha256');
  if (bytes > 0) {
    for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: HASHED_AT_ONCE })) {
      hashed.update(chunk as Buffer);
    }
  }
  return hashed.digest('hex');
}

/** Reads a file on another thread. */
export function readWhole(file: string): Promise<Buffer> {
  return readFile(file);
}

function writeWhole(file: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(file, 'wx', mode);
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes a folder, which makes the names in it durable; Windows cannot open folders and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

interface ListedFile {
  readonly file: string;
  /** Without folder and extension. */
  readonly name: string;
  readonly bytes: number;
  /** Wall clock. */
  readonly writtenMs: number;
}

/** Returns the files of a folder that have this ending, by name; none where the folder does not exist. */
export function listFiles(folder: string, ending: string): ListedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return { file, name: name.slice(0, -ending.length), ...fileStats(file) };
    });
}

export function fileStats(file: string): Pick<ListedFile, 'bytes' | 'writtenMs'> {
  const { size, mtimeMs } = statSync(file);
  return { bytes: size, writtenMs: Math.round(mtimeMs) };
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether a file exists and is not empty. */
export function isFilledFile(file: string): boolean {
  return isFile(file) && fileStats(file).bytes > 0;
}

/** Returns those of the names that a folder has; an empty folder counts as absent. */
export function existingNames(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && (!stats.isDirectory() || readdirSync(join(folder, name)).length > 0);
  });
}

/** Matches drafts, and the files that SQLite puts beside a draft while it is written. */
const DRAFT = /\.[a-z]+\.new(?:-wal|-shm|-journal)?$/;

/** Removes the drafts below a folder that never got their names, because their writer was killed. */
export function removeDrafts(folder: string, below: string): void {
  const place = join(folder, below);
  if (!existsSync(place)) return;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (entry.isFile() && DRAFT.test(entry.name)) rmSync(join(place, entry.name), { force: true });
  }
}

/** `null` where the file does not exist. */
export function readBytes(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Removes a file if it exists; returns whether it did. */
export function removeFile(file: string): boolean {
  if (!isFile(file)) return false;
  rmSync(file, { force: true });
  syncFolder(dirname(file));
  return true;
}
