/**
 * A group of exchanges as it goes from thread to thread: one list of plain values, one exchange after the other, because the
 * names of fields would be copied with every one of them.
 */
import type { JournalRecord } from '../engine/journal-port.ts';

export type JournalParcel = readonly (string | number | null)[];

const VALUES_EACH = 20;

export function packExchanges(records: readonly JournalRecord[]): JournalParcel {
  const parcel: (string | number | null)[] = [];
  for (const each of records) {
    parcel.push(each.requestId, each.atMs, each.receivedMs, each.method, each.path, each.operation, each.form);
    parcel.push(
      each.accountId,
      each.keyId,
      each.status,
      each.durationMs,
      each.injectedMs,
      each.faultId,
      each.faultKind,
    );
    parcel.push(each.events?.first ?? null, each.events?.last ?? null);
    parcel.push(each.requestHeaders, each.requestBody, each.responseHeaders, each.responseBody);
  }
  return parcel;
}

export function unpackExchanges(parcel: JournalParcel): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (let at = 0; at < parcel.length; at += VALUES_EACH) {
    const text = (offset: number) => parcel[at + offset] as string;
    const textOrNull = (offset: number) => parcel[at + offset] as string | null;
    const number = (offset: number) => parcel[at + offset] as number;
    const numberOrNull = (offset: number) => parcel[at + offset] as number | null;
    const [first, last] = [numberOrNull(14), numberOrNull(15)];
    records.push({
      requestId: text(0),
      atMs: number(1),
      receivedMs: number(2),
      method: text(3),
      path: text(4),
      operation: textOrNull(5),
      form: parcel[at + 6] as JournalRecord['form'],
      accountId: textOrNull(7),
      keyId: textOrNull(8),
      status: numberOrNull(9),
      durationMs: number(10),
      injectedMs: number(11),
      faultId: textOrNull(12),
      faultKind: textOrNull(13),
      events: first === null || last === null ? null : { first, last },
      requestHeaders: text(16),
      requestBody: textOrNull(17),
      responseHeaders: text(18),
      responseBody: text(19),
    });
  }
  return records;
}
