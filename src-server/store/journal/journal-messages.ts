/** The messages between the server and the journal's thread. */
import type { JournalAnswer, JournalAsk } from '../../engine/ports/journal-port.ts';
import type { JournalBatch } from './journal-batch.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** What the thread is started with. */
export interface JournalStart {
  readonly settings: JournalSettings;
  /** Counts what is on its way to the thread: `journal-backlog.ts`. */
  readonly shared: SharedArrayBuffer;
}

export interface AppendMessage {
  readonly kind: 'append';
  readonly batch: JournalBatch;
  /** Requests in it. */
  readonly count: number;
  readonly secrets: readonly string[];
  /** How much memory it is. */
  readonly kib: number;
}

export type ToJournal =
  | AppendMessage
  | { readonly kind: 'tidy' }
  | { readonly kind: 'ask'; readonly id: number; readonly ask: JournalAsk }
  | { readonly kind: 'clear'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number };

/** The result of the message with this id. */
export type JournalReply =
  | { readonly id: number; readonly value: JournalAnswer | number | null }
  /** `code`: that of SQLite or of the operating system, where there is one. */
  | { readonly id: number; readonly error: string; readonly code: string | null };

export type FromJournal =
  | JournalReply
  /** There is more to tidy. */
  | { readonly isUntidy: true }
  /** Requests could not be written: how many wait to be, how many more are lost, and why. */
  | { readonly unwritten: number; readonly lost: number; readonly reason: string | null };
