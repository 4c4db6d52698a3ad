/**
 * Batches of the journal in order of arrival until the database has stored them: usually at once, later if its disk is
 * full. It is bounded: the oldest are dropped, and counted as lost.
 */
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import type { AppendMessage } from './journal-messages.ts';

/** The same as the limit of the requests on their way to the thread. */
const MAX_KIB = 65_536;

export class UnwrittenBatches {
  readonly #append: (message: AppendMessage) => void;
  #waiting: AppendMessage[] = [];
  #lost = 0;

  /** `append` throws if the database does not store it. */
  constructor(append: (message: AppendMessage) => void) {
    this.#append = append;
  }

  /** Returns how many requests wait. */
  count(): number {
    return this.#waiting.reduce((sum, { count }) => sum + count, 0);
  }

  add(message: AppendMessage): void {
    this.#waiting.push(message);
    while (this.#waiting.length > 1 && this.#waiting.reduce((sum, { kib }) => sum + kib, 0) > MAX_KIB) this.#drop();
  }

  /** Writes as much as the disk takes; returns why the rest was not written, `null` if there is none. */
  write(): string | null {
    let reason: string | null = null;
    for (let message = this.#waiting[0]; message !== undefined; message = this.#waiting[0]) {
      try {
        this.#append(message);
        this.#waiting.shift();
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        if (isTemporary(error)) return reason;
        this.#drop();
      }
    }
    return reason;
  }

  /** Returns how many requests were lost since the last call. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Discards the waiting batches; returns how many requests they had. */
  clear(): number {
    const cleared = this.count();
    this.#waiting = [];
    return cleared;
  }

  #drop(): void {
    this.#lost += this.#waiting.shift()?.count ?? 0;
  }
}

/** A disk can have room again; a path where no database can be opened cannot change. */
export function isTemporary(error: unknown): boolean {
  const isOpened = !(error instanceof Error && 'code' in error && error.code === 'SQLITE_CANTOPEN');
  const reason = storageFailureOf(error)?.reason;
  return reason === 'disk_full' || (reason === 'disk_error' && isOpened);
}
