/**
 * Evaluates a plan given by its values: its costs including netted conversion, its objective and its cash. Every plan
 * is evaluated here, whichever method found it.
 */

import type { BudgetProblem } from './budget-problem.ts';
import type { CompiledProblem, CompiledRow, CompiledSide } from './compile-problem.ts';
import { type CostSegment, segmentCost, valueIn } from './cost-segment.ts';
import { SIDES } from './row-subproblem.ts';

interface PlanFigures {
  readonly costMinor: number;
  readonly objective: number;
  readonly cashMinor: number;
}

/** One number per compiled row and side. The values of a plan are each 0 or on a segment. */
export interface SideValues {
  readonly buys: Float64Array;
  readonly sells: Float64Array;
}

export interface FeasiblePlan {
  readonly values: SideValues;
  readonly figures: PlanFigures;
}

/** Returns the objective of the plan without trades. */
export function noTradeObjective({ cashMinor, targetCashMinor }: BudgetProblem): number {
  return Math.min(0, cashMinor - targetCashMinor);
}

export function zeroValues({ buys, sells }: CompiledProblem): SideValues {
  return { buys: new Float64Array(buys.rows.length), sells: new Float64Array(sells.rows.length) };
}

/** Returns (1 − share)·from + share·to, row by row. */
export function mixedValues(from: SideValues, to: SideValues, share: number): SideValues {
  const mixed = (first: Float64Array, second: Float64Array) =>
    first.map((value, index) => value + share * ((second[index] as number) - value));
  return { buys: mixed(from.buys, to.buys), sells: mixed(from.sells, to.sells) };
}

export function planFigures(compiled: CompiledProblem, values: SideValues): PlanFigures {
  const { problem } = compiled;
  const buys = sideFigures(compiled.buys, values.buys);
  const sells = sideFigures(compiled.sells, values.sells);
  const costMinor = buys.cost + sells.cost + nettedCost(compiled, values);
  const cashMinor = problem.cashMinor + sells.amount - buys.amount - costMinor;
  const objective = Math.min(buys.amount, buys.amount + cashMinor - problem.targetCashMinor);
  return { costMinor, objective, cashMinor };
}

/**
 * Returns the best feasible plan on the line from one plan to the other; `null` if neither is feasible. Costs are
 * convex along the line, so a step that is computed on the chord never goes too far.
 */
export function bestFeasibleBetween(compiled: CompiledProblem, from: SideValues, to: SideValues): FeasiblePlan | null {
  const end = { values: to, figures: planFigures(compiled, to) };
  let best = { values: from, figures: planFigures(compiled, from) };
  if (isFeasible(compiled, end.figures) && end.figures.objective >= best.figures.objective) return end;
  if (!isFeasible(compiled, best.figures)) return isFeasible(compiled, end.figures) ? end : null;
  for (let round = 0; round < MAX_CHORDS; round += 1) {
    const values = mixedValues(best.values, to, feasibleShare(compiled, best.figures, end.figures));
    const figures = planFigures(compiled, values);
    if (!isFeasible(compiled, figures) || figures.objective <= best.figures.objective) break;
    best = { values, figures };
  }
  return best;
}

/** Whether costs are within the budget and cash is not negative, up to rounding. */
export function isFeasible({ problem }: CompiledProblem, { costMinor, cashMinor }: PlanFigures): boolean {
  return costMinor <= problem.budgetMinor * (1 + FLOAT_NOISE) && cashMinor >= -FLOAT_NOISE * problem.navMinor;
}

const FLOAT_NOISE = 1e-10;
const MAX_CHORDS = 4;

/** Returns the step at which, on the chord, the budget is spent, cash is used up, or cash falls to its target. */
function feasibleShare({ problem }: CompiledProblem, from: PlanFigures, to: PlanFigures): number {
  const { budgetMinor, targetCashMinor } = problem;
  const byCost = to.costMinor > budgetMinor ? (budgetMinor - from.costMinor) / (to.costMinor - from.costMinor) : 1;
  const least = from.cashMinor > targetCashMinor ? targetCashMinor : 0;
  const byCash = to.cashMinor < least ? (from.cashMinor - least) / (from.cashMinor - to.cashMinor) : 1;
  return Math.max(0, Math.min(1, byCost, byCash));
}

/** Returns the cost of a row's value, which must be 0 or on a segment. */
function rowCost(row: CompiledRow, value: number): number {
  const segment = value === 0 ? undefined : segmentAt(row, value);
  return segment === undefined ? 0 : segmentCost(segment, value);
}

function segmentAt(row: CompiledRow, value: number): CostSegment | undefined {
  return row.find(({ high }) => value <= high) ?? row.at(-1);
}

/** Returns the sum over the netted currencies of their rate times |bought − sold|. */
function nettedCost({ problem, ...sides }: CompiledProblem, values: SideValues): number {
  const rates = problem.nettedFxRates ?? [];
  if (rates.length === 0) return 0;
  const net = rates.map(() => 0);
  for (const side of SIDES) {
    values[side].forEach((value, row) => {
      if (value === 0) return;
      const segment = segmentAt(sides[side].rows[row] as CompiledRow, value);
      rates.forEach((_, index) => {
        net[index] = (net[index] ?? 0) + (side === 'buys' ? 1 : -1) * valueIn(index + 1, segment, value);
      });
    });
  }
  return rates.reduce((sum, rate, index) => sum + Math.abs(net[index] ?? 0) * rate, 0);
}

function sideFigures(side: CompiledSide, values: Float64Array): { amount: number; cost: number } {
  let amount = 0;
  let cost = 0;
  values.forEach((value, row) => {
    amount += value;
    cost += rowCost(side.rows[row] as CompiledRow, value);
  });
  return { amount, cost };
}
