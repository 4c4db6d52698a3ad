/** The messages between the server and the thread of its journals. Each one says which journal it is about. */
import type { JournalAnswer, JournalAsk } from '../../engine/ports/journal-port.ts';
import type { JournalBatch } from './journal-batch.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** The first message about a journal. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly journal: number;
  readonly settings: JournalSettings;
  /** Counts what is on its way to this journal: `journal-backlog.ts`. */
  readonly shared: SharedArrayBuffer;
}

export interface AppendMessage {
  readonly kind: 'append';
  readonly journal: number;
  readonly batch: JournalBatch;
  /** Requests in it. */
  readonly count: number;
  readonly secrets: readonly string[];
  /** How much memory it is. */
  readonly kib: number;
}

/** What is done with a journal that is open. */
export type JournalTask =
  | AppendMessage
  | { readonly kind: 'tidy'; readonly journal: number }
  | { readonly kind: 'ask'; readonly journal: number; readonly id: number; readonly ask: JournalAsk }
  | { readonly kind: 'clear'; readonly journal: number; readonly id: number }
  | { readonly kind: 'close'; readonly journal: number; readonly id: number };

export type ToJournals = OpenMessage | JournalTask;

/** The result of the message with this id. */
export type JournalReply =
  | { readonly id: number; readonly value: JournalAnswer | number | null }
  /** `code`: that of SQLite or of the operating system, where there is one. */
  | { readonly id: number; readonly error: string; readonly code: string | null };

/** What a journal says unasked. */
export type JournalReport =
  /** There is more to tidy. */
  | { readonly journal: number; readonly isUntidy: true }
  /** Requests could not be written: how many wait to be, how many more are lost, and why. */
  | { readonly journal: number; readonly unwritten: number; readonly lost: number; readonly reason: string | null };

export type FromJournals = JournalReply | JournalReport;
