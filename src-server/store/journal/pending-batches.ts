/**
 * Where groups of a rush wait: as they came, one row each and without their secrets, because a row for every exchange costs
 * ten times as much. They are younger than every exchange that has a row of its own, and get theirs when there is time.
 */
import type Database from 'better-sqlite3';
import { bytesOf, countOf, type JournalBatch } from './journal-batch.ts';

export interface PendingBatch {
  readonly firstSeq: number;
  /** Of its texts. */
  readonly bytes: number;
  readonly parcel: JournalBatch;
}

export interface PendingBatchStore {
  isEmpty(): boolean;
  /** Returns how many bytes of text it is. */
  add(firstSeq: number, parcel: JournalBatch): number;
  /** Takes the oldest down. */
  take(): PendingBatch | null;
  /** Forgets groups all of whose exchanges are older than `seq`; returns how much text it was. */
  drop(seq: number): number;
  clear(): void;
  /** To be called after a transaction that failed. */
  recount(): void;
}

interface StoredGroup {
  readonly first_seq: number;
  readonly size: number;
  readonly numbers: Buffer;
  /** A JSON text. */
  readonly heads: string;
  readonly answer_heads: Buffer;
  readonly texts: Buffer;
}

export function createPendingBatchStore(sqlite: Database.Database): PendingBatchStore {
  const insert = sqlite.prepare('insert into rushes values (?, ?, ?, ?, ?, ?, ?)');
  const oldest = sqlite.prepare<[], StoredGroup>('select * from rushes order by first_seq limit 1');
  const remove = sqlite.prepare('delete from rushes where first_seq = ?');
  const sizes = sqlite.prepare<[number], { groups: number; bytes: number }>(
    'select count(*) as groups, coalesce(sum(size), 0) as bytes from rushes where last_seq < ?',
  );
  const removeBelow = sqlite.prepare('delete from rushes where last_seq < ?');
  const count = sqlite.prepare<[], number>('select count(*) from rushes').pluck();
  let groups = count.get() ?? 0;
  return {
    isEmpty: () => groups === 0,
    add(firstSeq, parcel) {
      const bytes = bytesOf(parcel);
      const [numbers, answerHeads, texts] = [parcel.numbers, parcel.answerHeads, parcel.texts].map(asBuffer);
      const heads = JSON.stringify(parcel.heads);
      insert.run(firstSeq, firstSeq + countOf(parcel) - 1, bytes, numbers, heads, answerHeads, texts);
      groups += 1;
      return bytes;
    },
    take() {
      const stored = groups === 0 ? undefined : oldest.get();
      if (stored === undefined) return null;
      remove.run(stored.first_seq);
      groups -= 1;
      // Copies, because numbers of eight bytes may not begin anywhere in memory.
      const numbers = new Float64Array(new Uint8Array(stored.numbers).buffer);
      const [answerHeads, texts] = [new Uint8Array(stored.answer_heads), new Uint8Array(stored.texts)];
      const heads = JSON.parse(stored.heads) as string[];
      const parcel = { numbers, heads, answerHeads, texts };
      return { firstSeq: stored.first_seq, bytes: stored.size, parcel };
    },
    drop(seq) {
      if (groups === 0) return 0;
      const dropped = sizes.get(seq) ?? { groups: 0, bytes: 0 };
      if (dropped.groups > 0) removeBelow.run(seq);
      groups -= dropped.groups;
      return dropped.bytes;
    },
    clear() {
      sqlite.exec('delete from rushes');
      groups = 0;
    },
    recount() {
      groups = count.get() ?? 0;
    },
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
