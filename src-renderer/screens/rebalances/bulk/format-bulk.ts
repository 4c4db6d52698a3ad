/** Texts about a bulk rebalance, and the portfolios that its page warns about. Pure. */

import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import type { BulkRebalance, BulkRowStatus } from '../../../api/rebalances-api.ts';
import { formatCount, formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatLength } from '../../../components/format/format-time.ts';
import { formatStatus } from '../../../components/orders/status-badge.tsx';

const MINUTE_MS = 60_000;

/** While it plans, the progress of the planning; afterwards, of the rebalances that are final. */
export function bulkProgress({ status, portfolios }: BulkRebalance): { done: number; of: number; text: string } {
  if (status === 'planning') {
    const done = portfolios.total - portfolios.waiting;
    return { done, of: portfolios.total, text: `${formatCount(portfolios.waiting)} to be planned` };
  }
  const underWay = portfolios.executing + portfolios.partially_filled;
  const left = portfolios.planned + underWay;
  const text = `${formatCount(left)} left, ${formatCount(portfolios.planned)} of them not started`;
  return { done: portfolios.total - left, of: portfolios.total, text };
}

/** `13 orders worth 1 204.00 EUR and 310.20 GBP` in the waiting plans; without sums once others were executed. */
export function plannedText({ planned, portfolios }: Pick<BulkRebalance, 'planned' | 'portfolios'>): string {
  if (planned.reduce((sum, each) => sum + each.portfolios, 0) !== portfolios.planned)
    return `The orders of ${plural(portfolios.planned, 'plan')}`;
  const orders = planned.reduce((sum, each) => sum + each.orders, 0);
  const amounts = planned.map(({ turnover, currency }) => `${formatMoney(turnover)} ${currency}`);
  const last = amounts.at(-1) ?? '';
  const listed = amounts.length < 2 ? last : `${amounts.slice(0, -1).join(', ')} and ${last}`;
  return `${plural(orders, 'order')} worth ${listed}`;
}

/** The estimated tax on realised gains in each currency that has some; empty: none is due, or it is unknown. */
export function plannedTax({ planned }: Pick<BulkRebalance, 'planned'>): string {
  return planned
    .flatMap(({ tax_estimate: tax, currency }) => (tax === null || tax === 0 ? [] : `${formatMoney(tax)} ${currency}`))
    .join(', ');
}

/** A portfolio whose plan was cancelled is left out. */
export function formatRowStatus(status: BulkRowStatus): string {
  return status === 'cancelled' ? 'left out' : formatStatus(status);
}

/** The time that it takes to start this many at the given pace: the first starts at once. */
export function startingTime(portfolios: number, perMinute: number): string {
  const lengthMs = ((portfolios - 1) * MINUTE_MS) / perMinute;
  return lengthMs < MINUTE_MS ? 'less than a minute' : formatLength(lengthMs);
}

interface UncoveredTax {
  readonly row: BulkPortfolio;
  readonly missing: number;
  /** Its rebalance is not final, so the figure is the one of the plan. */
  readonly isPlanned: boolean;
}

/** The portfolios whose cash does not cover the gains tax that is due. */
export function uncoveredTaxes(rows: readonly BulkPortfolio[]): UncoveredTax[] {
  return rows
    .filter(({ status }) => status !== 'cancelled' && status !== 'refused')
    .map((row) => ({ row, missing: (row.traded ?? row.planned)?.tax_missing ?? 0, isPlanned: row.traded === null }))
    .filter(({ missing }) => missing > 0);
}

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
