/**
 * Corporate actions on instruments (decision O3). A kind is a member of `CorporateActionTerms` with its columns in
 * `store/market/sqlite-corporate-action-store.ts`, its schema in `contract/control/market/corporate-actions.ts`, and
 * its row in `apply-corporate-action.ts`.
 */

import type { CORPORATE_ACTION_STATUSES } from '../../domain/market-choices.ts';
import type { InstrumentChange } from '../../market/corporate-actions/instrument-changes.ts';
import type { Currency } from '../../market/data/market-data.ts';

/** The number of new shares for a number of old ones; whole numbers above 0. */
export interface Ratio {
  readonly newShares: number;
  readonly oldShares: number;
}

/** An amount of money per share. */
export interface PriceOfShare {
  readonly amountMicro: number;
  readonly currency: Currency;
}

/** Terms by kind. */
export type CorporateActionTerms =
  | { readonly kind: 'split'; readonly ratio: Ratio }
  | { readonly kind: 'isin_change'; readonly newIsin: string }
  /** `null`: nothing is paid, and positions remain without a price. */
  | { readonly kind: 'delisting'; readonly cashPrice: PriceOfShare | null }
  | { readonly kind: 'cash_dividend'; readonly amount: PriceOfShare; readonly payMs: number };

export type CorporateActionKind = CorporateActionTerms['kind'];

export type CorporateActionRecord = CorporateActionTerms & {
  readonly corporateActionId: string;
  /** The ISIN of the instrument at creation; for a scheduled action, its present ISIN. */
  readonly isin: string;
  readonly exMs: number;
  /** Factor of prices from the ex-date on; `null` before it is applied. */
  readonly priceFactor: number | null;
  /** Its timer; `null` once it was applied or cancelled. */
  readonly timerSeq: number | null;
  readonly createdMs: number;
  readonly appliedMs: number | null;
  readonly cancelledMs: number | null;
};

export function corporateActionStatus({
  appliedMs,
  cancelledMs,
}: Pick<CorporateActionRecord, 'appliedMs' | 'cancelledMs'>): (typeof CORPORATE_ACTION_STATUSES)[number] {
  if (cancelledMs !== null) return 'cancelled';
  return appliedMs === null ? 'scheduled' : 'applied';
}

/** Returns the market's view of the applied actions. */
export function priceChangesOf(applied: readonly CorporateActionRecord[]): InstrumentChange[] {
  return applied.map((action) => ({
    isin: action.isin,
    atMs: action.appliedMs ?? action.exMs,
    priceFactor: action.priceFactor ?? 1,
    newIsin: action.kind === 'isin_change' ? action.newIsin : null,
    isDelisting: action.kind === 'delisting',
    isSplit: action.kind === 'split',
  }));
}
