/**
 * Chooses the whole lots that leave the least drift (decisions G10, G24): depth first over the rows, with a bound from
 * a price of cash and a price of cost. Exact for few rows, unless it takes too many steps; then the best result so far
 * is used. If lots that end at most a lot beyond their targets leave nearly as little drift and trade less, they are
 * chosen instead.
 */

import { affordable, cashAfterMinor } from '../plan/balance-cash.ts';
import type { RebalanceRow } from '../plan/rebalance-row.ts';
import { type DraftOrder, inSequence, type SizingTerms, stepAt, totalCosts } from '../plan/size-orders.ts';
import { type LotOption, lotCount, lotOptions } from './lot-options.ts';
import { type DriftTerms, driftAfter } from './plan-drift.ts';

export interface LotTerms extends DriftTerms {
  readonly sizing: SizingTerms;
  /** `null`: costs are not limited. */
  readonly budgetMinor: number | null;
  /** Largest value of each side, at mid; `null`: no limit. */
  readonly sideLimitMinor: number | null;
  /** Largest net gain of all sells together; `null`: no limit. */
  readonly gainLimit: GainLimit | null;
  /** Checks the plan's other limits. */
  readonly isAllowed: (drafts: readonly DraftOrder[]) => boolean;
}

export interface GainLimit {
  readonly maxMinor: number;
  /** Net gain of the sells of one instrument, which does not depend on the sells of others. */
  readonly gainMinorOf: (sells: readonly DraftOrder[]) => number;
}

/** Returns a plan in lots that leaves the least drift, or nearly so with fewer trades; `known` if nothing is better. */
export function chooseLots(
  rows: readonly RebalanceRow[],
  known: readonly DraftOrder[],
  terms: LotTerms,
): readonly DraftOrder[] {
  const { navMinor, sizing } = terms;
  const knownCostMinor = totalCosts(known).totalMinor;
  const least = driftAfter(rows, known, terms);
  const netMinor = navMinor - knownCostMinor;
  const surplusMinor = Math.max(0, rows.reduce((sum, { drift }) => sum + drift.targetWeight, 0) - 1) * netMinor;
  // The drifts above the targets and those below them have the same sum, so no row is further out than that sum.
  const farthestMinor = least * netMinor + surplusMinor + COST_ROOM * navMinor;
  const values = { navMinor, netNavMinor: netMinor };
  if (rows.reduce((sum, row) => sum + lotCount(row, values, farthestMinor, sizing), 0) > MAX_OPTIONS) return known;
  const choices = rows.map(
    (row): Choice => ({ row, options: withGains(lotOptions(row, values, farthestMinor, sizing), terms.gainLimit) }),
  );
  const start: Best = { drafts: known, least, costMinor: knownCostMinor };
  const withinTargets = choices.map(({ row, options }) => ({
    row,
    options: options.filter((option) => isWithinTarget(row, option, netMinor, sizing)),
  }));
  const near = new LotSearch(withinTargets, terms, start, minCashMinor(rows, terms, netMinor)).run();
  const ofLeastDrift = new LotSearch(choices, terms, near).run();
  const isNear = near.least - ofLeastDrift.least <= NEARLY_SAME_DRIFT;
  return isNear && tradedMinor(near.drafts) < tradedMinor(ofLeastDrift.drafts) ? near.drafts : ofLeastDrift.drafts;
}

function withGains(options: readonly LotOption[], limit: GainLimit | null): PricedOption[] {
  return options.map((option) => {
    const isLimited = limit !== null && option.valueMinor < 0;
    return { ...option, gainMinor: isLimited ? limit.gainMinorOf(option.drafts) : 0 };
  });
}

/** Half a basis point: displayed figures differ by one at most. */
const NEARLY_SAME_DRIFT = 0.5e-4;

/** Whether the option moves towards the target, and beyond it by less than a lot. */
function isWithinTarget(row: RebalanceRow, option: LotOption, netMinor: number, sizing: SizingTerms): boolean {
  const last = option.drafts.at(-1);
  if (last === undefined || option.valueMinor > 0) return true;
  const lotMinor = (last.venue.curve.shareMinor * stepAt(last.venue, sizing)) / 1e6;
  return row.drift.targetWeight * netMinor - row.heldMinor - option.valueMinor < lotMinor;
}

/** Cash, too, ends beyond its target by less than a lot, unless it is beyond it already. */
function minCashMinor(rows: readonly RebalanceRow[], terms: LotTerms, netMinor: number): number {
  const lots = rows.flatMap(({ buyVenues }) =>
    buyVenues.map((venue) => (venue.curve.shareMinor * stepAt(venue, terms.sizing)) / 1e6),
  );
  return Math.max(0, Math.min(terms.targetCashWeight * netMinor, terms.cashMinor) - Math.min(...lots));
}

function tradedMinor(drafts: readonly DraftOrder[]): number {
  return drafts.reduce((sum, { valueMinor }) => sum + valueMinor, 0);
}

/** Largest difference between the costs of plans, as a share of the value. */
const COST_ROOM = 0.002;
/** With more options, a lot is a small part of the trades. */
const MAX_OPTIONS = 3000;

interface PricedOption extends LotOption {
  readonly gainMinor: number;
}

interface Choice {
  readonly row: RebalanceRow;
  readonly options: readonly PricedOption[];
}

/** A row of the search: its options with their additions to the bound, in minor units. */
interface SearchRow {
  readonly row: RebalanceRow;
  readonly options: readonly PricedOption[];
  readonly excess: Float64Array;
}

/** Sums over the chosen rows; `own` costs exclude conversion, which may net. */
interface Sums {
  readonly excess: number;
  readonly own: number;
  readonly cost: number;
  readonly bought: number;
  readonly sold: number;
  readonly gain: number;
}

const NOTHING: Sums = { excess: 0, own: 0, cost: 0, bought: 0, sold: 0, gain: 0 };

interface Best {
  readonly drafts: readonly DraftOrder[];
  readonly least: number;
  readonly costMinor: number;
}

class LotSearch {
  readonly #terms: LotTerms;
  readonly #minCash: number;
  readonly #rows: readonly SearchRow[];
  readonly #boundMinor: number;
  /** By depth, for the rows from there on: least and most cost, and the most cash that they can contribute. */
  readonly #minCost: Float64Array;
  readonly #maxCost: Float64Array;
  readonly #maxCash: Float64Array;
  readonly #minGain: Float64Array;
  readonly #isNetted: boolean;
  readonly #referenceCost: number;
  readonly #picked: PricedOption[] = [];
  #best: Best;
  #steps = 0;
  #maxExcess = Number.POSITIVE_INFINITY;

  constructor(choices: readonly Choice[], terms: LotTerms, best: Best, minCashMinor = 0) {
    this.#terms = terms;
    this.#minCash = minCashMinor;
    this.#best = best;
    this.#referenceCost = best.costMinor;
    const { boundMinor, rows } = pricedRows(choices, terms, best.costMinor);
    this.#boundMinor = boundMinor;
    this.#rows = rows;
    const { currency } = terms.sizing;
    this.#isNetted = rows.some(({ options }) =>
      options.some(({ drafts }) => drafts.some(({ venue }) => venue.listing.currency !== currency)),
    );
    const suffix = (of: (option: PricedOption) => number, pick: (...values: number[]) => number) => {
      const sums = new Float64Array(rows.length + 1);
      for (let at = rows.length - 1; at >= 0; at -= 1) {
        const values = (rows[at] as SearchRow).options.map(of);
        sums[at] = (sums[at + 1] as number) + values.reduce((most, value) => pick(most, value));
      }
      return sums;
    };
    this.#minCost = suffix(({ ownMinor }) => ownMinor, Math.min);
    this.#maxCost = suffix(({ costMinor }) => costMinor, Math.max);
    this.#maxCash = suffix(({ valueMinor, ownMinor }) => -valueMinor - ownMinor, Math.max);
    this.#minGain = suffix(({ gainMinor }) => gainMinor, Math.min);
  }

  run(): Best {
    const gapMinor = this.#best.least * this.#terms.navMinor - this.#boundMinor;
    for (const share of SHARES_OF_GAP) {
      this.#maxExcess = share * gapMinor;
      this.#steps = 0;
      this.#visit(0, NOTHING);
    }
    return this.#best;
  }

  #visit(depth: number, so: Sums): void {
    if (depth === this.#rows.length) {
      this.#consider(this.#terms.cashMinor + so.sold - so.bought - so.own, so);
      return;
    }
    const { options, excess } = this.#rows[depth] as SearchRow;
    const limitMinor = this.#terms.sideLimitMinor ?? Number.POSITIVE_INFINITY;
    const maxGain = this.#terms.gainLimit?.maxMinor ?? Number.POSITIVE_INFINITY;
    for (let index = 0; index < options.length; index += 1) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) return;
      if (so.excess + (excess[index] as number) > this.#maxExcess) return;
      const option = options[index] as PricedOption;
      const sums: Sums = {
        excess: so.excess + (excess[index] as number),
        own: so.own + option.ownMinor,
        cost: so.cost + option.costMinor,
        bought: so.bought + Math.max(0, option.valueMinor),
        sold: so.sold + Math.max(0, -option.valueMinor),
        gain: so.gain + option.gainMinor,
      };
      const minCost = sums.own + (this.#minCost[depth + 1] as number);
      if (!this.#isPromising(sums.excess, minCost, sums.cost + (this.#maxCost[depth + 1] as number))) {
        // The options that follow add more to the bound.
        if (!this.#isPromising(sums.excess, 0, Number.POSITIVE_INFINITY)) return;
        continue;
      }
      const maxCash = this.#terms.cashMinor + sums.sold - sums.bought - sums.own + (this.#maxCash[depth + 1] as number);
      if (maxCash < this.#minCash || minCost > (this.#terms.budgetMinor ?? Number.POSITIVE_INFINITY)) continue;
      if (sums.bought > limitMinor || sums.sold > limitMinor) continue;
      if (sums.gain + (this.#minGain[depth + 1] as number) > maxGain) continue;
      this.#picked[depth] = option;
      this.#visit(depth + 1, sums);
    }
  }

  /** Whether a plan at these costs can leave less drift than the best. Distances move by no more than the costs do. */
  #isPromising(excessMinor: number, minCost: number, maxCost: number): boolean {
    const most = Math.min(maxCost, this.#maxCost[0] as number);
    const doubt = Math.max(Math.abs(minCost - this.#referenceCost), Math.abs(most - this.#referenceCost));
    const allowedMinor = this.#best.least * (this.#terms.navMinor - minCost);
    return this.#boundMinor + excessMinor - doubt < allowedMinor;
  }

  #consider(cashMinor: number, { own: ownMinor, cost }: Sums): void {
    const { sizing, budgetMinor, navMinor, targetCashWeight, isAllowed } = this.#terms;
    // Costs of conversion that may net, which reduce cash, and move each distance by no more than their share.
    const doubtMinor = this.#isNetted ? cost - ownMinor + this.#rows.length : 0;
    if (!this.#isNetted && cashMinor < this.#minCash) return;
    // Allocates no object, because most plans are not better. Orders that cash may not pay for are still trimmed.
    if (cashMinor >= doubtMinor) {
      const netMinor = navMinor - ownMinor;
      let sum = Math.abs(cashMinor - targetCashWeight * netMinor);
      for (let at = 0; at < this.#rows.length; at += 1) {
        const { drift, heldMinor } = (this.#rows[at] as SearchRow).row;
        sum += Math.abs(heldMinor + (this.#picked[at] as PricedOption).valueMinor - drift.targetWeight * netMinor);
      }
      if (!this.#isBetter((sum / 2 - doubtMinor) / netMinor, ownMinor)) return;
    }
    const found = inSequence(this.#picked.flatMap(({ drafts }) => drafts));
    const drafts = affordable(found, sizing);
    const costMinor = totalCosts(drafts).totalMinor;
    const least = driftAfter(
      this.#rows.map(({ row }) => row),
      drafts,
      this.#terms,
    );
    if (!this.#isBetter(least, costMinor) || (budgetMinor !== null && costMinor > budgetMinor)) return;
    const hasLeastCash = this.#minCash === 0 || cashAfterMinor(drafts, sizing.cashMinor) >= this.#minCash;
    if (hasLeastCash && isAllowed(drafts)) this.#best = { drafts, least, costMinor };
  }

  /** Of two plans that leave the same drift, the cheaper one is better. */
  #isBetter(left: number, costMinor: number): boolean {
    const lead = this.#best.least - left;
    return lead > SAME_DRIFT || (lead > -SAME_DRIFT && costMinor < this.#best.costMinor);
  }
}

/**
 * Plans with little excess over the bound are visited first, so that a search that is cut short has seen the best ones:
 * each pass visits those up to a share of the gap between the bound and the first plan.
 */
const SHARES_OF_GAP = [1 / 64, 1 / 16, 1 / 4, Number.POSITIVE_INFINITY];
/** Of each pass. */
const MAX_STEPS = 200_000;
/** Weights have ten decimals. */
const SAME_DRIFT = 1e-10;

/** Prices of the bound: of cash, of a cent of cost, of either side, and of gain. */
interface Prices {
  readonly cash: number;
  readonly cost: number;
  readonly buys: number;
  readonly sells: number;
  readonly gain: number;
}

/**
 * Returns rows with each option's addition to the bound. With d the distance of a row from its target, ½·Σ|d| over rows
 * and cash is at least Σ(½·|d| + s·d) for −½ ≤ s ≤ ½, because all distances sum to zero; limits on costs and on a side
 * have prices of their own, none of them negative.
 */
function pricedRows(choices: readonly Choice[], terms: LotTerms, costMinor: number) {
  const { navMinor, budgetMinor, sideLimitMinor, gainLimit, targetCashWeight } = terms;
  const netMinor = navMinor - costMinor;
  const targets = choices.reduce((sum, { row }) => sum + row.drift.targetWeight, targetCashWeight);
  const added = ({ heldMinor, drift }: RebalanceRow, option: PricedOption, prices: Prices) => {
    const { valueMinor, ownMinor, gainMinor } = option;
    const distance = heldMinor + valueMinor - drift.targetWeight * netMinor;
    const ofSide = valueMinor > 0 ? prices.buys * valueMinor : -prices.sells * valueMinor;
    const ofLimits = prices.cost * ownMinor + prices.gain * gainMinor + ofSide;
    return Math.abs(distance) / 2 + prices.cash * distance + ofLimits;
  };
  const maxGain = gainLimit !== null && Number.isFinite(gainLimit.maxMinor) ? gainLimit.maxMinor : 0;
  const boundAt = (prices: Prices) => {
    let sum = -prices.cash * (1 - targets) * netMinor - prices.cost * (budgetMinor ?? 0);
    sum -= (prices.buys + prices.sells) * (sideLimitMinor ?? 0) + prices.gain * maxGain;
    for (const { row, options } of choices) {
      let least = Number.POSITIVE_INFINITY;
      for (const option of options) least = Math.min(least, added(row, option, prices));
      sum += least;
    }
    return sum;
  };
  const prices = bestPrices(boundAt, {
    cost: budgetMinor !== null,
    sides: sideLimitMinor !== null,
    gain: gainLimit !== null && Number.isFinite(gainLimit.maxMinor),
  });
  const rows = choices.map(({ row, options }): SearchRow => {
    const priced = options.map((option) => ({ option, added: added(row, option, prices) }));
    priced.sort((one, other) => one.added - other.added);
    const excess = Float64Array.from(priced, (each) => each.added - (priced[0]?.added ?? 0));
    return { row, options: priced.map(({ option }) => option), excess };
  });
  // Rows with the largest effect first, so that the rest of the search is pruned early.
  rows.sort((one, other) => (other.excess[1] ?? 0) - (one.excess[1] ?? 0));
  return { boundMinor: boundAt(prices), rows };
}

/** Optimises one price after another; any prices give a bound. */
function bestPrices(boundAt: (prices: Prices) => number, limited: Record<'cost' | 'sides' | 'gain', boolean>): Prices {
  let prices: Prices = { cash: 0, cost: 0, buys: 0, sells: 0, gain: 0 };
  for (let sweep = 0; sweep < (Object.values(limited).includes(true) ? SWEEPS : 1); sweep += 1) {
    prices = { ...prices, cash: highest(-0.5, 0.5, (cash) => boundAt({ ...prices, cash })) };
    if (limited.cost) prices = { ...prices, cost: highest(0, MAX_PRICE, (cost) => boundAt({ ...prices, cost })) };
    if (limited.gain) prices = { ...prices, gain: highest(0, MAX_PRICE, (gain) => boundAt({ ...prices, gain })) };
    if (!limited.sides) continue;
    prices = { ...prices, buys: highest(0, 1, (buys) => boundAt({ ...prices, buys })) };
    prices = { ...prices, sells: highest(0, 1, (sells) => boundAt({ ...prices, sells })) };
  }
  return prices;
}

const SWEEPS = 4;
/** Largest drift removed per cent of cost or of gain: more than any order achieves. */
const MAX_PRICE = 5000;

/** Returns the maximum of a concave function, by golden sections. */
function highest(from: number, to: number, of: (at: number) => number): number {
  let [low, high] = [from, to];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [of(left), of(right)];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (atLeft >= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = of(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = of(right);
    }
  }
  return (low + high) / 2;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const ROUNDS = 30;
