/**
 * The log of an installed app: the output of its server, and the state changes of its processes, as lines in a file
 * that only the user may read. A full file becomes the newest of the old ones. A log that cannot be written stops
 * nothing.
 */

import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  readonly file: string;
  /** Lines with their line ends, as a process writes them. */
  write(text: string | Buffer): void;
  /** A line of the app itself, with the time. */
  note(text: string): void;
}

const maxBytes = 1_048_576;
/** Rotated files, in addition to the current one. */
const mostOld = 4;

export function createLogFile(file: string, now: () => Date = () => new Date()): LogFile {
  const write = (text: string | Buffer) => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (sizeOf(file) + text.length > maxBytes) rotate(file);
      appendFileSync(file, text, { mode: 0o600 });
    } catch {
      // There is nowhere left to report it.
    }
  };
  return { file, write, note: (text) => write(`${now().toISOString()} ${text}\n`) };
}

/** `ballast.log` becomes `ballast.log.1`, and so on; the oldest is removed. */
function rotate(file: string): void {
  rmSync(`${file}.${mostOld}`, { force: true });
  for (let age = mostOld - 1; age >= 0; age -= 1) {
    const from = age === 0 ? file : `${file}.${age}`;
    if (sizeOf(from) > 0) renameSync(from, `${file}.${age + 1}`);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
