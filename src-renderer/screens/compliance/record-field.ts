/** A field of a record as a person reads it: its regulatory name, where that name is from, its value in words. Pure. */

/** Delegated Regulation (EU) 2017/590, Annex I, by the number of the field: what is reported of a transaction. */
export const rts22 = (field: number) => `RTS 22, ${field}`;
/** Delegated Regulation (EU) 2017/580, Annex: what is kept of an order. */
export const RTS_24 = 'RTS 24';

export interface RecordField {
  readonly name: string;
  readonly value: string;
  /** Where the name is from; without one it is Ballast's own. */
  readonly source?: string;
  /** What of the record's JSON it says, as pointers. */
  readonly paths: readonly string[];
}

export interface RecordGroup {
  readonly title: string;
  /** The law that asks for it. */
  readonly legalBasis: string;
  readonly fields: readonly RecordField[];
}

/** `2026-03-02T09:31:07.250000Z` as `2026-03-02 09:31:07.250000 UTC`: to the digit, because it is a record. */
export function recordedInstant(iso: string): string {
  return iso.replace('T', '\u00a0').replace('Z', '\u00a0UTC');
}

/** `transaction_tax` as `Transaction tax`. */
export function recordedWord(word: string): string {
  const words = word.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export function orNone(value: string | null): string {
  return value ?? 'not known';
}
