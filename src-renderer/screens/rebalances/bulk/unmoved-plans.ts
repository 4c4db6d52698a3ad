/** Which plans of a bulk rebalance hardly reduce the drift that they are made for. Pure. */
import type { BulkPortfolio } from '../../../api/rebalances-api.ts';

/** A plan that removes less than a tenth of the drift costs its trades for next to nothing. */
const LEAST_SHARE = 0.1;

/** Plans with orders whose max drift after is nearly that before: constraints, a cost budget or too little cash stand in the way. */
export function unmovedPlans(rows: readonly BulkPortfolio[]): readonly BulkPortfolio[] {
  return rows.filter(({ planned }) => {
    if (planned === null || planned.orders === 0) return false;
    const { drift_before: before, drift_after: after } = planned;
    return before > 0 && before - after < before * LEAST_SHARE;
  });
}
