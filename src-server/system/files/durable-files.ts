/** Files that are whole or absent: written beside their place, brought to the disk, then moved there in one step. */
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

/** A file that lies ready beside the place it is meant for. */
export interface ReadyFile {
  /** Where it lies. */
  readonly draft: string;
  /** Takes the place, whatever was there; survives a power cut once this returns. Is gone where this throws. */
  moveIn(): void;
  discard(): void;
}

/** What clients and servers said is for the user alone (decision K97). */
export const PRIVATE = 0o600;

/**
 * Makes a folder and what is missing above it. Not left to `recursive: true`, which takes "read-only" for "no such file",
 * and never returns where the file system answers that for a folder whose parent exists (as /proc does).
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Throws where the disk does not take it; the place itself is untouched then. */
export function readyFile(file: string, bytes: Uint8Array, mode = 0o666): ReadyFile {
  const draft = `${file}.new`;
  makeFolder(dirname(file));
  try {
    // Whatever lies there, a link to elsewhere perhaps, is removed and not written through.
    rmSync(draft, { force: true });
    writeWhole(draft, bytes, mode);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return readyAt(draft, file);
}

/** The same of a file that `write` makes where it is told to, and that the disk gets without anybody waiting for it. */
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

/** Several files, in this order: none takes its place before all of them are on the disk, and a failure leaves no draft. */
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

/** Brings what was written to the disk, on another thread. */
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

/** Writes bytes over those at a place of a file. */
export async function overwriteBytes(file: string, { offset, bytes }: { offset: number; bytes: Uint8Array }) {
  const handle = await open(file, 'r+');
  try {
    await handle.write(bytes, 0, bytes.length, offset);
  } finally {
    await handle.close();
  }
}

/** Writes bytes after the last one of a file. */
export async function appendBytes(file: string, bytes: Uint8Array): Promise<void> {
  await appendFile(file, bytes);
}

/** Forgets what is after so many bytes of a file. */
export async function cutFile(file: string, bytes: number): Promise<void> {
  await truncate(file, bytes);
}

/** The last bytes of a file, or all of a shorter one. */
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

/** SHA-256 of the first bytes of a file, hexadecimal. */
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

/** A name is on the disk when its folder is; Windows cannot open folders and does not need it. */
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
  /** Without folder and ending. */
  readonly name: string;
  readonly bytes: number;
  /** Wall clock. */
  readonly writtenMs: number;
}

/** The files of a folder that end so, by name; none where there is no folder. */
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

/** A file with something in it. */
export function isFilledFile(file: string): boolean {
  return isFile(file) && fileStats(file).bytes > 0;
}

/** Those of some names that a folder has; an empty folder is as good as none. */
export function existingNames(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && (!stats.isDirectory() || readdirSync(join(folder, name)).length > 0);
  });
}

/** What SQLite lays beside a draft while it is written goes with it. */
const DRAFT = /\.[a-z]+\.new(?:-wal|-shm|-journal)?$/;

/** Removes the files below a folder that were to take their places and never did: whoever wrote them was killed. */
export function removeDrafts(folder: string, below: string): void {
  const place = join(folder, below);
  if (!existsSync(place)) return;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (entry.isFile() && DRAFT.test(entry.name)) rmSync(join(place, entry.name), { force: true });
  }
}

/** `null` where there is none. */
export function readBytes(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Resolves the absence that is wanted: true where there was a file. */
export function removeFile(file: string): boolean {
  if (!isFile(file)) return false;
  rmSync(file, { force: true });
  syncFolder(dirname(file));
  return true;
}
