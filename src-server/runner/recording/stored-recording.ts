/** The stored metadata of a recording, next to its scenario. An invalid file is skipped. */

import { z } from 'zod';
import { RECORDING_ENDS, RECORDING_STARTS } from '../../domain/world-choices.ts';
import type { RecordingFacts } from '../../engine/ports/recording-port.ts';
import type { RecordingStore } from './recording-store.ts';

const stored = z.object({
  recordingId: z.string().regex(/^recording-\d{1,15}$/),
  name: z.string(),
  from: z.enum(RECORDING_STARTS),
  endedBy: z.enum(RECORDING_ENDS).nullable(),
  startMs: z.int(),
  endMs: z.int(),
  commands: z.int().min(0),
  events: z.int().min(0),
  head: z.string(),
  needsStart: z.boolean(),
  afterSeq: z.int().min(0),
});

export interface StoredRecording extends RecordingFacts {
  readonly afterSeq: number;
}

/** In the order of their starts. Calls `onBad` with a sentence for each that cannot be read. */
export function readRecordings(store: RecordingStore, onBad: (message: string) => void): StoredRecording[] {
  return store
    .list()
    .flatMap((id) => {
      const issue = (what: string) => {
        onBad(`The recording ${id} is left out: its file recordings/${id}.json ${what}. Repair or delete that file.`);
        return [];
      };
      const read = stored.safeParse(parse(store.find(id, 'json')));
      if (!read.success) return issue('does not belong to a recording');
      return read.data.recordingId === id ? [read.data] : issue(`is that of ${read.data.recordingId}`);
    })
    .sort((left, right) => recordingNumber(left.recordingId) - recordingNumber(right.recordingId));
}

/** Why `readRecordings` skips the file of a recording; `null` if it is valid. */
export function recordingIssue(id: string, bytes: Buffer): string | null {
  const read = stored.safeParse(parse(bytes));
  if (!read.success) return 'does not belong to a recording';
  return read.data.recordingId === id ? null : `is that of ${read.data.recordingId}`;
}

/** 0 for a name without a number. */
export function recordingNumber(recordingId: string): number {
  return Number(/^recording-(\d+)$/.exec(recordingId)?.[1] ?? 0);
}

function parse(bytes: Buffer | null): unknown {
  try {
    return bytes === null ? null : JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
