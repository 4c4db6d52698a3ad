/**
 * Computes the rows of a plan with their wanted trades: to the targets, or to the edge of the band and no further
 * (decision O6). Costs change the value that is left for the goals, and the goals change the costs, so both are
 * computed until they agree.
 */
import type { PositionDrift } from '../valuation/drift.ts';
import type { Valuation } from '../valuation/valuation.ts';
import { edgeCosts, NO_EDGE_COSTS, rowsToBandEdge } from './band-edge.ts';
import { bandOf, type PlanInput } from './plan.ts';
import { type RebalanceRow, rebalanceRows } from './rebalance-row.ts';
import { sizingTerms } from './size-orders.ts';
import { type SolvedTrades, solveTradeValues } from './solve-trade-values.ts';

interface SolvedRows {
  readonly rows: readonly RebalanceRow[];
  readonly solved: SolvedTrades;
}

/** Returns one row per row of the drift snapshot, in its order (by ISIN). */
export function solveRows(input: PlanInput, valuation: Valuation, drifts: readonly PositionDrift[]): SolvedRows {
  const navMinor = valuation.totalMinor;
  const fx = { currency: input.currency, conversionBps: input.view.fxConversionBps };
  const rows = rebalanceRows(input, valuation, drifts);
  if (input.settings.to !== 'band_edge') return { rows, solved: solveTradeValues(rows, navMinor, fx) };
  const [band, sizing] = [bandOf(input.settings), sizingTerms(input)];
  let costs = NO_EDGE_COSTS;
  let spentMinor = 0;
  for (let round = 1; ; round += 1) {
    const toEdge = rowsToBandEdge(rows, band, navMinor - spentMinor, costs, sizing);
    const solved = solveTradeValues(toEdge, navMinor, fx);
    const totalMinor = navMinor - solved.netNavMinor;
    const isSettled = Math.abs(totalMinor - spentMinor) < SETTLED_MINOR;
    // If costs alternate between two sets of orders, the value after the dearer set is used.
    const isPaid = round >= MAX_ROUNDS && totalMinor <= spentMinor;
    if (isSettled || isPaid || round === 2 * MAX_ROUNDS) return { rows: toEdge, solved };
    spentMinor = totalMinor;
    costs = edgeCosts(toEdge, solved, navMinor, sizing);
  }
}

const MAX_ROUNDS = 6;
const SETTLED_MINOR = 0.25;
