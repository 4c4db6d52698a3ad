/** Files that are whole or absent: written beside their place, brought to the disk, then moved there in one step. */
import {
  closeSync,
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
import { dirname, join } from 'node:path';

/** A file that lies ready beside the place it is meant for. */
export interface ReadyFile {
  /** Takes the place, whatever was there; survives a power cut once this returns. */
  moveIn(): void;
  discard(): void;
}

/** Throws where the disk does not take it; the place itself is untouched then. */
export function readyFile(file: string, bytes: Uint8Array): ReadyFile {
  const draft = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeWhole(draft, bytes);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return {
    moveIn() {
      renameSync(draft, file);
      syncFolder(dirname(file));
    },
    discard: () => rmSync(draft, { force: true }),
  };
}

function writeWhole(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A name is on the disk when its folder is; Windows cannot open folders and does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface ListedFile {
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
      const { size, mtimeMs } = statSync(file);
      return { file, name: name.slice(0, -ending.length), bytes: size, writtenMs: Math.round(mtimeMs) };
    });
}

/** `null` where there is none. */
export function readBytes(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Resolves the absence that is wanted: true where there was a file. */
export function removeFile(file: string): boolean {
  const isThere = existsSync(file);
  rmSync(file, { force: true });
  if (isThere) syncFolder(dirname(file));
  return isThere;
}
