/**
 * Owns the furthest a book can reach within budget and cash, the rows' choices given or left open: the continuous heart
 * of the search. With every choice made it is the exact optimum, with open ones a bound.
 */

import type { Book } from './compile-book.ts';
import { type Choices, fillSide, newSideFill, type SideFill } from './fill-side.ts';

export interface BookChoices {
  readonly buys: Choices;
  readonly sells: Choices;
}

export interface BookFill {
  readonly buys: SideFill;
  readonly sells: SideFill;
  /** `reach` of the problem that the sides' values attain; the optimum lies between it and `reachBound`. */
  reach: number;
  reachBound: number;
  costMinor: number;
  /** More reach per more budget, at the optimum. */
  shadowPrice: number;
}

export function newBookFill(book: Book): BookFill {
  const sides = { buys: newSideFill(book.buys), sells: newSideFill(book.sells) };
  return { ...sides, reach: 0, reachBound: 0, costMinor: 0, shadowPrice: 0 };
}

/** The reach of trading nothing. */
export function idleReach({ cashMinor, aimCashMinor }: Book['problem']): number {
  return Math.min(0, cashMinor - aimCashMinor);
}

/** `false` if the choices alone cost more than the budget or the cash. */
export function fillBook(book: Book, choices: BookChoices, fill: BookFill): boolean {
  const { budgetMinor } = book.problem;
  let low = idleReach(book.problem);
  if (!tryReach(book, choices, low, fill) || fill.costMinor > budgetMinor) return false;
  let lowCost = fill.costMinor;
  let high = furthestReach(book, choices, fill);
  const isReachable = tryReach(book, choices, high, fill);
  if (isReachable && fill.costMinor <= budgetMinor) return settle(fill, high, high, 0);
  let highCost = isReachable ? fill.costMinor : Number.POSITIVE_INFINITY;
  let highSlope = isReachable ? costPerReach(fill, high) : 0;
  for (let round = 0; round < MAX_ROUNDS && high - low > TOLERANCE * (Math.abs(high) + Math.abs(low)); round += 1) {
    const next = nextTrial(low, lowCost, high, highCost, highSlope, budgetMinor, round);
    if (tryReach(book, choices, next, fill) && fill.costMinor <= budgetMinor) {
      low = next;
      lowCost = fill.costMinor;
      if (budgetMinor - lowCost <= TOLERANCE * budgetMinor) break;
    } else {
      high = next;
      highCost = fill.costMinor;
      highSlope = costPerReach(fill, next);
    }
  }
  const slope = costPerReach(fill, low);
  tryReach(book, choices, low, fill);
  return settle(fill, low, high, slope > 0 ? 1 / slope : 0);
}

const TOLERANCE = 1e-12;
const MAX_ROUNDS = 60;

/**
 * Costs are a convex function of reach: its tangent at a point that costs too much meets the budget too far out, the
 * chord meets it too early. Taking turns, the two close in; a halving now and then guards against rounding.
 */
function nextTrial(
  low: number,
  lowCost: number,
  high: number,
  highCost: number,
  highSlope: number,
  budgetMinor: number,
  round: number,
): number {
  const middle = (low + high) / 2;
  if (round % 6 === 5 || !Number.isFinite(highCost)) return middle;
  const tangent = high - (highCost - budgetMinor) / highSlope;
  const chord = low + ((budgetMinor - lowCost) * (high - low)) / (highCost - lowCost);
  const next = round % 2 === 0 ? tangent : chord;
  return next > low && next < high ? next : middle;
}

/** Reach that the open and chosen rows attain with all the cash the sells can raise, whatever the budget. */
function furthestReach({ buys, sells, problem }: Book, choices: BookChoices, fill: BookFill): number {
  const spare = problem.cashMinor - problem.aimCashMinor;
  fillSide(sells, choices.sells, Number.POSITIVE_INFINITY, -1, fill.sells);
  const raised = spare + fill.sells.amount - fill.sells.cost;
  if (raised <= 0) return raised;
  fillSide(buys, choices.buys, raised, 1, fill.buys);
  return Math.min(fill.buys.amount, raised - fill.buys.cost);
}

/** Buys for the reach and the sells that pay for them; `false` if the sells cannot. */
function tryReach({ buys, sells, problem }: Book, choices: BookChoices, reach: number, fill: BookFill): boolean {
  const { cashMinor, aimCashMinor } = problem;
  const canBuy = fillSide(buys, choices.buys, Math.max(0, reach), 0, fill.buys);
  // Chosen buys have a least size: they may be more than the reach, as long as the cash stays above zero.
  const leastMinor = fill.buys.amount > 0 ? Math.max(reach, fill.buys.amount - aimCashMinor) : reach;
  const neededMinor = leastMinor + fill.buys.cost - (cashMinor - aimCashMinor);
  const canSell = fillSide(sells, choices.sells, neededMinor, -1, fill.sells);
  fill.costMinor = fill.buys.cost + fill.sells.cost;
  return canBuy && canSell;
}

/** What one more unit of reach costs: the unit bought, and the sale that pays for it and for itself. */
function costPerReach({ buys, sells }: BookFill, reach: number): number {
  const buyPrice = reach >= 0 ? buys.price : 0;
  return buyPrice + (sells.price * (1 + buyPrice)) / Math.max(1e-9, 1 - sells.price);
}

function settle(fill: BookFill, reach: number, reachBound: number, shadowPrice: number): boolean {
  fill.reach = reach;
  fill.reachBound = reachBound;
  fill.shadowPrice = shadowPrice;
  return true;
}
