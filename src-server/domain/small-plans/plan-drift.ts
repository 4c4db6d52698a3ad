/**
 * Computes the drift that exact orders leave (½·Σ|w − t| of the value after their costs), without building a portfolio.
 */

import { cashAfterMinor } from '../plan/balance-cash.ts';
import type { RebalanceRow } from '../plan/rebalance-row.ts';
import { type DraftOrder, totalCosts } from '../plan/size-orders.ts';

export interface DriftTerms {
  readonly navMinor: number;
  readonly cashMinor: number;
  /** By the targets as given. */
  readonly targetCashWeight: number;
}

export function driftAfter(rows: readonly RebalanceRow[], drafts: readonly DraftOrder[], terms: DriftTerms): number {
  const netMinor = terms.navMinor - totalCosts(drafts).totalMinor;
  const traded = new Map<string, number>();
  for (const { row, side, valueMinor } of drafts) {
    const { isin } = row.drift;
    traded.set(isin, (traded.get(isin) ?? 0) + (side === 'buy' ? valueMinor : -valueMinor));
  }
  let sum = Math.abs(cashAfterMinor(drafts, terms.cashMinor) - terms.targetCashWeight * netMinor);
  for (const { drift, heldMinor } of rows) {
    sum += Math.abs(heldMinor + (traded.get(drift.isin) ?? 0) - drift.targetWeight * netMinor);
  }
  return sum / 2 / netMinor;
}

/** Returns the cash target of the rows; 0 if the targets leave nothing. */
export function targetCashWeightOf(rows: readonly RebalanceRow[]): number {
  return Math.max(
    0,
    rows.reduce((left, { drift }) => left - drift.targetWeight, 1),
  );
}
