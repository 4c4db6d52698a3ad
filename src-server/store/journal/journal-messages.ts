/** The messages between the server and the thread of its journals. Each one names its journal. */
import type { JournalAsk, JournalResponse } from '../../engine/ports/journal-port.ts';
import type { JournalBatch } from './journal-batch.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** The first message about a journal. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly journal: number;
  readonly settings: JournalSettings;
  /** Counts the requests on their way to this journal: `journal-backlog.ts`. */
  readonly shared: SharedArrayBuffer;
}

export interface AppendMessage {
  readonly kind: 'append';
  readonly journal: number;
  readonly batch: JournalBatch;
  /** Number of requests in it. */
  readonly count: number;
  readonly secrets: readonly string[];
  /** Its memory, in KiB. */
  readonly kib: number;
}

/** A task for a journal that is open. */
export type JournalTask =
  | AppendMessage
  | { readonly kind: 'tidy'; readonly journal: number }
  | { readonly kind: 'ask'; readonly journal: number; readonly id: number; readonly ask: JournalAsk }
  | { readonly kind: 'clear'; readonly journal: number; readonly id: number }
  | { readonly kind: 'close'; readonly journal: number; readonly id: number };

export type ToJournals = OpenMessage | JournalTask;

/** The reply to the message with this id. */
export type JournalReply =
  | { readonly id: number; readonly value: JournalResponse | number | null }
  /** `code`: that of SQLite or of the operating system, where there is one. */
  | { readonly id: number; readonly error: string; readonly code: string | null };

/** A message of a journal that replies to none. */
export type JournalReport =
  /** More rows have to be split or indexed. */
  | { readonly journal: number; readonly isUntidy: true }
  /** Requests could not be written: how many wait, how many more are lost, and why. */
  | { readonly journal: number; readonly unwritten: number; readonly lost: number; readonly reason: string | null };

export type FromJournals = JournalReply | JournalReport;
