import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';

/** Finds portfolios of a bulk rebalance whose cash does not cover the gains tax that is due. Pure. */

interface UncoveredTax {
  readonly row: BulkPortfolio;
  readonly missing: number;
  /** Its rebalance is not final, so the figure is the one of the plan. */
  readonly isPlanned: boolean;
}

export function uncoveredTaxes(rows: readonly BulkPortfolio[]): UncoveredTax[] {
  return rows
    .filter(({ status }) => status !== 'cancelled' && status !== 'refused')
    .map((row) => ({ row, missing: (row.traded ?? row.planned)?.tax_missing ?? 0, isPlanned: row.traded === null }))
    .filter(({ missing }) => missing > 0);
}
