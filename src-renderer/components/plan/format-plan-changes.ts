/** The differences between two plans, in words: of one order, of all, and the tolerance. Pure. */
import type { PlanChangesWire } from '../../../src-server/contract/service/plan-changes.ts';
import { formatCostBps, formatPercent, plural, signedPercent, signedWeight } from '../format/format-number.ts';

export type OrderChangeWire = PlanChangesWire['orders'][number];

const LABELS: Readonly<Record<OrderChangeWire['change'], string>> = {
  same: 'the same',
  moved: 'moved',
  other_exchange: 'another exchange',
  added: 'new order',
  removed: 'order removed',
};

/**
 * `price +0.31 % (limit 0.25 %), quantity −2.00 %` for a changed order; otherwise its outcome. Differences that round
 * to zero are omitted.
 */
export function formatOrderChange(row: OrderChangeWire, { tolerance }: Pick<PlanChangesWire, 'tolerance'>): string {
  const { change, before, after, beyond_tolerance: isBeyond } = row;
  const quantityLimit = isBeyond ? ` (limit ${formatPercent(tolerance.quantity)} of the portfolio)` : '';
  if (before === null || after === null) return `${LABELS[change]}${quantityLimit}`;
  // Another exchange may quote in another currency.
  const priceOf = before.currency === after.currency ? ownPrice : basePrice;
  const price = priceOf(after) / priceOf(before) - 1;
  const quantity = after.quantity / before.quantity - 1;
  const isPriceBeyond = Math.abs(price) > tolerance.price;
  const priceLimit = isBeyond && isPriceBeyond ? ` (limit ${formatPercent(tolerance.price)})` : '';
  const parts = [
    change === 'other_exchange' && LABELS[change],
    isShown(price) && `price ${signedPercent(price)}${priceLimit}`,
    isShown(quantity) && `quantity ${signedPercent(quantity)}${isPriceBeyond ? '' : quantityLimit}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'less than 0.01\u202f%' : parts.join(', ');
}

type Side = NonNullable<OrderChangeWire['before']>;
type Sides = Pick<OrderChangeWire, 'before' | 'after'>;

/** Shown once if both are the same; a dash for a missing value. */
export function pair({ before, after }: Sides, text: (side: Side) => string): string {
  const [left, right] = [before === null ? '–' : text(before), after === null ? '–' : text(after)];
  return left === right ? left : `${left} → ${right}`;
}

/** `10.20 → 10.30 EUR`; another exchange may quote in another currency: `118.10 SEK → 8.90 GBP`. */
export function formatMids({ before, after }: Sides, format: (price: number) => string): string {
  const isOneCurrency = before === null || after === null || before.currency === after.currency;
  if (!isOneCurrency) return pair({ before, after }, (side) => `${format(side.estimated_price)} ${side.currency}`);
  return `${pair({ before, after }, (side) => format(side.estimated_price))} ${(after ?? before)?.currency}`;
}

const ownPrice = ({ estimated_price: price }: Side) => price;
const basePrice = ({ estimated_value: value, quantity }: Side) => value / quantity;

function isShown(share: number): boolean {
  return /[1-9]/.test(signedWeight(share));
}

/** `1 of 14 orders is beyond the tolerance` */
export function formatBeyond({ orders, outcome, cost }: PlanChangesWire): string {
  if (outcome === 'below_threshold') return 'The portfolio is now inside its band, so nothing would be traded';
  const beyond = orders.filter((order) => order.beyond_tolerance).length;
  if (beyond > 0)
    return `${beyond} of ${plural(orders.length, 'order')} ${beyond === 1 ? 'is' : 'are'} beyond the tolerance`;
  return `The estimated cost is ${cost.beyond_tolerance ? 'beyond' : 'within'} the tolerance`;
}

/** For the portfolio; lots may be larger. */
const DEFAULT_QUANTITY = 0.001;
/** How changes count, as a tooltip of the tolerance. */
export const TOLERANCE_RULES =
  'A new or removed order counts with its full value. A change of exchange alone is within the tolerance.';

/** The tolerance as a sentence. */
export function formatTolerance({ tolerance }: Pick<PlanChangesWire, 'tolerance'>): string {
  const { price, quantity, cost_bps: cost } = tolerance;
  const lots = quantity > DEFAULT_QUANTITY ? ' (the two largest lots)' : '';
  return `Tolerance: ${formatPercent(price)} of a price, ${formatPercent(quantity)} of the portfolio${lots} in the size of an order, ${formatCostBps(cost)} bps in the cost of all orders.`;
}
