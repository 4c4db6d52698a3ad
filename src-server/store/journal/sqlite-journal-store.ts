/**
 * Stores the journal in its own database, within its bounds: the oldest requests are dropped first. Runs in the
 * journal's thread. Large batches are stored whole; their rows and the search index follow when there is time, or at
 * once for a reader.
 */
import type Database from 'better-sqlite3';
import type { JournalAsk, JournalBounds, JournalResponse } from '../../engine/ports/journal-port.ts';
import { SecretIndex } from '../../engine/redaction/secret-index.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { batchCount, isSmallBatch, type JournalBatch, unpackRecords } from './journal-batch.ts';
import { createJournalReader } from './journal-reader.ts';
import { createSearchIndex, type SearchIndex } from './journal-search-index.ts';
import { openJournalTables } from './journal-tables.ts';
import { createRequestDropper, createRequestWriter, type WriteRequests } from './journal-writer.ts';
import { PendingBatchStore } from './pending-batches.ts';
import { redactBatch } from './redact-batch.ts';

export interface JournalSettings {
  /** `null`: a temporary database. */
  readonly file: string | null;
  readonly bounds: JournalBounds;
}

/** Number of requests that are dropped together where there are too many bytes. */
const DROPPED_AT_ONCE = 200;
const INDEXED_AT_ONCE = 2000;

/** All journals of a thread redact the secrets of one server, which hardly change from one batch to the next. */
const seekers = new SecretIndex();
const sought: readonly SecretIndex[] = [seekers];

export class SqliteJournal {
  readonly #sqlite: Database.Database;
  readonly #bounds: JournalBounds;
  readonly #searchIndex: SearchIndex;
  readonly #pending: PendingBatchStore;
  readonly #read: (ask: JournalAsk) => JournalResponse;
  readonly #write: WriteRequests;
  readonly #drop: (seq: number) => number;
  #extent: JournalExtent;

  constructor({ file, bounds }: JournalSettings) {
    this.#sqlite = openJournalTables(file);
    this.#bounds = bounds;
    this.#searchIndex = createSearchIndex(this.#sqlite);
    this.#pending = new PendingBatchStore(this.#sqlite);
    this.#read = createJournalReader(this.#sqlite);
    this.#write = createRequestWriter(this.#sqlite);
    this.#drop = createRequestDropper(this.#sqlite, this.#searchIndex.drop);
    this.#extent = readExtent(this.#sqlite);
  }

  /** Stores a batch without `secrets`, and without the secrets that its requests presented. */
  append(batch: JournalBatch, secrets: readonly string[]): void {
    this.#atomically(() => {
      const extent = this.#extent;
      const count = batchCount(batch);
      // After a batch that waits, the next one has to wait too, so that numbers and rows have the same order.
      const waits = !isSmallBatch(batch) || !this.#pending.isEmpty();
      seekers.become(secrets);
      const redacted = waits ? redactBatch(batch, sought) : null;
      if (redacted !== null) extent.bytes += this.#pending.add(extent.lastSeq + 1, redacted);
      else {
        while (this.#split()) {}
        extent.bytes += this.#write(extent.lastSeq + 1, unpackRecords(batch), sought);
      }
      extent.lastSeq += count;
      this.#enforceBounds();
    });
  }

  ask(ask: JournalAsk): JournalResponse {
    this.#catchUp(ask.filter.text !== undefined);
    return this.#read(ask);
  }

  /** Returns how many requests there were. */
  clear(): number {
    return this.#atomically(() => {
      const count = this.#extent.lastSeq - this.#extent.firstSeq + 1;
      this.#sqlite.exec('delete from exchanges; delete from contents');
      this.#searchIndex.clear();
      this.#pending.clear();
      this.#extent = { firstSeq: 1, lastSeq: 0, bytes: 0 };
      return count;
    });
  }

  /** Splits a batch that waits, or indexes at most this many requests; false when nothing remains to be done. */
  tidy(most: number): boolean {
    return this.#atomically(() => this.#split()) || this.#searchIndex.index(most);
  }

  close(): void {
    this.#sqlite.close();
  }

  /** Writes the rows of the oldest batch that waits; false where none does. */
  #split(): boolean {
    const pending = this.#pending.take();
    if (pending === null) return false;
    const dropped = Math.max(0, this.#extent.firstSeq - pending.firstSeq);
    const records = unpackRecords(pending.batch).slice(dropped);
    // It was stored without its secrets.
    this.#extent.bytes += this.#write(pending.firstSeq + dropped, records, []) - pending.bytes;
    this.#enforceBounds();
    return true;
  }

  #enforceBounds(): void {
    const { rows, bytes } = this.#bounds;
    const extent = this.#extent;
    if (extent.lastSeq - rows >= extent.firstSeq) this.#dropBelow(extent.lastSeq - rows + 1);
    while (extent.bytes > bytes && extent.firstSeq <= extent.lastSeq)
      this.#dropBelow(Math.min(extent.firstSeq + DROPPED_AT_ONCE, extent.lastSeq + 1));
  }

  #dropBelow(seq: number): void {
    this.#extent.bytes -= this.#drop(seq) + this.#pending.drop(seq);
    this.#extent.firstSeq = seq;
  }

  /** If the disk is full, requests without rows, or not in the index, are not found. */
  #catchUp(withIndex: boolean): void {
    try {
      while (this.#atomically(() => this.#split())) {}
      if (withIndex) while (this.#searchIndex.index(INDEXED_AT_ONCE)) {}
    } catch (error) {
      if (storageFailureOf(error) === null) throw error;
    }
  }

  /** Runs in one transaction. Counts in memory are recomputed after a rollback. */
  #atomically<T>(work: () => T): T {
    try {
      return this.#sqlite.transaction(work).immediate();
    } catch (error) {
      this.#extent = readExtent(this.#sqlite);
      this.#pending.recount();
      throw error;
    }
  }
}

/** The numbers of the first and the last request, and the bytes of all texts. */
interface JournalExtent {
  firstSeq: number;
  lastSeq: number;
  bytes: number;
}

function readExtent(sqlite: Database.Database): JournalExtent {
  const text =
    'select min(first) as firstSeq, max(last) as lastSeq, sum(size) as bytes from (' +
    'select min(seq) as first, max(seq) as last, sum(size) as size from exchanges union all ' +
    'select min(first_seq), max(last_seq), sum(size) from rushes)';
  const stored = sqlite.prepare<[], Record<keyof JournalExtent, number | null>>(text).get();
  return { firstSeq: stored?.firstSeq ?? 1, lastSeq: stored?.lastSeq ?? 0, bytes: stored?.bytes ?? 0 };
}
