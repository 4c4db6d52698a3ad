/**
 * The watermark of a world: one line beside its database that says how far the event log was written. It is written after
 * every commit, over itself, and flushed to the disk only when it is opened and closed; so it costs a commit one write of
 * 82 bytes, survives `kill -9`, and shows at the next start that a write-ahead log was lost or that an older copy of the
 * database was put in its place (decision K116).
 */
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark, Watermark } from '../../kernel/watermark.ts';
import { PRIVATE, readBytes, removeFile } from './durable-files.ts';

const NAME = 'ballast.mark';
const LINE = /^ *(\d{1,16}) ([0-9a-f]{64})\n$/;
const EVENTS_WIDTH = 16;
const LINE_BYTES = EVENTS_WIDTH + 1 + 64 + 1;

/** Makes the file where there is none, and never follows a link. */
const READ_AND_WRITE = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export function openWatermark(dataDir: string): Watermark & { close(): void } {
  const descriptor = openSync(join(dataDir, NAME), READ_AND_WRITE, PRIVATE);
  const before = Buffer.alloc(LINE_BYTES + 1);
  const found = markOf(before.subarray(0, readSync(descriptor, before, 0, before.length, 0)));
  return {
    found,
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

/** `null`: there is none. `'unreadable'`: there is one, with something else in it. */
export function readWatermark(dataDir: string): Mark | 'unreadable' | null {
  const bytes = readBytes(join(dataDir, NAME));
  return bytes === null || bytes.length === 0 ? null : (markOf(bytes) ?? 'unreadable');
}

/** To be called before another world takes the place of this one; a crash in between leaves none. */
export function removeWatermark(dataDir: string): void {
  removeFile(join(dataDir, NAME));
}

function markOf(bytes: Buffer): Mark | null {
  const [, events, head] = LINE.exec(bytes.toString('latin1')) ?? [];
  return events === undefined || head === undefined ? null : { events: Number(events), head };
}
