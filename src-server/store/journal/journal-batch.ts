/**
 * A group of exchanges as it goes from thread to thread, and as it is kept in a rush: a row of numbers for each, and the bytes
 * of their texts. Bytes are given away and not copied, and kept as they are; texts of thousands of exchanges that wait would
 * outlive a collection, and then another.
 */
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import { createGrowingBytes } from './growing-bytes.ts';

export interface JournalBatch {
  /** `NUMBERS_EACH` of each exchange in turn; not a number: nothing. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Different request headers; clients say the same over and over. */
  readonly heads: readonly string[];
  /** Response headers of each exchange in turn, UTF-8. */
  readonly answerHeads: Uint8Array<ArrayBuffer>;
  /** All other texts of each in turn, UTF-8. */
  readonly texts: Uint8Array<ArrayBuffer>;
}

export interface JournalPacker {
  readonly count: number;
  /** Of texts. */
  readonly bytes: number;
  add(exchange: JournalRecord): void;
  /** What was added, in memory of its own; begins anew. */
  take(): JournalBatch;
  /** Begins anew; returns how many there were. */
  drop(): number;
}

/** Where a row has the place of its request headers among the different ones. */
const HEAD = 7;
/** From here on the lengths of texts, response headers first. */
const LENGTHS = 8;
const TEXTS_EACH = 11;
const NUMBERS_EACH = LENGTHS + 1 + TEXTS_EACH;
const FIRST_ROWS = 64;

export function countOf({ numbers }: JournalBatch): number {
  return numbers.length / NUMBERS_EACH;
}

export function bytesOf({ heads, answerHeads, texts }: JournalBatch): number {
  return heads.reduce((sum, head) => sum + Buffer.byteLength(head), answerHeads.length + texts.length);
}

export function createPacker(): JournalPacker {
  let numbers = new Float64Array(FIRST_ROWS * NUMBERS_EACH);
  let count = 0;
  let headCharacters = 0;
  const heads = new Map<string, number>();
  const answerHeads = createGrowingBytes();
  const texts = createGrowingBytes();
  const placeOf = (head: string) => {
    let place = heads.get(head);
    if (place === undefined) {
      place = heads.size;
      heads.set(head, place);
      headCharacters += head.length;
    }
    return place;
  };
  const put = (text: string | null) => (text === null ? Number.NaN : texts.put(text));
  const begin = () => {
    heads.clear();
    [count, headCharacters] = [0, 0];
  };
  return {
    get count() {
      return count;
    },
    get bytes() {
      return headCharacters + answerHeads.used + texts.used;
    },
    add(each) {
      const at = count * NUMBERS_EACH;
      if (at === numbers.length) {
        const more = new Float64Array(2 * numbers.length);
        more.set(numbers);
        numbers = more;
      }
      numbers[at] = each.atMs;
      numbers[at + 1] = each.receivedMs;
      numbers[at + 2] = each.status ?? Number.NaN;
      numbers[at + 3] = each.durationMs;
      numbers[at + 4] = each.injectedMs;
      numbers[at + 5] = each.events?.first ?? Number.NaN;
      numbers[at + 6] = each.events?.last ?? Number.NaN;
      numbers[at + HEAD] = placeOf(each.requestHeaders);
      const lengths = at + LENGTHS;
      numbers[lengths] = answerHeads.put(each.responseHeaders);
      numbers[lengths + 1] = texts.put(each.requestId);
      numbers[lengths + 2] = texts.put(each.method);
      numbers[lengths + 3] = texts.put(each.path);
      numbers[lengths + 4] = put(each.operation);
      numbers[lengths + 5] = put(each.form);
      numbers[lengths + 6] = put(each.accountId);
      numbers[lengths + 7] = put(each.keyId);
      numbers[lengths + 8] = put(each.faultId);
      numbers[lengths + 9] = put(each.faultKind);
      numbers[lengths + 10] = put(each.requestBody);
      numbers[lengths + 11] = texts.put(each.responseBody);
      count += 1;
    },
    take() {
      const parcel = {
        numbers: numbers.slice(0, count * NUMBERS_EACH),
        heads: [...heads.keys()],
        answerHeads: answerHeads.take(),
        texts: texts.take(),
      };
      begin();
      return parcel;
    },
    drop() {
      const dropped = count;
      answerHeads.drop();
      texts.drop();
      begin();
      return dropped;
    },
  };
}

export function packExchanges(records: readonly JournalRecord[]): JournalBatch {
  const packer = createPacker();
  for (const record of records) packer.add(record);
  return packer.take();
}

export function unpackExchanges({ numbers, heads, answerHeads, texts }: JournalBatch): JournalRecord[] {
  const readHead = createTextReader(answerHeads);
  const readText = createTextReader(texts);
  return Array.from({ length: numbers.length / NUMBERS_EACH }, (_, index) => {
    const at = index * NUMBERS_EACH;
    const numberAt = (offset: number) => numbers[at + offset] ?? Number.NaN;
    const numberOrNull = (offset: number) => (Number.isNaN(numberAt(offset)) ? null : numberAt(offset));
    // In the order they were put.
    const text = (place: number) => readText(numberAt(LENGTHS + place));
    const textOrNull = (place: number) => (Number.isNaN(numberAt(LENGTHS + place)) ? null : text(place));
    const [first, last] = [numberOrNull(5), numberOrNull(6)];
    return {
      requestId: text(1),
      atMs: numberAt(0),
      receivedMs: numberAt(1),
      method: text(2),
      path: text(3),
      operation: textOrNull(4),
      form: textOrNull(5) as JournalRecord['form'],
      accountId: textOrNull(6),
      keyId: textOrNull(7),
      status: numberOrNull(2),
      durationMs: numberAt(3),
      injectedMs: numberAt(4),
      faultId: textOrNull(8),
      faultKind: textOrNull(9),
      events: first === null || last === null ? null : { first, last },
      requestHeaders: heads[numberAt(HEAD)] ?? '',
      requestBody: textOrNull(10),
      responseHeaders: readHead(numberAt(LENGTHS)),
      responseBody: text(11),
    };
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
