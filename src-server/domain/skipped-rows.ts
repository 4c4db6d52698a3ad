/**
 * Owns the warnings for rows a plan had to leave alone. Says why, changes nothing.
 */

import type { PlanWarning } from './plan.ts';
import { type RebalanceRow, rowCostMinor } from './rebalance-row.ts';
import { DUST_MINOR, wantedTrade } from './solve-trade-values.ts';

/** One warning per row that should trade and cannot, or would cost as much as it is worth. */
export function skippedRowWarnings(rows: readonly RebalanceRow[], netNavMinor: number): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  for (const row of rows) {
    const gapMinor = row.aimWeight * netNavMinor - row.heldMinor;
    if (Math.abs(gapMinor) < DUST_MINOR) continue;
    const possible = wantedTrade(row, netNavMinor);
    if (Math.abs(gapMinor - possible) >= DUST_MINOR) warnings.push(disconnected(row, gapMinor));
    const cost = rowCostMinor(row, possible);
    if (Math.abs(possible) >= DUST_MINOR && cost >= Math.abs(possible)) warnings.push(uneconomic(row, possible, cost));
  }
  return warnings;
}

function disconnected(row: RebalanceRow, gapMinor: number): PlanWarning {
  const verb = gapMinor > 0 ? 'bought' : 'sold';
  const mics = row.instrument.listings.filter((listing) => !listing.connected).map((listing) => listing.mic);
  const message = `${row.instrument.name} (${row.drift.isin}) cannot be ${verb} in full: ${mics.join(', ')} not connected, or without a current price.`;
  return { code: 'exchange_disconnected', message };
}

function uneconomic(row: RebalanceRow, trade: number, costMinor: number): PlanWarning {
  const verb = trade > 0 ? 'bought' : 'sold';
  const amounts = `${(Math.abs(trade) / 100).toFixed(2)} would cost ${(costMinor / 100).toFixed(2)}`;
  const message = `${row.instrument.name} (${row.drift.isin}) is not ${verb}: a trade of ${amounts}.`;
  return { code: 'uneconomic_order', message };
}
