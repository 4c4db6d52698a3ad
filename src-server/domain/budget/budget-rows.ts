/**
 * Owns the way from the rows of a rebalance to a budget problem and back. Decides nothing but how far a row may go: to
 * its aim of the value that is left when the budget is spent, which is where it would be at its target.
 */

import type { Venue } from '../choose-venue.ts';
import { type RebalanceRow, rowCostMinor, type TradeMinor } from '../rebalance-row.ts';
import { DUST_MINOR, type FxTerms, wantedTrade } from '../solve-trade-values.ts';
import type { BudgetLeg, BudgetProblem, BudgetSolution, BudgetTrade } from './budget-problem.ts';

export interface BudgetTerms {
  readonly cashMinor: number;
  readonly navMinor: number;
  /** Value after the costs of the full plan, as `solveTradeValues` finds it. */
  readonly fullNetNavMinor: number;
  readonly budgetMinor: number;
  /** Conversion is charged on what is left after netting each foreign currency (`net-fx.ts`). */
  readonly fx: FxTerms;
}

export interface RowsProblem {
  readonly problem: BudgetProblem;
  /** Row of each of the problem's trades. */
  readonly rowOf: readonly number[];
}

/**
 * The problem of these rows. With the budget spent less is paid than for the full plan, so a little more is left to be
 * held of every row: sells end before their full trade, buys a little beyond it.
 */
export function rowsProblem(rows: readonly RebalanceRow[], terms: BudgetTerms): RowsProblem {
  const { cashMinor, navMinor, budgetMinor } = terms;
  const netNavMinor = Math.max(terms.fullNetNavMinor, navMinor - budgetMinor);
  const legs = legWriter(terms.fx);
  const trades: BudgetTrade[] = [];
  const rowOf: number[] = [];
  let aimSum = 0;
  rows.forEach((row, index) => {
    aimSum += row.aimWeight;
    const trade = budgetTrade(row, wantedTrade(row, netNavMinor), legs.write);
    if (trade === null) return;
    trades.push(trade);
    rowOf.push(index);
  });
  const aimCashMinor = Math.max(0, 1 - aimSum) * netNavMinor;
  const nettedFxRates = legs.rates();
  const problem = { trades, cashMinor, aimCashMinor, navMinor, budgetMinor, dustMinor: DUST_MINOR, nettedFxRates };
  return { problem, rowOf };
}

/** One signed value per row, 0 where nothing is traded. */
export function rowTrades(
  { problem, rowOf }: RowsProblem,
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

/** Legs in foreign currencies leave the conversion to the netting; what the curve holds of it is taken out. */
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

/** `null` for nothing, dust, and what would cost what it is worth. */
function budgetTrade(row: RebalanceRow, trade: TradeMinor, write: WriteLeg): BudgetTrade | null {
  const sizeMinor = Math.abs(trade);
  if (sizeMinor < DUST_MINOR || rowCostMinor(row, trade) >= sizeMinor) return null;
  if (trade < 0) return { side: 'sell', legs: sellLegs(row, sizeMinor, write) };
  return row.buyVenue === null ? null : { side: 'buy', legs: [write(row.buyVenue, sizeMinor)] };
}

/** Holdings in the order in which they are sold, up to the trade. */
function sellLegs(row: RebalanceRow, sizeMinor: number, write: WriteLeg): BudgetLeg[] {
  const legs: BudgetLeg[] = [];
  let restMinor = sizeMinor;
  for (const holding of row.sellable) {
    if (restMinor <= 0) break;
    legs.push(write(holding, Math.min(restMinor, holding.valueMinor)));
    restMinor -= holding.valueMinor;
  }
  return legs;
}
