/** Finds plans of a bulk rebalance that hardly reduce drift. Pure. */
import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import type { BulkRebalance } from '../../../api/rebalances-api.ts';

/** A plan back to the targets that removes a smaller share of the max drift trades for little. */
const MIN_SHARE = 0.25;
/** The service's own threshold, and how far beyond it a plan to the edge may end because of whole units and costs. */
const THRESHOLD = 0.05;
const BEYOND_EDGE = 0.001;

type Terms = Pick<BulkRebalance, 'to' | 'band_5_25' | 'settings'>;

/** Plans with orders that leave most of the max drift, because of constraints, a cost budget or too little cash. */
export function unmovedPlans(rows: readonly BulkPortfolio[], terms: Terms): readonly BulkPortfolio[] {
  return rows.filter(
    ({ planned, status }) =>
      planned !== null && planned.orders > 0 && status !== 'cancelled' && isUnmoved(planned, terms),
  );
}

function isUnmoved(
  { drift_before: before, drift_after: after }: NonNullable<BulkPortfolio['planned']>,
  { to, band_5_25: is525, settings }: Terms,
): boolean {
  if (to === 'target') return before - after < before * MIN_SHARE;
  const { band_type: type = 'absolute', rebalance_trigger: trigger = 'any_position', drift_threshold } = settings;
  const isOfPortfolio = !is525 && type === 'absolute' && trigger === 'any_position';
  return isOfPortfolio && after > (drift_threshold ?? THRESHOLD) + BEYOND_EDGE;
}
