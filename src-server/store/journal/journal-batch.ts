/**
 * A batch of journal records as it is sent between threads and stored in the database: a row of numbers for each
 * record, and the bytes of their texts. The memory is transferred, not copied: thousands of waiting records would
 * outlive one garbage collection after the other.
 */
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import { createGrowingBytes } from './growing-bytes.ts';

/** The layout is stored in the database: a change of it is a new version of the journal (`journal-tables.ts`). */
export interface JournalBatch {
  /** `ROW_LENGTH` numbers for each record; NaN stands for null. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The distinct request headers: clients repeat the same ones. */
  readonly requestHeaders: readonly string[];
  /** The response headers of all records, UTF-8. */
  readonly responseHeaders: Uint8Array<ArrayBuffer>;
  /** The `TEXT_FIELDS` of all records, UTF-8. */
  readonly texts: Uint8Array<ArrayBuffer>;
}

const NUMBER_FIELDS = ['atMs', 'receivedMs', 'status', 'durationMs', 'injectedMs'] as const;
const TEXT_FIELDS = [
  'requestId',
  'method',
  'path',
  'operation',
  'form',
  'accountId',
  'keyId',
  'faultId',
  'faultKind',
  'keyReuse',
  'latencyFaultId',
  'requestBody',
  'responseBody',
] as const;
/** First and last event, index of the request headers, and the length of the response headers. */
const OTHER_NUMBERS = 4;
/** `NUMBER_FIELDS`, the others, and the lengths of `TEXT_FIELDS`. */
const ROW_LENGTH = NUMBER_FIELDS.length + OTHER_NUMBERS + TEXT_FIELDS.length;
const FIRST_ROWS = 64;

export function batchCount({ numbers }: JournalBatch): number {
  return numbers.length / ROW_LENGTH;
}

/** Returns the number of bytes of its texts. */
export function bytesOf({ requestHeaders, responseHeaders, texts }: JournalBatch): number {
  return requestHeaders.reduce((sum, text) => sum + Buffer.byteLength(text), responseHeaders.length + texts.length);
}

const MAX_SMALL_RECORDS = 50;
const MAX_SMALL_BYTES = 131_072;

/** Whether there is time to write rows and index words at once: a large batch indicates that requests come quickly. */
export function isSmallBatch(batch: JournalBatch): boolean {
  return batchCount(batch) <= MAX_SMALL_RECORDS && batch.texts.length <= MAX_SMALL_BYTES;
}

/** Collects records into a batch. */
export class JournalPacker {
  #numbers = new Float64Array(FIRST_ROWS * ROW_LENGTH);
  #at = 0;
  readonly #requestHeaders = new Map<string, number>();
  #requestHeadersLength = 0;
  readonly #responseHeaders = createGrowingBytes();
  readonly #texts = createGrowingBytes();

  get count(): number {
    return this.#at / ROW_LENGTH;
  }

  /** Bytes of texts. */
  get bytes(): number {
    return this.#requestHeadersLength + this.#responseHeaders.used + this.#texts.used;
  }

  add(record: JournalRecord): void {
    if (this.#at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    let at = this.#at;
    for (const field of NUMBER_FIELDS) numbers[at++] = record[field] ?? Number.NaN;
    numbers[at++] = record.events?.first ?? Number.NaN;
    numbers[at++] = record.events?.last ?? Number.NaN;
    numbers[at++] = this.#indexOf(record.requestHeaders);
    numbers[at++] = this.#responseHeaders.put(record.responseHeaders);
    for (const field of TEXT_FIELDS) {
      const text = record[field];
      numbers[at++] = text === null ? Number.NaN : this.#texts.put(text);
    }
    this.#at = at;
  }

  /** Returns the added records in memory of their own, and starts a new batch. */
  take(): JournalBatch {
    const batch = {
      numbers: this.#numbers.slice(0, this.#at),
      requestHeaders: [...this.#requestHeaders.keys()],
      responseHeaders: this.#responseHeaders.take(),
      texts: this.#texts.take(),
    };
    this.#begin();
    return batch;
  }

  /** Discards the added records and starts a new batch; returns how many there were. */
  drop(): number {
    const dropped = this.count;
    this.#responseHeaders.drop();
    this.#texts.drop();
    this.#begin();
    return dropped;
  }

  #begin(): void {
    this.#requestHeaders.clear();
    [this.#at, this.#requestHeadersLength] = [0, 0];
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#numbers.length);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  #indexOf(requestHeaders: string): number {
    const known = this.#requestHeaders.get(requestHeaders);
    if (known !== undefined) return known;
    this.#requestHeadersLength += requestHeaders.length;
    this.#requestHeaders.set(requestHeaders, this.#requestHeaders.size);
    return this.#requestHeaders.size - 1;
  }
}

export function packRecords(records: readonly JournalRecord[]): JournalBatch {
  const packer = new JournalPacker();
  for (const record of records) packer.add(record);
  return packer.take();
}

export function unpackRecords(batch: JournalBatch): JournalRecord[] {
  const { numbers, requestHeaders } = batch;
  const nextResponseHeaders = createTextReader(batch.responseHeaders);
  const nextText = createTextReader(batch.texts);
  let at = 0;
  const next = () => {
    const value = numbers[at++] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return Array.from({ length: batchCount(batch) }, () => {
    const record: Partial<Record<keyof JournalRecord, unknown>> = {};
    for (const field of NUMBER_FIELDS) record[field] = next();
    const [first, last] = [next(), next()];
    record.events = first === null || last === null ? null : { first, last };
    record.requestHeaders = requestHeaders[next() ?? 0] ?? '';
    record.responseHeaders = nextResponseHeaders(next() ?? 0);
    for (const field of TEXT_FIELDS) {
      const length = next();
      record[field] = length === null ? null : nextText(length);
    }
    return record as JournalRecord;
  });
}

function createTextReader(bytes: Uint8Array<ArrayBuffer>): (length: number) => string {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  return (length) => {
    const text = memory.toString('utf8', from, from + length);
    from += length;
    return text;
  };
}
