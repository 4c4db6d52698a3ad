/**
 * A group of exchanges as it goes from thread to thread, and as it is kept in a rush: three texts and a row of numbers for all
 * of them, because a value or a name for each would be copied and looked at one by one.
 */
import type { JournalRecord } from '../engine/journal-port.ts';

export interface JournalParcel {
  /** Numbers of each exchange in turn; not a number: nothing. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Request headers of each, with `BETWEEN` between them. */
  readonly heads: string;
  /** Response headers of each, in the same way. */
  readonly answerHeads: string;
  /** All other texts of each, in the same way. */
  readonly texts: string;
}

/** Parts texts; where it stands in one it is written otherwise. */
export const BETWEEN = '\u001f';
const ESCAPE = '\u001b';
const NOTHING = `${ESCAPE}0`;
const NUMBERS_EACH = 7;
const TEXTS_EACH = 11;

export function countOf({ numbers }: JournalParcel): number {
  return numbers.length / NUMBERS_EACH;
}

export function packExchanges(records: readonly JournalRecord[]): JournalParcel {
  const numbers = new Float64Array(records.length * NUMBERS_EACH);
  const heads: string[] = [];
  const answerHeads: string[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const each of records) {
    numbers[at] = each.atMs;
    numbers[at + 1] = each.receivedMs;
    numbers[at + 2] = each.status ?? Number.NaN;
    numbers[at + 3] = each.durationMs;
    numbers[at + 4] = each.injectedMs;
    numbers[at + 5] = each.events?.first ?? Number.NaN;
    numbers[at + 6] = each.events?.last ?? Number.NaN;
    at += NUMBERS_EACH;
    heads.push(written(each.requestHeaders));
    answerHeads.push(written(each.responseHeaders));
    texts.push(each.requestId, each.method, written(each.path), each.operation ?? NOTHING, each.form ?? NOTHING);
    texts.push(each.accountId ?? NOTHING, each.keyId ?? NOTHING, each.faultId ?? NOTHING, each.faultKind ?? NOTHING);
    texts.push(each.requestBody === null ? NOTHING : written(each.requestBody), written(each.responseBody));
  }
  return {
    numbers,
    heads: heads.join(BETWEEN),
    answerHeads: answerHeads.join(BETWEEN),
    texts: texts.join(BETWEEN),
  };
}

export function unpackExchanges({ numbers, heads, answerHeads, texts }: JournalParcel): JournalRecord[] {
  const headers = heads.split(BETWEEN);
  const answerHeaders = answerHeads.split(BETWEEN);
  const parts = texts.split(BETWEEN);
  return Array.from({ length: numbers.length / NUMBERS_EACH }, (_, index) => {
    const numberAt = (offset: number) => numbers[index * NUMBERS_EACH + offset] ?? Number.NaN;
    const numberOrNull = (offset: number) => (Number.isNaN(numberAt(offset)) ? null : numberAt(offset));
    const text = (offset: number) => read(parts[index * TEXTS_EACH + offset] ?? '');
    const textOrNull = (offset: number) => (parts[index * TEXTS_EACH + offset] === NOTHING ? null : text(offset));
    const [first, last] = [numberOrNull(5), numberOrNull(6)];
    return {
      requestId: text(0),
      atMs: numberAt(0),
      receivedMs: numberAt(1),
      method: text(1),
      path: text(2),
      operation: textOrNull(3),
      form: textOrNull(4) as JournalRecord['form'],
      accountId: textOrNull(5),
      keyId: textOrNull(6),
      status: numberOrNull(2),
      durationMs: numberAt(3),
      injectedMs: numberAt(4),
      faultId: textOrNull(7),
      faultKind: textOrNull(8),
      events: first === null || last === null ? null : { first, last },
      requestHeaders: read(headers[index] ?? ''),
      requestBody: textOrNull(9),
      responseHeaders: read(answerHeaders[index] ?? ''),
      responseBody: text(10),
    };
  });
}

function written(text: string): string {
  if (!text.includes(BETWEEN) && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll(BETWEEN, `${ESCAPE}2`);
}

function read(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(`${ESCAPE}2`, BETWEEN).replaceAll(`${ESCAPE}1`, ESCAPE);
}
