/**
 * Computes the optimum of a small problem by brute force: every set of orders, and for each the cheapest values by
 * bisecting the price of a unit. Shares no code with the solver.
 */

import type { BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import { fullSize, isSendable, plainCost } from './random-problems.ts';

/** A trade restricted to one segment of values on which its cost is convex. */
interface Span {
  readonly trade: BudgetTrade;
  readonly from: number;
  readonly to: number;
}

const STEPS = 38;

/** The most drift that a plan within budget and cash can remove. */
export function exactOptimum(problem: BudgetProblem): number {
  const buys = spanSets(problem, 'buy');
  const sells = spanSets(problem, 'sell');
  const noTrade = Math.min(0, problem.cashMinor - problem.targetCashMinor);
  let low = noTrade;
  let high = buys.reduce(
    (most, set) =>
      Math.max(
        most,
        sumOf(set, ({ to }) => to),
      ),
    0,
  );
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isReachable(problem, buys, sells, middle)) low = middle;
    else high = middle;
  }
  return low - noTrade;
}

function isReachable(problem: BudgetProblem, buys: Span[][], sells: Span[][], objective: number): boolean {
  const spare = problem.cashMinor - problem.targetCashMinor;
  return buys.some((buySet) => {
    const bought = cheapest(buySet, Math.max(0, objective), 0);
    if (bought === null || bought.cost > problem.budgetMinor) return false;
    const funded = bought.amount > 0 ? Math.max(objective, bought.amount - problem.targetCashMinor) : objective;
    return sells.some((sellSet) => {
      const sold = cheapest(sellSet, funded + bought.cost - spare, 1);
      return sold !== null && bought.cost + sold.cost <= problem.budgetMinor;
    });
  });
}

/** Least cost at which a set brings `target` of value less `share` of its cost, with every span used. */
function cheapest(set: readonly Span[], target: number, share: 0 | 1): { amount: number; cost: number } | null {
  const at = (price: number) => {
    const values = set.map((span) => valueAt(span, price));
    const amount = values.reduce((sum, value) => sum + value, 0);
    const cost = values.reduce((sum, value, index) => sum + plainCost((set[index] as Span).trade, value), 0);
    return { amount, cost, brought: amount - share * cost };
  };
  let below = at(0);
  if (below.brought >= target) return below;
  let above = at(share === 1 ? 1 : 100);
  if (above.brought < target) return null;
  let low = 0;
  let high = share === 1 ? 1 : 100;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    const found = at(middle);
    if (found.brought < target) {
      low = middle;
      below = found;
    } else {
      high = middle;
      above = found;
    }
  }
  const part = (target - below.brought) / (above.brought - below.brought);
  return { amount: mix(below.amount, above.amount, part), cost: mix(below.cost, above.cost, part) };
}

/** The value at which the cost rises by `price` per unit, found by halving the span: on a span the slope only grows. */
function valueAt({ trade, from, to }: Span, price: number): number {
  let low = from;
  let high = to;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (slopeOf(trade, middle) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Cost of one more unit: the leg that trades it, whose commission rises only between its minimum and its cap. */
function slopeOf({ legs }: BudgetTrade, value: number): number {
  let rest = value;
  for (const { curve, sizeMinor } of legs) {
    if (rest > sizeMinor) {
      rest -= sizeMinor;
      continue;
    }
    const charged = curve.commissionRate * rest;
    const rises = charged > curve.minimumMinor && charged < curve.capMinor;
    const impact = 1.5 * curve.impactRatePerRootMinor * Math.sqrt(rest);
    return (rises ? curve.commissionRate : 0) + curve.proportionalRate + impact;
  }
  return Number.POSITIVE_INFINITY;
}

function spanSets(problem: BudgetProblem, side: BudgetTrade['side']): Span[][] {
  let sets: Span[][] = [[]];
  for (const trade of problem.trades) {
    if (trade.side !== side) continue;
    const spans = spansOf(trade, problem);
    sets = sets.flatMap((set) => [set, ...spans.map((span) => [...set, span])]);
  }
  return sets;
}

/**
 * Cut where a leg ends and where a commission reaches its cap; each piece starts with the first value that may be sent.
 */
function spansOf(trade: BudgetTrade, problem: BudgetProblem): Span[] {
  const spans: Span[] = [];
  let offset = 0;
  for (const { curve, sizeMinor } of trade.legs) {
    const { capMinor, commissionRate, minimumMinor } = curve;
    const capAt = minimumMinor < capMinor && commissionRate > 0 ? capMinor / commissionRate : sizeMinor;
    const cuts = [0, ...(capAt < sizeMinor ? [capAt] : []), sizeMinor];
    for (let index = 1; index < cuts.length; index += 1) {
      const to = offset + (cuts[index] as number);
      const isSent = (value: number) => isSendable(trade, value, problem);
      if (!isSent(to)) continue;
      const start = offset + (cuts[index - 1] as number);
      spans.push({ trade, from: Math.max(firstSent(start, to, isSent), start), to });
    }
    offset += sizeMinor;
  }
  return spans.filter(({ to }) => to <= fullSize(trade));
}

function firstSent(from: number, to: number, isSent: (value: number) => boolean): number {
  let bad = from;
  let good = to;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (bad + good) / 2;
    if (isSent(middle) && middle > from) good = middle;
    else bad = middle;
  }
  return good;
}

function mix(left: number, right: number, part: number): number {
  return left + part * (right - left);
}

function sumOf(set: readonly Span[], figure: (span: Span) => number): number {
  return set.reduce((sum, span) => sum + figure(span), 0);
}
