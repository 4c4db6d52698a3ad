/**
 * Owns the furthest a book can reach within budget and cash, the rows' choices given or left open: the continuous heart
 * of the search. With every choice made it is the exact optimum, with open ones a bound.
 */

import type { BudgetProblem } from './budget-problem.ts';
import type { Book } from './compile-book.ts';
import { type Choices, fillSide, newSideFill, OPEN, type SideFill } from './fill-side.ts';

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
  return {
    buys: newSideFill(book.buys),
    sells: newSideFill(book.sells),
    reach: 0,
    reachBound: 0,
    costMinor: 0,
    shadowPrice: 0,
  };
}

/** The reach of trading nothing. */
export function idleReach({ cashMinor, aimCashMinor }: Book['problem']): number {
  return Math.min(0, cashMinor - aimCashMinor);
}

/** Whether the choices allow a reach at all; much quicker than finding the furthest. */
export function canReach(book: Book, choices: BookChoices, reach: number, fill: BookFill): boolean {
  return tryReach(book, choices, reach, fill) && fill.costMinor <= book.problem.budgetMinor;
}

/** Finds the furthest reach; `false` if the choices alone cost more than the budget or the cash. */
export function fillBook(book: Book, choices: BookChoices, fill: BookFill): boolean {
  const budgetMinor = book.problem.budgetMinor;
  let low = idleReach(book.problem);
  if (!canReach(book, choices, low, fill)) return false;
  let lowCost = fill.costMinor;
  let high = Math.max(low, furthestReach(book, choices, fill));
  let isReachable = tryReach(book, choices, high, fill);
  if (isReachable && fill.costMinor <= budgetMinor) return settle(fill, high, high, 0);
  let highCost = isReachable ? fill.costMinor : Number.POSITIVE_INFINITY;
  let highSlope = costPerReach(fill, high);
  for (let round = 0; round < MAX_ROUNDS && high - low > TOLERANCE * (Math.abs(high) + Math.abs(low)); round += 1) {
    const next = nextTrial({ low, lowCost, high, highCost, highSlope }, budgetMinor, round);
    isReachable = tryReach(book, choices, next, fill);
    if (isReachable && fill.costMinor <= budgetMinor) {
      low = next;
      lowCost = fill.costMinor;
      if (budgetMinor - lowCost <= TOLERANCE * budgetMinor) break;
    } else {
      high = next;
      highCost = isReachable ? fill.costMinor : Number.POSITIVE_INFINITY;
      highSlope = costPerReach(fill, next);
    }
  }
  const slope = costPerReach(fill, low);
  tryReach(book, choices, low, fill);
  return settle(fill, low, high, slope > 0 ? 1 / slope : 0);
}

const TOLERANCE = 1e-10;
const MAX_ROUNDS = 60;

interface Bracket {
  readonly low: number;
  readonly lowCost: number;
  readonly high: number;
  readonly highCost: number;
  readonly highSlope: number;
}

/**
 * Costs are a convex function of reach: its tangent at a point that costs too much meets the budget too far out, the
 * chord meets it too early. Taking turns, the two close in; a halving now and then guards against rounding.
 */
function nextTrial({ low, lowCost, high, highCost, highSlope }: Bracket, budgetMinor: number, round: number): number {
  const middle = (low + high) / 2;
  if (round % 6 === 5 || !Number.isFinite(highCost)) return middle;
  const tangent = high - (highCost - budgetMinor) / highSlope;
  const chord = low + ((budgetMinor - lowCost) * (high - low)) / (highCost - lowCost);
  const next = round % 2 === 0 ? tangent : chord;
  return next > low && next < high ? next : middle;
}

/** Reach that the rows attain with all the cash the sells can raise, whatever the budget. */
function furthestReach({ buys, sells, problem }: Book, choices: BookChoices, fill: BookFill): number {
  fillSide(sells, choices.sells, { target: Number.POSITIVE_INFINITY, weight: -1, toll: 0 }, fill.sells);
  const raised = problem.cashMinor - problem.aimCashMinor + fill.sells.amount - fill.sells.cost;
  fillSide(buys, choices.buys, { target: raised, weight: 1, toll: 0 }, fill.buys);
  return Math.min(fill.buys.amount, raised - fill.buys.cost);
}

/** Buys for the reach and the sells that pay for them; `false` if the sells cannot. */
function tryReach({ buys, sells, problem }: Book, choices: BookChoices, reach: number, fill: BookFill): boolean {
  const canBuy = fillSide(buys, choices.buys, { target: Math.max(0, reach), weight: 0, toll: 0 }, fill.buys);
  // Only a plan has to pay for what it buys beyond the reach; a bound may leave it out.
  const boughtMinor = choices.buys.includes(OPEN) ? 0 : fill.buys.amount;
  const target = sellTarget(problem, reach, boughtMinor, fill.buys.cost);
  const canSell = fillSide(sells, choices.sells, { target, weight: -1, toll: 0 }, fill.sells);
  fill.costMinor = fill.buys.cost + fill.sells.cost;
  return canBuy && canSell;
}

/**
 * What sells must bring after their costs, so that the reach is funded and cash stays above zero: buys that are sent at
 * all have a least size, and so may be more than the reach.
 */
export function sellTarget(problem: BudgetProblem, reach: number, boughtMinor: number, buyCostMinor: number): number {
  const { cashMinor, aimCashMinor } = problem;
  const leastMinor = boughtMinor > 0 ? Math.max(reach, boughtMinor - aimCashMinor) : reach;
  return leastMinor + buyCostMinor - (cashMinor - aimCashMinor);
}

/** What one more unit of reach costs: the unit bought, and the sale that pays for it and for itself. */
function costPerReach({ buys, sells }: BookFill, reach: number): number {
  const buyPrice = reach >= 0 ? buys.price : 0;
  return buyPrice + (sells.price * (1 + buyPrice)) / Math.max(1e-9, 1 - sells.price);
}

function settle(fill: BookFill, reach: number, reachBound: number, shadowPrice: number): true {
  fill.reach = reach;
  fill.reachBound = reachBound;
  fill.shadowPrice = shadowPrice;
  return true;
}
