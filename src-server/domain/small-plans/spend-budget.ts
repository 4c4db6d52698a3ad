/**
 * Finds the best part of a plan within a cost budget, for plans of few rows, by exact charges (decisions G10, G24):
 * every set of orders is tried, and every cent of the budget is spent where it leaves the least drift.
 */

import { minWorthMinor } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import { affordable, cashAfterMinor } from '../plan/balance-cash.ts';
import { netFx } from '../plan/net-fx.ts';
import type { RebalanceRow, TradeMinor } from '../plan/rebalance-row.ts';
import { rowCostMinor } from '../plan/row-orders.ts';
import { type DraftOrder, inSequence, type SizingTerms, stepAt, totalCosts } from '../plan/size-orders.ts';
import { wantedTrade } from '../plan/solve-trade-values.ts';
import { replaced, resized, sideMinor } from '../plan/trim-drafts.ts';
import { leavesWorth } from './budget-levels.ts';
import { driftAfter, targetCashWeightOf } from './plan-drift.ts';
import { type ChosenLevel, type Contender, chosenAt, draftsOf, minMinor, sideTable, stepsOf } from './side-table.ts';

interface SpendingTerms {
  readonly navMinor: number;
  /** The value after the costs of the full plan, which no plan within the budget falls below. */
  readonly fullNetNavMinor: number;
  readonly budgetMinor: number;
  readonly sizing: SizingTerms;
}

/** Largest number of rows for which such a search is fast. */
export const FEW_ROWS = 12;
/** Largest budget for which single cents matter. */
export const SMALL_BUDGET_MINOR = 10_000;

/** Exact orders, their cost, the drift they leave, and the saving of their conversions by netting. */
interface Candidate {
  readonly drafts: readonly DraftOrder[];
  readonly costMinor: number;
  readonly left: number;
  readonly nettedMinor: number;
}

/**
 * Returns the orders that leave the least drift; none if nothing is affordable. The value that the targets refer to
 * follows from the costs, and the cost of conversions from the orders, so both are found in turn with the orders.
 * `known` are orders within the budget that the result must improve on.
 */
export function spendBudget(
  rows: readonly RebalanceRow[],
  known: readonly DraftOrder[],
  terms: SpendingTerms,
): readonly DraftOrder[] {
  const { navMinor, fullNetNavMinor, budgetMinor, sizing } = terms;
  const targetCashWeight = targetCashWeightOf(rows);
  const driftTerms = { navMinor, cashMinor: sizing.cashMinor, targetCashWeight };
  let best: Pick<Candidate, 'drafts' | 'left'> = { drafts: known, left: driftAfter(rows, known, driftTerms) };
  const open: Guess[] = [{ spentMinor: budgetMinor, nettedMinor: 0 }];
  for (let at = 0; at < Math.min(open.length, MAX_GUESSES); at += 1) {
    const { spentMinor, nettedMinor } = open[at] as Guess;
    const netNavMinor = Math.max(fullNetNavMinor, navMinor - spentMinor);
    const wanted = rows.map((row) => wantedTrade(row, netNavMinor));
    const search = { ...terms, budgetMinor: budgetMinor + nettedMinor, targetCashWeight };
    const found = bestSpendings(rows, wanted, search).map((orders): Candidate => {
      const netted = netFx(orders, sizing.currency, sizing.view);
      const drafts = balanced(orders, targetCashWeight * netNavMinor, sizing);
      return {
        drafts,
        costMinor: totalCosts(drafts).totalMinor,
        left: driftAfter(rows, drafts, driftTerms),
        nettedMinor: totalCosts(orders).totalMinor - totalCosts(netted).totalMinor,
      };
    });
    found.sort((one, other) => one.left - other.left);
    const [retained] = found.filter(({ costMinor }) => costMinor <= budgetMinor);
    if (retained !== undefined && retained.left < best.left) best = retained;
    open.push(...newGuesses(found.slice(0, MAX_FOLLOWED), nettedMinor, open, budgetMinor));
  }
  return best.drafts;
}

/** An assumed cost of a plan, and the part of it that nets. */
interface Guess {
  readonly spentMinor: number;
  readonly nettedMinor: number;
}

const MAX_GUESSES = 5;
const MAX_FOLLOWED = 3;
/** A difference in cost that changes no target by a cent. */
const SETTLED_MINOR = 1;

/**
 * Returns the costs of those plans that were not tried yet. If a plan exceeds the budget because less nets than
 * assumed, the next guess is lower.
 */
function newGuesses(
  found: readonly Candidate[],
  triedMinor: number,
  known: readonly Guess[],
  budgetMinor: number,
): Guess[] {
  const guesses: Guess[] = [];
  for (const { costMinor, nettedMinor } of found) {
    const beyondMinor = Math.max(0, costMinor - budgetMinor);
    const nextMinor = beyondMinor > 0 ? Math.max(0, triedMinor - beyondMinor) : nettedMinor;
    const guess = { spentMinor: Math.min(costMinor, budgetMinor), nettedMinor: nextMinor };
    const isKnown = [...known, ...guesses].some(
      (other) =>
        Math.abs(other.spentMinor - guess.spentMinor) <= SETTLED_MINOR &&
        Math.abs(other.nettedMinor - guess.nettedMinor) <= SETTLED_MINOR,
    );
    if (!isKnown) guesses.push(guess);
  }
  return guesses;
}

type SearchTerms = SpendingTerms & { readonly targetCashWeight: number };

/**
 * Returns the orders before they are limited to the available cash, conversions not netted; the last is the best by its
 * estimate.
 */
function bestSpendings(
  rows: readonly RebalanceRow[],
  wanted: readonly TradeMinor[],
  terms: SearchTerms,
): DraftOrder[][] {
  const range = { fromMinor: 0, toMinor: terms.budgetMinor };
  const contenders = rows.flatMap((row, index): Contender[] => {
    const tradeMinor = wanted[index] ?? 0;
    return tradeMinor === 0 ? [] : [{ row, tradeMinor, range, isForced: false }];
  });
  const others = rows.filter((_, index) => (wanted[index] ?? 0) === 0);
  const unitMinor = unitOf(contenders, terms.budgetMinor);
  const choices = bestChoices(contenders, others, unitMinor, terms);
  const closer =
    unitMinor === 1
      ? choices
      : choices.slice(-MAX_CLOSER).map((chosen) => closerChoice(chosen, rows, unitMinor, terms));
  return closer.map((chosen) => {
    const draftsOn = (side: Side) =>
      draftsOf(
        chosen.filter((each) => sideOf(each) === side),
        side,
        terms.sizing,
      );
    return inSequence([...draftsOn('sell'), ...draftsOn('buy')]);
  });
}

/** Returns the same orders in a finer unit, each within some units of its cost. */
function closerChoice(
  chosen: ChosenLevel[],
  rows: readonly RebalanceRow[],
  unitMinor: number,
  terms: SearchTerms,
): ChosenLevel[] {
  const near = chosen.map(({ level, ...contender }): Contender => {
    const fromMinor = Math.max(0, level.costMinor - NEAR_UNITS * unitMinor);
    return { ...contender, range: { fromMinor, toMinor: level.costMinor + NEAR_UNITS * unitMinor }, isForced: true };
  });
  const others = rows.filter((row) => near.every((each) => each.row !== row));
  return bestChoices(near, others, Math.ceil(unitMinor / FINER), terms).at(-1) ?? chosen;
}

const MAX_CLOSER = 2;
const NEAR_UNITS = 2;
const FINER = 16;

function sideOf({ tradeMinor }: Contender): Side {
  return tradeMinor > 0 ? 'buy' : 'sell';
}

/** Returns the number of cents that are allotted together, so that there are not too many levels and units. */
function unitOf(contenders: readonly Contender[], budgetMinor: number): number {
  const rangeMinor = contenders.reduce((sum, { row, tradeMinor }) => {
    const least = Math.min(...[...row.sellable, ...row.buyVenues].map(({ curve }) => curve.minimumMinor));
    return sum + Math.max(0, Math.min(budgetMinor, rowCostMinor(row, tradeMinor)) - least);
  }, 0);
  const [byLevels, byUnits] = [rangeMinor / MAX_LEVELS, Math.sqrt((rangeMinor * budgetMinor) / MAX_SUMS)];
  return Math.max(1, Math.ceil(Math.max(byLevels, byUnits)));
}

const MAX_LEVELS = 1500;
const MAX_SUMS = 3e6;

/** Returns the trades that leave the least drift: the best last, preceded by some earlier best ones. */
function bestChoices(
  contenders: readonly Contender[],
  others: readonly RebalanceRow[],
  unitMinor: number,
  terms: SearchTerms,
): ChosenLevel[][] {
  const forcedMinor = contenders.reduce((sum, { isForced, range }) => sum + (isForced ? range.fromMinor : 0), 0);
  const units = Math.floor((terms.budgetMinor - forcedMinor) / unitMinor);
  if (units < 0) return [];
  const tableOf = (side: Side) =>
    sideTable(
      side,
      contenders.filter((each) => sideOf(each) === side),
      units,
      unitMinor,
      terms.sizing,
    );
  const [buy, sell] = [tableOf('buy'), tableOf('sell')];
  const { leftAt, neededMinor } = leftoverOf(contenders, others, terms);
  const choices: ChosenLevel[][] = [];
  let least = forcedMinor > 0 ? Number.POSITIVE_INFINITY : leftAt(0, 0, 0);
  const consider = (buyUnits: number, sellUnits: number) => {
    const [boughtMinor, soldMinor] = [buy.maxMinor[buyUnits] as number, sell.maxMinor[sellUnits] as number];
    const paidMinor = forcedMinor + (buyUnits + sellUnits) * unitMinor;
    const left = leftAt(boughtMinor, soldMinor, paidMinor);
    if (!(left < least)) return;
    const bought = chosenAt(buy, buyUnits);
    const cashMinor = terms.sizing.cashMinor + soldMinor - paidMinor;
    if (boughtMinor > cashMinor && minMinor(bought) > cashMinor) return;
    least = left;
    choices.push([...chosenAt(sell, sellUnits), ...bought]);
  };
  const sellSteps = stepsOf(sell);
  let at = 0;
  for (const buyUnits of stepsOf(buy)) {
    const isEnough = (index: number) => {
      const sellUnits = sellSteps[index] as number;
      const paidMinor = forcedMinor + (buyUnits + sellUnits) * unitMinor;
      return (sell.maxMinor[sellUnits] as number) >= neededMinor(buy.maxMinor[buyUnits] as number, paidMinor);
    };
    // Sells as much as is needed, or as the budget pays for.
    while (at + 1 < sellSteps.length && !isEnough(at)) at += 1;
    while (at > 0 && buyUnits + (sellSteps[at] as number) > units) at -= 1;
    for (const index of [at - 1, at]) {
      const sellUnits = sellSteps[index];
      if (sellUnits !== undefined && buyUnits + sellUnits <= units) consider(buyUnits, sellUnits);
    }
  }
  return choices.slice(-MAX_CHOICES);
}

const MAX_CHOICES = 16;

interface Leftover {
  /**
   * Returns the remaining drift after these buys, sells and costs, as a share of the value after costs. Buys that cash
   * does not pay for are reduced, and the proceeds of unnecessary sells remain cash: selling more only to pay more
   * makes every weight larger.
   */
  readonly leftAt: (boughtMinor: number, soldMinor: number, paidMinor: number) => number;
  /** Returns the value to sell to pay for that, and to bring cash to its target. */
  readonly neededMinor: (boughtMinor: number, paidMinor: number) => number;
}

function leftoverOf(
  contenders: readonly Contender[],
  others: readonly RebalanceRow[],
  { navMinor, targetCashWeight, sizing }: SearchTerms,
): Leftover {
  let [weight, heldMinor] = [0, 0];
  for (const { row, tradeMinor } of contenders) {
    weight += Math.sign(tradeMinor) * row.drift.targetWeight;
    heldMinor += Math.sign(tradeMinor) * row.heldMinor;
  }
  const neededMinor = (boughtMinor: number, paidMinor: number) =>
    boughtMinor + paidMinor + targetCashWeight * (navMinor - paidMinor) - sizing.cashMinor;
  const leftAt = (boughtMinor: number, soldMinor: number, paidMinor: number) => {
    const netMinor = navMinor - paidMinor;
    const affordedMinor = Math.min(boughtMinor, sizing.cashMinor + soldMinor - paidMinor);
    const usefulMinor = Math.min(soldMinor, Math.max(0, neededMinor(affordedMinor, paidMinor)));
    const cashMinor = sizing.cashMinor + usefulMinor - paidMinor - affordedMinor;
    let sum = weight * netMinor - heldMinor - affordedMinor - usefulMinor;
    sum += Math.abs(cashMinor - targetCashWeight * netMinor);
    for (const { heldMinor: held, drift } of others) sum += Math.abs(held - drift.targetWeight * netMinor);
    return sum / 2 / netMinor;
  };
  return { leftAt, neededMinor };
}

/** Buys no more than cash pays for, and sells no more than that and the cash target need. */
function balanced(found: readonly DraftOrder[], targetCashMinor: number, sizing: SizingTerms): readonly DraftOrder[] {
  const { currency, view, cashMinor } = sizing;
  const missingMinor = Math.max(0, -cashAfterMinor(netFx(found, currency, view), cashMinor));
  const paid = affordable(spareOf(found, 'buy', sideMinor(found, 'buy') - missingMinor, sizing), sizing);
  const idleMinor = Math.max(0, Math.floor(cashAfterMinor(paid, cashMinor) - targetCashMinor));
  return inSequence(affordable(spareOf(paid, 'sell', sideMinor(paid, 'sell') - idleMinor, sizing), sizing));
}

/**
 * Returns orders of a side worth no more than the limit together, or the smallest possible ones; the largest are
 * reduced first.
 */
function spareOf(
  drafts: readonly DraftOrder[],
  side: Side,
  limitMinor: number,
  terms: SizingTerms,
): readonly DraftOrder[] {
  let retained = drafts;
  const own = drafts.filter((draft) => draft.side === side).sort((a, b) => b.valueMinor - a.valueMinor);
  for (const draft of own) {
    const excessMinor = sideMinor(retained, side) - Math.max(0, limitMinor);
    if (excessMinor <= 0) break;
    const { venue, row, valueMinor, quantityMicro } = draft;
    const minMinor = minWorthMinor(venue.curve, row.limits?.minOrderMinor) + SPARE_MINOR;
    const spareMinor = Math.min(excessMinor, valueMinor - minMinor);
    if (spareMinor <= 0) continue;
    const stepMicro = stepAt(venue, terms);
    const steps = Math.floor((((valueMinor - spareMinor) / venue.curve.shareMinor) * 1e6) / stepMicro);
    const smaller = steps * stepMicro < quantityMicro ? resized(draft, steps * stepMicro, terms) : null;
    if (smaller !== null && leavesWorth(row, side, smaller)) retained = replaced(retained, draft, smaller);
  }
  return retained;
}

/** Margin above the least value, because charges are rounded. */
const SPARE_MINOR = 30;
