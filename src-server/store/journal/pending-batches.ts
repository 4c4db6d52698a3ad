/**
 * Large batches that wait in the database to be split into rows: one row for each batch, without its secrets, because a
 * row for every request costs ten times as much. They are later than every request that has its own row.
 */
import type Database from 'better-sqlite3';
import { batchCount, bytesOf, type JournalBatch } from './journal-batch.ts';

interface PendingBatch {
  readonly firstSeq: number;
  /** Of its texts. */
  readonly bytes: number;
  readonly batch: JournalBatch;
}

interface StoredBatch {
  readonly first_seq: number;
  readonly size: number;
  readonly numbers: Buffer;
  /** The request headers, as JSON. */
  readonly heads: string;
  /** The response headers. */
  readonly answer_heads: Buffer;
  readonly texts: Buffer;
}

/** The number of batches is also stored in memory, so that a journal without any has no cost. */
export class PendingBatchStore {
  readonly #sqlite: Database.Database;
  readonly #insert;
  readonly #selectOldest;
  readonly #delete;
  readonly #sumBelow;
  readonly #deleteBelow;
  readonly #countAll;
  #count: number;

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite;
    this.#insert = sqlite.prepare('insert into rushes values (?, ?, ?, ?, ?, ?, ?)');
    this.#selectOldest = sqlite.prepare<[], StoredBatch>('select * from rushes order by first_seq limit 1');
    this.#delete = sqlite.prepare('delete from rushes where first_seq = ?');
    this.#sumBelow = sqlite.prepare<[number], { count: number; bytes: number }>(
      'select count(*) as count, coalesce(sum(size), 0) as bytes from rushes where last_seq < ?',
    );
    this.#deleteBelow = sqlite.prepare('delete from rushes where last_seq < ?');
    this.#countAll = sqlite.prepare<[], number>('select count(*) from rushes').pluck();
    this.#count = this.#countAll.get() ?? 0;
  }

  isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Returns the number of bytes of its texts. */
  add(firstSeq: number, batch: JournalBatch): number {
    const bytes = bytesOf(batch);
    const [numbers, responseHeaders, texts] = [batch.numbers, batch.responseHeaders, batch.texts].map(asBuffer);
    const requestHeaders = JSON.stringify(batch.requestHeaders);
    const lastSeq = firstSeq + batchCount(batch) - 1;
    this.#insert.run(firstSeq, lastSeq, bytes, numbers, requestHeaders, responseHeaders, texts);
    this.#count += 1;
    return bytes;
  }

  /** Removes the oldest and returns it. */
  take(): PendingBatch | null {
    const stored = this.isEmpty() ? undefined : this.#selectOldest.get();
    if (stored === undefined) return null;
    this.#delete.run(stored.first_seq);
    this.#count -= 1;
    const batch = {
      // A copy, because an array of eight-byte numbers needs aligned memory.
      numbers: new Float64Array(new Uint8Array(stored.numbers).buffer),
      requestHeaders: JSON.parse(stored.heads) as string[],
      responseHeaders: new Uint8Array(stored.answer_heads),
      texts: new Uint8Array(stored.texts),
    };
    return { firstSeq: stored.first_seq, bytes: stored.size, batch };
  }

  /** Deletes the batches all of whose requests are older than `seq`; returns how many bytes of text they had. */
  drop(seq: number): number {
    if (this.isEmpty()) return 0;
    const { count, bytes } = this.#sumBelow.get(seq) ?? { count: 0, bytes: 0 };
    if (count > 0) this.#deleteBelow.run(seq);
    this.#count -= count;
    return bytes;
  }

  clear(): void {
    this.#sqlite.exec('delete from rushes');
    this.#count = 0;
  }

  /** Called after a rollback. */
  recount(): void {
    this.#count = this.#countAll.get() ?? 0;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
