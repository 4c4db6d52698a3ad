/** What differs between two plans, in words: of one order, of all, and how much is tolerated. Pure. */
import type { PlanChanges } from '../../../src-server/contract/service/plan-changes.ts';
import { formatCostBps, formatPercent, plural, signedPercent } from '../format/format-number.ts';

export type OrderChangeWire = PlanChanges['orders'][number];

const WORDS: Readonly<Record<OrderChangeWire['change'], string>> = {
  same: 'the same',
  moved: 'moved',
  other_exchange: 'another exchange',
  added: 'new order',
  removed: 'order gone',
};

/** `price +0.31 %, quantity −2` of an order that moved; else what became of it. */
export function formatOrderChange({ change, before, after }: OrderChangeWire): string {
  if (change !== 'moved' || before === null || after === null) return WORDS[change];
  const parts: string[] = [];
  if (after.estimated_price !== before.estimated_price) {
    parts.push(`price ${signedPercent(after.estimated_price / before.estimated_price - 1)}`);
  }
  if (after.quantity !== before.quantity) {
    parts.push(`quantity ${signedPercent(after.quantity / before.quantity - 1)}`);
  }
  if (parts.length === 0 && after.estimated_cost !== before.estimated_cost) parts.push('estimated cost');
  return parts.length === 0 ? 'exchange rate' : parts.join(', ');
}

/** `2 of 6 orders differ` */
export function formatChangeCount({ orders, outcome }: PlanChanges): string {
  if (outcome === 'below_threshold') return 'The portfolio is inside the band by now: nothing would be traded';
  const changed = orders.filter(({ change }) => change !== 'same').length;
  if (changed === 0) return 'Only the estimated cost differs';
  return `${changed} of ${plural(orders.length, 'order')} ${changed === 1 ? 'differs' : 'differ'}`;
}

/** The tolerance as a sentence. */
export function formatTolerance({ tolerance }: Pick<PlanChanges, 'tolerance'>): string {
  const { price, quantity, cost_bps: cost } = tolerance;
  return `Tolerated are ${formatPercent(price)} of a price, ${formatPercent(quantity)} of the portfolio in what an order trades, and ${formatCostBps(cost)} bps in the cost of all; so are small orders that are new or gone, and another exchange at about that price.`;
}
