/** The event log entries of bulk rebalances, and the idempotency keys of their held Form A plans. */
import { explicitCostsMinor } from '../../domain/costs/cost-parts.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { BulkRefusal, BulkRow, BulkTotals } from './bulk-rebalance.ts';

/** Formats sums by currency for the API; amounts in that currency. */
export function describeTotals(totals: BulkTotals) {
  return Object.entries(totals)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, { portfolios, orders, turnoverMinor, costs }]) => ({
      currency,
      portfolios,
      orders,
      turnover: fromMinor(turnoverMinor),
      explicit_costs: fromMinor(explicitCostsMinor(costs)),
      implicit_costs: fromMinor(costs.totalMinor - explicitCostsMinor(costs)),
    }));
}

export function emitRefused(unit: UnitOfWork, { bulkId, portfolioId }: BulkRow, refusal: BulkRefusal): void {
  unit.emit('bulk.portfolio_refused', { bulk_id: bulkId, portfolio_id: portfolioId, ...refusal });
}

/** Keys are per account, so each portfolio needs its own. */
export function reservationKey({ bulkId, portfolioId }: Pick<BulkRow, 'bulkId' | 'portfolioId'>): string {
  return `${bulkId}:${portfolioId}`;
}
