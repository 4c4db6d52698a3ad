/** Owns what is noted down of rows at given prices, and mixtures of two such notes. */

import type { Book } from './compile-book.ts';
import { mixedValues, noValues, type SideValues } from './plan-values.ts';
import type { PricedRow, RowResponse } from './row-response.ts';

/** What each row trades, and which stretch it uses, counted from 1. */
export interface RowNotes {
  readonly values: SideValues;
  readonly uses: SideValues;
}

export function newNotes(book: Book): RowNotes {
  return { values: noValues(book), uses: noValues(book) };
}

export function noteRow({ side, index }: PricedRow, { value, pick }: RowResponse, { values, uses }: RowNotes): void {
  values[side][index] = value;
  uses[side][index] = pick + 1;
}

export function mixedNotes(under: RowNotes, over: RowNotes, share: number): RowNotes {
  return {
    values: mixedValues(under.values, over.values, share),
    uses: mixedValues(under.uses, over.uses, share),
  };
}

/** Takes that much of the other notes into these, for some rows only. */
export function mixInto(notes: RowNotes, other: RowNotes, share: number, rows: readonly PricedRow[]): void {
  for (const { side, index } of rows) {
    for (const part of ['values', 'uses'] as const) {
      const own = notes[part][side][index] as number;
      notes[part][side][index] = own + share * ((other[part][side][index] as number) - own);
    }
  }
}
