/** Texts about a bulk rebalance: its progress, and the totals of its plans. Pure. */
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
  if (planned.reduce((sum, each) => sum + each.portfolios, 0) !== portfolios.planned) return plural(portfolios.planned, 'plan');
  const orders = planned.reduce((sum, each) => sum + each.orders, 0);
  const amounts = planned.map(({ turnover, currency }) => `${formatMoney(turnover)} ${currency}`);
  const last = amounts.at(-1) ?? '';
  const listed = amounts.length < 2 ? last : `${amounts.slice(0, -1).join(', ')} and ${last}`;
  return `${plural(orders, 'order')} worth ${listed}`;
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
