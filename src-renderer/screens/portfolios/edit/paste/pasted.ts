/** What pasted text comes to: rows that are sound, faults with their places, and nothing in between. */
import type { AccountDraft } from '../../../../components/portfolios/portfolio-draft.ts';

export interface PastedHolding {
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
}

export interface PastedTarget {
  readonly isin: string;
  /** Share of the portfolio, 0 to 1. */
  readonly weight: number;
}

export interface PasteFault {
  /** `Line 4` of a table, `/holdings/2` of JSON. */
  readonly place: string;
  /** The column or field; empty where it is the row as a whole. */
  readonly column: string;
  /** As a sentence without its point. */
  readonly reason: string;
}

/** Null: the text says nothing of it, so the form keeps what it has. */
export interface Pasted {
  readonly account: AccountDraft | null;
  readonly cash: number | null;
  readonly holdings: readonly PastedHolding[] | null;
  readonly targets: readonly PastedTarget[] | null;
  /** What was understood of the text, as sentences. */
  readonly remarks: readonly string[];
  readonly faults: readonly PasteFault[];
}

export const NOTHING_PASTED: Pasted = {
  account: null,
  cash: null,
  holdings: null,
  targets: null,
  remarks: [],
  faults: [],
};

/** True where there is something to take over. */
export function hasContents({ account, cash, holdings, targets }: Pasted): boolean {
  return account !== null || cash !== null || (holdings?.length ?? 0) + (targets?.length ?? 0) > 0;
}
