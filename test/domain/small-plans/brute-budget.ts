/**
 * The least drift within a cost budget, by every set of orders, each filled as far as possible; written for the tests
 * alone. Orders go towards the targets, one for each instrument; proceeds of sells pay for buys, or bring cash to its
 * target.
 */
import { estimateOrderCosts } from '../../../src-server/domain/costs/estimate-order-costs.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';

interface Row {
  readonly heldMinor: number;
  readonly weight: number;
  readonly side: 'buy' | 'sell';
  /** In minor units. */
  readonly costOf: (valueMinor: number) => number;
}

export function minDriftWithin(input: PlanInput, budgetBps: number): number {
  const rows = rowsOf(input);
  const navMinor = rows.reduce((sum, { heldMinor }) => sum + heldMinor, input.cashMinor);
  const cashWeight = Math.max(0, 1 - rows.reduce((sum, { weight }) => sum + weight, 0));
  const budgetMinor = Math.floor((budgetBps * navMinor) / 10_000);
  const driftOf = (values: readonly number[], costMinor: number, cashMinor: number) => {
    const netMinor = navMinor - costMinor;
    return (
      rows.reduce(
        (sum, { heldMinor, weight, side }, at) =>
          sum + Math.abs(heldMinor + (side === 'buy' ? 1 : -1) * (values[at] ?? 0) - weight * netMinor),
        Math.abs(cashMinor - cashWeight * netMinor),
      ) /
      2 /
      netMinor
    );
  };
  let least = driftOf([], 0, input.cashMinor);
  for (let set = 1; set < 2 ** rows.length; set += 1) {
    const values = planOf(rows, set, navMinor, budgetMinor, input.cashMinor, cashWeight);
    const isWorth = rows.every(({ costOf }, at) => {
      const value = values[at] ?? 0;
      return value === 0 || (value >= 100 && costOf(value) <= value / 10);
    });
    const costMinor = rows.reduce((sum, { costOf }, at) => sum + costOf(values[at] ?? 0), 0);
    const sum = (side: Row['side']) =>
      rows.reduce((total, row, at) => total + (row.side === side ? (values[at] ?? 0) : 0), 0);
    const cashMinor = input.cashMinor + sum('sell') - sum('buy') - costMinor;
    if (!isWorth || costMinor > budgetMinor || cashMinor < 0) continue;
    least = Math.min(least, driftOf(values, costMinor, cashMinor));
  }
  return least;
}

function rowsOf({ cashMinor, positions, targets, view, currency }: PlanInput): Row[] {
  const values = targets.map(({ isin, weight }) => {
    const instrument = view.instruments.get(isin);
    const listing = instrument?.listings[0];
    if (!instrument || !listing) throw new Error(`no listing of ${isin}`);
    const quantityMicro = positions.find((each) => each.isin === isin)?.quantityMicro ?? 0;
    return { weight, instrument, listing, heldMinor: Math.round((quantityMicro / 1e6) * (listing.midMicro / 1e4)) };
  });
  const navMinor = values.reduce((sum, { heldMinor }) => sum + heldMinor, cashMinor);
  return values.map(({ weight, instrument, listing, heldMinor }): Row => {
    const side = weight * navMinor > heldMinor ? 'buy' : 'sell';
    const costOf = (valueMinor: number) => {
      const quantityMicro = Math.round((valueMinor / (listing.midMicro / 1e4)) * 1e6);
      return quantityMicro === 0
        ? 0
        : estimateOrderCosts({ side, quantityMicro, listing, instrument, currency }, view).costs.totalMinor;
    };
    return { heldMinor, weight, side, costOf };
  });
}

/**
 * For a set of orders: fills the sides at the cheapest rates first, each row to its target before the next, as far as
 * budget and cash allow.
 */
function planOf(
  rows: readonly Row[],
  set: number,
  navMinor: number,
  budgetMinor: number,
  cashMinor: number,
  cashWeight: number,
): number[] {
  const members = rows.flatMap((_, at) => ((set >> at) & 1 ? [at] : []));
  const sideOf = (side: Row['side']) => members.filter((at) => rows[at]?.side === side);
  const [buys, sells] = [sideOf('buy'), sideOf('sell')];
  const netMinor = navMinor - budgetMinor;
  const maxOf = (at: number) => {
    const { heldMinor, weight, side } = rows[at] as Row;
    return Math.max(0, side === 'buy' ? weight * netMinor - heldMinor : heldMinor - weight * netMinor);
  };
  const costsOf = (values: readonly number[]) => rows.reduce((sum, { costOf }, at) => sum + costOf(values[at] ?? 0), 0);
  const [buyOrder, sellOrder] = [cheapestFirst(buys, rows), cheapestFirst(sells, rows)];
  const planAt = (boughtMinor: number): number[] | null => {
    const values = rows.map(() => 0);
    if (!fill(rows, maxOf, buyOrder, boughtMinor, values)) return null;
    const needed = (costMinor: number) => boughtMinor + costMinor + cashWeight * (navMinor - costMinor) - cashMinor;
    if (sellOrder.length === 0) return values;
    for (let round = 0; round < 3; round += 1)
      fill(rows, maxOf, sellOrder, Math.max(0, needed(costsOf(values))), values);
    return values;
  };
  const isWithin = (values: number[] | null) => {
    if (values === null || costsOf(values) > budgetMinor) return false;
    const sum = (side: number[]) => side.reduce((total, at) => total + (values[at] ?? 0), 0);
    return cashMinor + sum(sells) - sum(buys) - costsOf(values) >= 0;
  };
  let [good, bad] = [0, buys.reduce((sum, at) => sum + maxOf(at), 0)];
  for (let round = 0; round < 30; round += 1) {
    const middle = (good + bad) / 2;
    if (isWithin(planAt(middle))) good = middle;
    else bad = middle;
  }
  const found = planAt(Math.floor(good));
  return found === null ? [] : found.map(Math.floor);
}

/**
 * Gives every row the least that is worth an order, then each in turn as much as it can take; returns whether all was
 * distributed.
 */
function fill(
  rows: readonly Row[],
  maxOf: (at: number) => number,
  order: readonly number[],
  amountMinor: number,
  values: number[],
): boolean {
  const least = order.map((at) => minWorth(rows[at] as Row));
  let left = amountMinor - least.reduce((sum, value) => sum + value, 0);
  order.forEach((at, index) => {
    const more = Math.min(Math.max(0, left), Math.max(0, maxOf(at) - (least[index] ?? 0)));
    values[at] = (least[index] ?? 0) + more;
    left -= more;
  });
  return left <= 1;
}

/** Ten times its cost, if that is a minimum. */
function minWorth({ costOf }: Row): number {
  let value = 100;
  while (costOf(value) > value / 10) value = Math.ceil(value * 1.01 + 1);
  return value;
}

function cheapestFirst(members: readonly number[], rows: readonly Row[]): number[] {
  const rateAt = (at: number) => rows[at]?.costOf(1_000_000) ?? 0;
  return [...members].sort((one, other) => rateAt(one) - rateAt(other));
}
