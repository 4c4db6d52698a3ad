/** The parts of a portfolio's activity that add up: charges, costs in the price, and the cash after each row. Pure. */
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';

type Costs = Pick<ActivityEntry, 'cost_parts'>;

/** Part of the amount; null if it is not a trade. */
export function chargesOf({ cost_parts: parts }: Costs): number | null {
  return parts && inCents(parts.commission + parts.fx + parts.transaction_tax);
}

/** Spread and market impact, part of the price; null if it is not a trade. */
export function costsInPrice({ cost_parts: parts }: Costs): number | null {
  return parts && inCents(parts.spread + parts.impact);
}

/**
 * The cash after each entry that the service gives none, because fills of its order alternate with those of others: as
 * if these orders had been filled one after another. `entries` are complete, newest first.
 */
export function runningCash(entries: readonly ActivityEntry[]): ReadonlyMap<number, number> {
  const derived = new Map<number, number>();
  let before: number | null = null;
  for (const { seq, cash, amount } of entries) {
    const after = cash ?? before;
    if (after === null) continue;
    if (cash === null && amount !== null) derived.set(seq, after);
    before = inCents(after - (amount ?? 0));
  }
  return derived;
}

function inCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
