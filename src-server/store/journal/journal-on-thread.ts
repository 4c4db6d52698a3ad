/** One journal on its thread: its database, opened with the first batch or query, and the batches that wait for it. */
import type { JournalAsk, JournalResponse } from '../../engine/ports/journal-port.ts';
import { type Backlog, createBacklog } from './journal-backlog.ts';
import { isSmallBatch } from './journal-batch.ts';
import type { FromJournals, JournalTask, OpenMessage } from './journal-messages.ts';
import { type JournalSettings, SqliteJournal } from './sqlite-journal-store.ts';
import { isTemporary, UnwrittenBatches } from './unwritten-batches.ts';

const INDEXED_AT_ONCE = 500;

export class JournalOnThread {
  readonly #number: number;
  readonly #settings: JournalSettings;
  readonly #send: (message: FromJournals) => void;
  readonly #backlog: Backlog;
  readonly #batches = new UnwrittenBatches(({ batch, secrets }) => this.#opened().append(batch, secrets));
  #journal: SqliteJournal | null = null;
  #reportedUnwritten = 0;

  constructor({ journal, settings, shared }: OpenMessage, send: (message: FromJournals) => void) {
    this.#number = journal;
    this.#settings = settings;
    this.#send = send;
    this.#backlog = createBacklog(shared);
  }

  /** Never throws: errors are reported, or are the reply. */
  handle(message: JournalTask): void {
    try {
      if (message.kind === 'append') this.#batches.add(message);
      this.#writeBatches();
      this.#do(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      if ('id' in message) this.#send({ id: message.id, error: reason, code });
      else this.#report(this.#batches.count(), 0, reason);
    } finally {
      // A batch that could not be written also leaves the backlog: nobody must wait for it.
      if (message.kind === 'append') this.#backlog.finish(message);
    }
  }

  #do(message: JournalTask): void {
    switch (message.kind) {
      case 'append':
        if (this.#batches.count() === 0 && isSmallBatch(message.batch)) this.#opened().tidy(INDEXED_AT_ONCE);
        break;
      case 'tidy':
        if (this.#batches.count() === 0 && this.#opened().tidy(INDEXED_AT_ONCE))
          this.#send({ journal: this.#number, isUntidy: true });
        break;
      case 'ask':
        this.#send({ id: message.id, value: this.#ask(message.ask) });
        break;
      case 'clear':
        this.#send({ id: message.id, value: this.#batches.clear() + this.#opened().clear() });
        break;
      case 'close':
        this.#close(message.id);
    }
  }

  /** Writes all earlier batches first, as far as the disk takes them. */
  #writeBatches(): void {
    const reason = this.#batches.write();
    const [unwritten, lost] = [this.#batches.count(), this.#batches.takeLost()];
    if (reason === null && lost === 0 && unwritten === this.#reportedUnwritten) return;
    this.#reportedUnwritten = unwritten;
    this.#report(unwritten, lost, reason);
  }

  /** A journal whose disk was full before it was opened is empty. */
  #ask(query: JournalAsk): JournalResponse {
    try {
      return this.#opened().ask(query);
    } catch (error) {
      if (this.#journal !== null || !isTemporary(error)) throw error;
      return { rows: [], total: 0 };
    }
  }

  #close(id: number): void {
    const lost = this.#batches.clear();
    if (lost > 0) this.#report(0, lost, 'the server ends');
    this.#journal?.close();
    this.#send({ id, value: null });
  }

  #opened(): SqliteJournal {
    this.#journal ??= new SqliteJournal(this.#settings);
    return this.#journal;
  }

  #report(unwritten: number, lost: number, reason: string | null): void {
    this.#send({ journal: this.#number, unwritten, lost, reason });
  }
}
