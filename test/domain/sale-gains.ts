/** Gains and tax of planned sells for tests of plans: a gain for each sell, and one tax rate on what is left of them. */
import type { PlannedSale, SaleGains } from '../../src-server/domain/plan/constraints.ts';

export function saleGainsAt(
  taxRate: number,
  sales: readonly PlannedSale[],
  gainMinor: (sale: PlannedSale) => number,
): SaleGains {
  const gainMinorOf = new Map(sales.map((sale) => [sale.sequence, gainMinor(sale)]));
  const netGainMinor = [...gainMinorOf.values()].reduce((sum, gain) => sum + gain, 0);
  return { gainMinorOf, netGainMinor, taxRate, taxMinor: Math.round(Math.max(0, netGainMinor) * taxRate) };
}
