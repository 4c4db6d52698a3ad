/**
 * Solves the Lagrangian dual of a compiled problem whose rows' choices are given or free. It minimises the dual
 * function over the multiplier of cost, which gives a bound; the primal solutions on both sides of the minimum give a
 * plan.
 */

import type { CompiledProblem } from './compile-problem.ts';
import { type ConvexMinimum, findMinimum, meetingOf, shareOf } from './convex-minimum.ts';
import { type CostMultiplierPoint, DualFunction } from './dual-function.ts';
import { bestFeasibleBetween, type FeasiblePlan, isFeasible, planFigures } from './plan-values.ts';
import { reducedCostsOf } from './reduced-costs.ts';
import type { RelaxationSolution, RelaxationTerms } from './relaxation-solution.ts';
import { mixedSolutions } from './row-solutions.ts';

export class LagrangianRelaxation {
  readonly #compiled: CompiledProblem;
  readonly #terms: RelaxationTerms;
  readonly #dual: DualFunction;

  constructor(compiled: CompiledProblem, terms: RelaxationTerms) {
    this.#compiled = compiled;
    this.#terms = terms;
    this.#dual = new DualFunction(compiled, terms);
  }

  /** Returns the bound with its prices; `null` if no plan with these choices attains the cutoff. */
  relax(): RelaxationSolution | null {
    const found = this.#minimise();
    if (found === null) return null;
    const { segmentNumbers } = this.#solutionsBetween(found);
    const best = found.under.value < found.over.value ? found.under : found.over;
    const prices = this.#dual.pricesAt(best);
    const { roundTrip } = prices;
    const [selling = 0] = prices.selling;
    return {
      bound: best.value,
      prices: { buys: roundTrip - selling, sells: selling },
      segmentNumbers,
      reducedCosts: reducedCostsOf(this.#compiled, this.#dual.rows, prices),
      warmStart: { roundTrip, selling },
    };
  }

  /**
   * Returns the multiplier of the budget: objective per unit of money. If the dual function is flat, its minimiser is
   * not unique, so callers request a much smaller tolerance than for a bound.
   */
  shadowPrice(): number {
    const found = this.#minimise();
    if (found === null) return 0;
    const { at } = meetingOf(found);
    const cashPrice = meetingOf(this.#dual.pointAt(at).cashPrice).at;
    return Math.max(0, 1 - cashPrice) * at;
  }

  /** Returns the best plan if every choice is made; `null` if none is feasible and attains the cutoff. */
  plan(): FeasiblePlan | null {
    const found = this.#minimise();
    if (found === null) return null;
    const under = this.#dual.solutionsAt(found.under).values;
    let values = found.under === found.over ? under : this.#dual.solutionsAt(found.over).values;
    let { at } = found.over;
    // Rounding may leave the plan slightly over the budget; then a larger multiplier of cost gives a cheaper one.
    for (let step = FIRST_RETREAT; step < 1 && !this.#isFeasible(values); step *= RETREAT_GROWTH) {
      at *= 1 + step;
      values = this.#dual.solutionsAt(this.#dual.pointAt(at)).values;
    }
    return bestFeasibleBetween(this.#compiled, values, under);
  }

  #isFeasible(values: FeasiblePlan['values']): boolean {
    return isFeasible(this.#compiled, planFigures(this.#compiled, values));
  }

  /**
   * Returns the minimum of the dual function over the multiplier of cost; `null` as soon as a value is below the
   * cutoff.
   */
  #minimise(): ConvexMinimum<CostMultiplierPoint> | null {
    const { buys, sells, problem } = this.#compiled;
    const { warmStart, toleranceMinor, cutoff = Number.NEGATIVE_INFINITY } = this.#terms;
    const halfway = 0.5 * (buys.fullTradePrice + Math.min(1, sells.fullTradePrice)) + this.#dual.maxConversionRate;
    const roundTrip = Math.max(MIN_ROUND_TRIP, halfway);
    // If everything can be bought, the round-trip price grows until the unspent budget no longer counts.
    const maxRoundTrip = Math.min(
      MAX_ROUND_TRIP,
      10 * (1 + roundTrip + problem.budgetMinor / Math.max(MIN_ROUND_TRIP, toleranceMinor)),
    );
    const guess = 1 / Math.min(maxRoundTrip, warmStart?.roundTrip ?? roundTrip);
    let isCut = false;
    const pointAt = (at: number): CostMultiplierPoint => {
      const point = this.#dual.pointAt(at);
      if (point.value < cutoff) isCut = true;
      // A slope of zero ends the minimisation at once.
      return isCut ? { ...point, slope: 0, value: Number.NEGATIVE_INFINITY } : point;
    };
    const range = { low: 1 / maxRoundTrip, high: MAX_MULTIPLIER_FACTOR / roundTrip, tolerance: toleranceMinor };
    const found = findMinimum(pointAt, { ...range, guess, step: (warmStart ? WARM_STEP : COLD_STEP) * guess });
    return isCut ? null : found;
  }

  /** Returns the primal solution at the minimum: a convex combination of the solutions on both sides of it. */
  #solutionsBetween(found: ConvexMinimum<CostMultiplierPoint>) {
    const under = this.#dual.solutionsAt(found.under);
    return found.under === found.over
      ? under
      : mixedSolutions(under, this.#dual.solutionsAt(found.over), shareOf(found));
  }
}

/** First steps as fractions of the guess, with and without a warm start. */
const WARM_STEP = 0.02;
const COLD_STEP = 0.2;
/**
 * The fraction by which the multiplier grows if a plan is over the budget: at first, and the factor from step to step.
 */
const FIRST_RETREAT = 1e-7;
const RETREAT_GROWTH = 16;
/** Limits of the round-trip price, and how many times its inverse may exceed that of the first guess. */
const MIN_ROUND_TRIP = 1e-9;
const MAX_ROUND_TRIP = 1e6;
const MAX_MULTIPLIER_FACTOR = 1e9;
