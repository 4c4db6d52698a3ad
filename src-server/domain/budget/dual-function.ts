/**
 * Evaluates the Lagrangian dual function of a compiled problem. For a multiplier κ of cost it minimises over the price
 * of cash p, and for each p over the selling price of every foreign currency, which is limited by the conversion rate
 * to a range around p. At given prices every row is optimised on its own. docs/cost-budget.md derives the function.
 */

import type { CompiledProblem } from './compile-problem.ts';
import { type ConvexMinimum, type ConvexPoint, findMinimum, shareOf } from './convex-minimum.ts';
import { valueIn } from './cost-segment.ts';
import type { OrderMultipliers, RelaxationTerms } from './relaxation-solution.ts';
import { emptySolutions, mixedSolutions, mixInto, type RowSolutions, recordRow } from './row-solutions.ts';
import {
  type DualPrices,
  NO_TRADE,
  optimiseMultiCurrencyRow,
  optimiseRow,
  type PricedRow,
  poolsOf,
  type RowOptimum,
  SIDES,
  type SideName,
  sellPriceIn,
} from './row-subproblem.ts';

/**
 * Totals of the rows of one currency pool, or of all rows, at their prices. `gain` excludes the round-trip price times
 * `bought`: if that price is very large, the other terms would be lost to rounding.
 */
interface PoolTotals {
  bought: number;
  sold: number;
  gain: number;
}

/**
 * The rows of one currency pool at a selling price; the slope is the value that they sell less the value that they buy.
 */
interface NettingPoint extends ConvexPoint {
  readonly totals: PoolTotals;
}

/** All rows at a price of cash. With rows and prices held fixed, the dual function is intercept + κ·gradient. */
interface CashPricePoint extends ConvexPoint {
  readonly intercept: number;
  readonly gradient: number;
}

/** The value of the dual function at κ, with the minimum over the price of cash. */
export interface CostMultiplierPoint extends ConvexPoint {
  readonly cashPrice: ConvexMinimum<CashPricePoint>;
}

const NO_MULTIPLIERS: OrderMultipliers = { buys: 0, sells: 0, constantMinor: 0 };

export class DualFunction {
  readonly #compiled: CompiledProblem;
  readonly #multipliers: OrderMultipliers;
  readonly #toleranceMinor: number;
  /** Per currency pool the rows that trade in it alone; the base currency is pool 0. */
  readonly #pools: readonly (readonly PricedRow[])[];
  readonly #multiCurrencyRows: readonly PricedRow[];
  /** Per currency pool the multi-currency rows that may trade in it. */
  readonly #multiCurrencyRowsIn: readonly (readonly PricedRow[])[];
  readonly #rates: readonly number[];
  /** Cash above its target once the budget is spent. */
  readonly #surplusMinor: number;
  readonly #prices: DualPrices;
  /** Per pool the price at which it nets to zero, once found at the current round-trip price. */
  readonly #nettingPrices: (ConvexMinimum<NettingPoint> | null)[];
  /** Per pool the last selling price less the price of cash, as a fraction of the conversion rate: the next guess. */
  readonly #nettingOffsets: Float64Array;
  readonly #optimum: RowOptimum = { value: 0, cost: 0, gain: 0, segmentIndex: NO_TRADE };
  #cashPriceGuess: number | null;
  #scratchSolutions: RowSolutions | null = null;

  constructor(compiled: CompiledProblem, terms: RelaxationTerms) {
    const { problem } = compiled;
    this.#compiled = compiled;
    this.#multipliers = terms.multipliers ?? NO_MULTIPLIERS;
    this.#toleranceMinor = terms.toleranceMinor;
    const rows = SIDES.flatMap((side) => pricedRows(compiled, side, terms, this.#multipliers));
    this.#rates = [0, ...(problem.nettedFxRates ?? [])];
    const pools = rows.map(poolsOf);
    this.#multiCurrencyRows = rows.filter((_, index) => (pools[index]?.length ?? 0) > 1);
    this.#multiCurrencyRowsIn = this.#rates.map((_, pool) =>
      this.#multiCurrencyRows.filter((row) => poolsOf(row).includes(pool)),
    );
    this.#pools = this.#rates.map((_, pool) =>
      rows.filter((_row, at) => pools[at]?.length === 1 && pools[at][0] === pool),
    );
    this.#surplusMinor = problem.cashMinor - problem.targetCashMinor - problem.budgetMinor;
    this.#prices = { roundTrip: 0, selling: new Float64Array(this.#rates.length) };
    this.#nettingPrices = this.#rates.map(() => null);
    this.#nettingOffsets = new Float64Array(this.#rates.length);
    this.#cashPriceGuess = terms.warmStart?.selling ?? null;
  }

  get rows(): PricedRow[] {
    return [...this.#pools.flat(), ...this.#multiCurrencyRows];
  }

  get maxConversionRate(): number {
    return Math.max(0, ...this.#rates);
  }

  /** Returns the dual function at κ. */
  pointAt(costMultiplier: number): CostMultiplierPoint {
    const roundTrip = 1 / costMultiplier;
    this.#setRoundTrip(roundTrip);
    const guess = this.#cashPriceGuess ?? Math.min(0.5, 0.5 * roundTrip);
    const range = { low: 0, high: 1, guess, step: FIRST_STEP * Math.min(1, roundTrip) };
    const tolerance = CASH_PRICE_TOLERANCE * this.#toleranceMinor * Math.min(1, roundTrip);
    const cashPrice = findMinimum((price) => this.#cashPricePointAt(price, null), { ...range, tolerance });
    const { under, over } = cashPrice;
    const share = shareOf(cashPrice);
    this.#cashPriceGuess = mix(under.at, over.at, share);
    const intercept = mix(under.intercept, over.intercept, share);
    const best = under.value < over.value ? under : over;
    const slope = best.gradient + roundTrip * (best.intercept - intercept);
    return { at: costMultiplier, cashPrice, value: best.intercept + best.gradient * costMultiplier, slope };
  }

  /** Returns the prices at which a point was found; valid until the next evaluation. */
  pricesAt({ at, cashPrice: { under, over } }: CostMultiplierPoint): DualPrices {
    this.#setRoundTrip(1 / at);
    this.#cashPricePointAt(under.value < over.value ? under.at : over.at, null);
    return this.#prices;
  }

  /**
   * Returns the rows' solutions at exactly the prices of a point: if several prices are optimal, others give other
   * trades.
   */
  solutionsAt({ at, cashPrice }: CostMultiplierPoint): RowSolutions {
    this.#setRoundTrip(1 / at);
    const solutionsOf = (price: number): RowSolutions => {
      const solutions = emptySolutions(this.#compiled);
      this.#cashPricePointAt(price, solutions);
      return solutions;
    };
    const under = solutionsOf(cashPrice.under.at);
    const share = shareOf(cashPrice);
    return share === 0 ? under : mixedSolutions(under, solutionsOf(cashPrice.over.at), share);
  }

  #setRoundTrip(roundTrip: number): void {
    this.#prices.roundTrip = roundTrip;
    this.#nettingPrices.fill(null);
  }

  /** Returns all rows at a price of cash, which is the selling price of the base currency. */
  #cashPricePointAt(price: number, solutions: RowSolutions | null): CashPricePoint {
    this.#prices.selling.fill(price);
    const totals = this.#totalsAt(0, price, solutions);
    for (let sweep = 1; sweep < SWEEPS; sweep += 1) {
      for (let pool = 1; pool < this.#pools.length; pool += 1) {
        if (this.#hasMultiCurrencyRows(pool)) this.#nettedTotals(pool, price, null);
      }
    }
    for (let pool = 1; pool < this.#pools.length; pool += 1) add(totals, this.#nettedTotals(pool, price, solutions));
    for (const row of this.#multiCurrencyRows) add(totals, this.#multiCurrencyTotals(row, solutions));
    const { budgetMinor, targetCashMinor } = this.#compiled.problem;
    const constantMinor = budgetMinor + this.#multipliers.constantMinor;
    // At a negative buying price, buys are limited by cash that must not become negative, instead of by the cash
    // target.
    const buying = this.#prices.roundTrip - price;
    const releasedMinor = buying < 0 ? targetCashMinor : 0;
    const intercept = totals.bought - releasedMinor;
    const gradient = price * (this.#surplusMinor + releasedMinor) + constantMinor + totals.gain;
    const value = this.#prices.roundTrip * intercept + gradient;
    return { at: price, value, slope: this.#surplusMinor + totals.sold - intercept, intercept, gradient };
  }

  #hasMultiCurrencyRows(pool: number): boolean {
    return (this.#multiCurrencyRowsIn[pool]?.length ?? 0) > 0;
  }

  /**
   * Returns the rows of a foreign currency at its best selling price: at an end of its range, or where it nets to zero.
   */
  #nettedTotals(pool: number, cashPrice: number, solutions: RowSolutions | null): PoolTotals {
    const rate = this.#rates[pool] as number;
    const known = this.#hasMultiCurrencyRows(pool) ? null : (this.#nettingPrices[pool] ?? null);
    if (known !== null && known.under.at > cashPrice - rate && known.over.at < cashPrice + rate) {
      return this.#totalsAtNetting(pool, known, solutions);
    }
    const nettingPointAt = (selling: number): NettingPoint => {
      const totals = this.#totalsAt(pool, selling, null);
      const value = this.#prices.roundTrip * totals.bought + totals.gain;
      return { at: selling, value, slope: this.#netSoldIn(pool, totals), totals };
    };
    const tolerance = NETTING_TOLERANCE * this.#toleranceMinor * Math.min(1, this.#prices.roundTrip);
    const guess = cashPrice + (this.#nettingOffsets[pool] as number) * rate;
    const range = { low: cashPrice - rate, high: cashPrice + rate, guess, step: 0.5 * rate, tolerance };
    const found = findMinimum(nettingPointAt, range);
    this.#nettingOffsets[pool] = rate === 0 ? 0 : ((found.under.at + found.over.at) / 2 - cashPrice) / rate;
    if (found.under !== found.over) this.#nettingPrices[pool] = found;
    return this.#totalsAtNetting(pool, found, solutions);
  }

  #totalsAtNetting(
    pool: number,
    { under, over }: ConvexMinimum<NettingPoint>,
    solutions: RowSolutions | null,
  ): PoolTotals {
    const share = shareOf({ under, over });
    if (solutions !== null) {
      this.#totalsAt(pool, under.at, solutions);
      if (share > 0) {
        this.#scratchSolutions ??= emptySolutions(this.#compiled);
        this.#totalsAt(pool, over.at, this.#scratchSolutions);
        mixInto(solutions, this.#scratchSolutions, share, this.#pools[pool] as readonly PricedRow[]);
      }
    }
    const best = under.value < over.value ? under : over;
    this.#prices.selling[pool] = best.at;
    const bought = mix(under.totals.bought, over.totals.bought, share);
    const sold = mix(under.totals.sold, over.totals.sold, share);
    return { bought, sold, gain: best.totals.gain + this.#prices.roundTrip * (best.totals.bought - bought) };
  }

  /**
   * Returns the value sold less the value bought in a currency; `totals` are those of the rows that trade in it alone.
   */
  #netSoldIn(pool: number, { bought, sold }: PoolTotals): number {
    let net = sold - bought;
    for (const row of this.#multiCurrencyRowsIn[pool] as readonly PricedRow[]) {
      optimiseMultiCurrencyRow(row, this.#prices, this.#optimum);
      const own = valueIn(pool, row.segments[this.#optimum.segmentIndex], this.#optimum.value);
      net += row.side === 'buys' ? -own : own;
    }
    return net;
  }

  /** Returns the rows of one currency at its selling price. Most of the search's time is spent here. */
  #totalsAt(pool: number, selling: number, solutions: RowSolutions | null): PoolTotals {
    this.#prices.selling[pool] = selling;
    const buying = this.#prices.roundTrip - selling;
    const optimum = this.#optimum;
    const totals = { bought: 0, sold: 0, gain: 0 };
    for (const row of this.#pools[pool] as readonly PricedRow[]) {
      const isBuy = row.side === 'buys';
      optimiseRow(row, isBuy ? buying : selling, optimum);
      if (isBuy) totals.bought += optimum.value;
      else totals.sold += optimum.value;
      totals.gain += (isBuy ? -selling : selling) * optimum.value - optimum.cost;
      if (solutions !== null) recordRow(row, optimum, solutions);
    }
    return totals;
  }

  #multiCurrencyTotals(row: PricedRow, solutions: RowSolutions | null): PoolTotals {
    optimiseMultiCurrencyRow(row, this.#prices, this.#optimum);
    if (solutions !== null) recordRow(row, this.#optimum, solutions);
    const { value, cost, gain, segmentIndex } = this.#optimum;
    if (row.side === 'sells') return { bought: 0, sold: value, gain };
    const selling = sellPriceIn(row.segments[segmentIndex]?.pool ?? 0, this.#prices);
    return { bought: value, sold: 0, gain: -selling * value - cost };
  }
}

/** The first step away from the guess, as a fraction of the round-trip price. */
const FIRST_STEP = 0.02;
/** The tolerances of the inner minimisations, as fractions of the tolerance of the bound. */
const CASH_PRICE_TOLERANCE = 0.3;
const NETTING_TOLERANCE = 0.1;
/**
 * Number of sweeps of the coordinate descent that finds the prices of rows in several currencies, which couple them.
 */
const SWEEPS = 3;

function pricedRows(
  compiled: CompiledProblem,
  side: SideName,
  { choices }: RelaxationTerms,
  multipliers: OrderMultipliers,
): PricedRow[] {
  return compiled[side].rows.map((segments, index) => {
    const choice = segments.length === 0 ? NO_TRADE : (choices[side][index] as number);
    return { side, index, segments, choice, orderMultiplier: multipliers[side] };
  });
}

function add(totals: PoolTotals, part: PoolTotals): void {
  totals.bought += part.bought;
  totals.sold += part.sold;
  totals.gain += part.gain;
}

function mix(first: number, second: number, share: number): number {
  return first + share * (second - first);
}
