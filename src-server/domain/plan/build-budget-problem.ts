/**
 * Builds the budget problem of the rows of a rebalance, and converts its solution back to trades of the rows. A row may
 * go as far as its target weight of the value that remains after the plan's costs.
 */

import type { BudgetLeg, BudgetProblem, BudgetSolution, BudgetTrade } from '../budget/budget-problem.ts';
import type { Venue } from '../costs/choose-venue.ts';
import { MAX_COST_SHARE, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { buyVenueFor, cashGoalMinor, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';
import { type FxTerms, wantedTrade } from './solve-trade-values.ts';

interface BudgetTerms {
  readonly cashMinor: number;
  readonly navMinor: number;
  /** The value after the costs of the full plan, from `solveTradeValues`. */
  readonly fullNetNavMinor: number;
  readonly budgetMinor: number;
  /** The expected cost of the plan; the whole budget by default. */
  readonly spentMinor?: number;
  /** Conversion is charged on the net of each foreign currency (`net-fx.ts`). */
  readonly fx: FxTerms;
}

export interface BuiltProblem {
  readonly problem: BudgetProblem;
  /** Per trade of the problem the index of its row. */
  readonly rowOf: readonly number[];
}

/**
 * The plan costs less than the full plan, so a little more value remains and every target amount is a little larger:
 * sells end before their full trade, buys a little beyond it.
 */
export function buildBudgetProblem(rows: readonly RebalanceRow[], terms: BudgetTerms): BuiltProblem {
  const { cashMinor, navMinor, budgetMinor } = terms;
  const netNavMinor = Math.max(terms.fullNetNavMinor, navMinor - (terms.spentMinor ?? budgetMinor));
  const legs = legWriter(terms.fx);
  const trades: BudgetTrade[] = [];
  const rowOf: number[] = [];
  rows.forEach((row, index) => {
    const trade = budgetTrade(row, wantedTrade(row, netNavMinor), legs.write);
    if (trade === null) return;
    trades.push(trade);
    rowOf.push(index);
  });
  const targetCashMinor = cashGoalMinor(rows, netNavMinor);
  const minOrderMinor = rows[0]?.limits?.minOrderMinor ?? MIN_ORDER_MINOR;
  const limits = { minOrderMinor, maxCostShare: MAX_COST_SHARE };
  const problem = { trades, cashMinor, targetCashMinor, navMinor, budgetMinor, ...limits, nettedFxRates: legs.rates() };
  return { problem, rowOf };
}

/** Returns one signed value per row, 0 if nothing is traded. */
export function tradesOfSolution(
  { problem, rowOf }: BuiltProblem,
  { valuesMinor }: BudgetSolution,
  rowCount: number,
): TradeMinor[] {
  const trades = new Array<TradeMinor>(rowCount).fill(0);
  problem.trades.forEach(({ side }, index) => {
    const valueMinor = valuesMinor[index] ?? 0;
    if (valueMinor > 0) trades[rowOf[index] as number] = side === 'buy' ? valueMinor : -valueMinor;
  });
  return trades;
}

type WriteLeg = (venue: Venue, sizeMinor: number) => BudgetLeg;

/** For a leg in a foreign currency the conversion is charged on the net, so it is removed from the curve. */
function legWriter({ currency, conversionBps }: FxTerms): { write: WriteLeg; rates: () => number[] } {
  const rate = conversionBps / 10_000;
  const currencies: string[] = [];
  const write: WriteLeg = ({ listing, curve }, sizeMinor) => {
    if (listing.currency === currency || rate === 0) return { curve, sizeMinor };
    if (!currencies.includes(listing.currency)) currencies.push(listing.currency);
    const own = { ...curve, proportionalRate: Math.max(0, curve.proportionalRate - rate) };
    return { curve: own, sizeMinor, fxIndex: currencies.indexOf(listing.currency) };
  };
  return { write, rates: () => currencies.map(() => rate) };
}

/** Returns `null` if no part of the trade is worth an order. */
function budgetTrade(row: RebalanceRow, trade: TradeMinor, write: WriteLeg): BudgetTrade | null {
  const { orders } = splitTrade(row, trade);
  if (orders.length === 0) return null;
  if (trade < 0) return { side: 'sell', legs: orders.map(({ venue, valueMinor }) => write(venue, valueMinor)) };
  return { side: 'buy', legs: buyLegs(row, trade, write) };
}

/** Returns the exchanges that are the cheapest at some size, from the smallest order on. */
function buyLegs(row: RebalanceRow, sizeMinor: number, write: WriteLeg): BudgetLeg[] {
  const legs: BudgetLeg[] = [];
  let venue = buyVenueFor(row, MIN_ORDER_MINOR);
  let atMinor = MIN_ORDER_MINOR;
  for (let step = 1; venue !== null && row.buyVenues.length > 1 && step <= SIZES; step += 1) {
    const nextMinor = MIN_ORDER_MINOR * (sizeMinor / MIN_ORDER_MINOR) ** (step / SIZES);
    const next = buyVenueFor(row, nextMinor);
    if (next !== venue && next !== null) {
      legs.push(write(venue, lastCheapestAt(row, venue, atMinor, nextMinor)));
      venue = next;
    }
    atMinor = nextMinor;
  }
  if (venue !== null) legs.push(write(venue, sizeMinor));
  return legs;
}

/** The sizes at which exchanges are compared, a geometric sequence; between two of them the change is bisected. */
const SIZES = 12;
const BISECTIONS = 40;

/** Returns the largest value, up to rounding, at which the venue is still the cheapest. */
function lastCheapestAt(row: RebalanceRow, venue: Venue, insideMinor: number, outsideMinor: number): number {
  let inside = insideMinor;
  let outside = outsideMinor;
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = (inside + outside) / 2;
    if (buyVenueFor(row, middle) === venue) inside = middle;
    else outside = middle;
  }
  return inside;
}
