/** Owns the shapes that go into and come out of a book's convex relaxation (`record-fill.ts`). Data only. */

import type { SideValues } from './plan-values.ts';
import type { RowMerits } from './row-merits.ts';
import type { BookChoices } from './row-response.ts';

/** Charged per order on top, and how much of that is granted: what makes a bound heed numbers of orders. */
export interface Tolls {
  readonly buys: number;
  readonly sells: number;
  readonly granted: number;
}

/** Where a search that is much like another one may begin. */
export interface FillHint {
  readonly total: number;
  readonly selling: number;
}

export interface FillTerms {
  readonly choices: BookChoices;
  /** Accepted error of what is reached. */
  readonly toleranceMinor: number;
  /** What reaches less is of no interest. */
  readonly cutoff?: number;
  readonly hint?: FillHint | null;
  readonly tolls?: Tolls;
}

/** The convex relaxation, in which orders may be sent in part. */
export interface Relaxation {
  /** No plan with these choices reaches further. */
  readonly bound: number;
  readonly prices: { readonly buys: number; readonly sells: number };
  /** Per row 0 if it does not trade, else its stretch counted from 1; in between for a mixture. */
  readonly uses: SideValues;
  readonly merits: RowMerits;
  readonly hint: FillHint;
}
