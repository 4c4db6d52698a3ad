/**
 * The watermark of a world: one line beside its database with the end of the event log that was written. Every commit
 * overwrites it, and it is flushed to the disk only when it is opened and closed. So it costs a commit one write of 82
 * bytes, survives `kill -9`, and shows at the next start that a write-ahead log was lost or that an older copy of the
 * database has replaced it (decision K116).
 */
import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark, Watermark } from '../../kernel/watermark.ts';
import { PRIVATE, removeFile } from './durable-files.ts';

const NAME = 'ballast.mark';
const LINE = /^ *(\d{1,16}) ([0-9a-f]{64})\n$/;
const EVENTS_WIDTH = 16;
const LINE_BYTES = EVENTS_WIDTH + 1 + 64 + 1;

/** Creates the file if it is missing. Never follows a link, and never waits for the other end of a pipe. */
const CAREFUL = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Throws where there is something other than a plain file. */
export function openWatermark(dataDir: string): Watermark & { close(): void } {
  const file = join(dataDir, NAME);
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | CAREFUL, PRIVATE);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is not a plain file`);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return {
    found: readMark(descriptor),
    write({ events, head }) {
      writeSync(descriptor, `${String(events).padStart(EVENTS_WIDTH)} ${head}\n`, 0, 'latin1');
    },
    close() {
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

/** `null`: there is none, or it is empty. `'unreadable'`: the file has other content. */
export function readWatermark(dataDir: string): Mark | 'unreadable' | null {
  const file = join(dataDir, NAME);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return null;
  if (!stats.isFile()) return 'unreadable';
  const descriptor = openSync(file, constants.O_RDONLY | CAREFUL);
  try {
    return readMark(descriptor) ?? 'unreadable';
  } finally {
    closeSync(descriptor);
  }
}

/** Call this before another world replaces this one; a crash in between leaves no watermark. */
export function removeWatermark(dataDir: string): void {
  removeFile(join(dataDir, NAME));
}

/** Reading one more byte detects a line that is too long. */
function readMark(descriptor: number): Mark | null {
  const bytes = Buffer.alloc(LINE_BYTES + 1);
  const [, events, head] =
    LINE.exec(bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0))) ?? [];
  return events === undefined || head === undefined ? null : { events: Number(events), head };
}
