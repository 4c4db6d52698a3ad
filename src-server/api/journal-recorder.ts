/**
 * Writes the journal without slowing answers: exchanges are gathered in memory and committed in groups. A crash loses at
 * most the last group; nothing else is ever lost, because the world is not kept here.
 */
import type { JournalRecord, JournalStore } from '../engine/journal-port.ts';

const GROUP_MS = 100;
const GROUP_SIZE = 1000;

export class JournalRecorder {
  readonly #store: JournalStore;
  readonly #after: (delayMs: number, run: () => void) => () => void;
  #waiting: JournalRecord[] = [];
  #cancel: (() => void) | null = null;

  constructor(store: JournalStore, after: (delayMs: number, run: () => void) => () => void) {
    this.#store = store;
    this.#after = after;
  }

  record(exchange: JournalRecord): void {
    this.#waiting.push(exchange);
    if (this.#waiting.length >= GROUP_SIZE) this.flush();
    else this.#cancel ??= this.#after(GROUP_MS, () => this.flush());
  }

  /** Commits what is waiting; to be called before reading and on closing. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length > 0) this.#store.append(group);
  }
}
