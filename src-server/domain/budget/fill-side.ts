/**
 * Owns how one side of a book reaches an amount at least cost: every row trades up to one price for a unit, its choice
 * of stretch given or left open. With open choices it fills the convex relaxation, in which rows may be mixtures.
 */

import { type BookSide, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';

/** Per row: a stretch's index, `OFF`, or `OPEN` for whichever is best at the price. */
export type Choices = Int8Array;

export const OFF = -1;
export const OPEN = -2;

/** What a side has to reach: Σ value + weight·cost. Weight 0 is an amount, −1 one after costs, +1 one with them. */
export interface SideAim {
  readonly target: number;
  readonly weight: -1 | 0 | 1;
  /** Charged on top for every order. */
  readonly toll: number;
}

/** What the rows do at one price. */
interface Level {
  price: number;
  reached: number;
  amount: number;
  cost: number;
  orders: number;
  readonly values: Float64Array;
  readonly picks: Int8Array;
}

/** Two levels around the target and how much of the upper one it takes to meet it; valid until the next fill. */
export interface SideFill {
  lower: Level;
  upper: Level;
  spare: Level;
  share: number;
  amount: number;
  cost: number;
  orders: number;
  /** What one more unit costs. */
  price: number;
}

export function newSideFill(side: BookSide): SideFill {
  const level = (): Level => ({
    price: 0,
    reached: 0,
    amount: 0,
    cost: 0,
    orders: 0,
    values: new Float64Array(side.rows.length),
    picks: new Int8Array(side.rows.length),
  });
  return { lower: level(), upper: level(), spare: level(), share: 0, amount: 0, cost: 0, orders: 0, price: 0 };
}

/** Fills `fill` so that the aim is reached at least cost; `false` if it cannot be. Less than nothing is always reached. */
export function fillSide(side: BookSide, choices: Choices, aim: SideAim, fill: SideFill): boolean {
  const top = aim.weight < 0 ? Math.min(1, side.topPrice) : side.topPrice;
  const hint = fill.price;
  traverse(side, choices, 0, aim, fill.lower);
  if (fill.lower.reached >= aim.target) return settle(fill, 0);
  if (!(hint > 0 && hint < top) || !bracketNear(side, choices, hint, top, aim, fill)) {
    traverse(side, choices, top, aim, fill.upper);
    const tolerance = TOLERANCE * (Math.abs(fill.upper.reached) + Math.abs(aim.target));
    if (fill.upper.reached <= aim.target) return settle(fill, 1) && fill.upper.reached >= aim.target - tolerance;
  }
  narrow(side, choices, aim, fill);
  return settle(fill, (aim.target - fill.lower.reached) / (fill.upper.reached - fill.lower.reached));
}

const TOLERANCE = 1e-13;

/** Looks around the last price first, as one fill is much like the one before. `false` if nothing above was found. */
function bracketNear(side: BookSide, choices: Choices, hint: number, top: number, aim: SideAim, fill: SideFill) {
  traverse(side, choices, hint, aim, fill.spare);
  const isAbove = fill.spare.reached >= aim.target;
  if (isAbove) raise(fill);
  else lift(fill);
  for (let width = NEAR; width < 1; width *= WIDEN) {
    const price = isAbove ? hint * (1 - width) : hint * (1 + width);
    if (price >= top) return false;
    traverse(side, choices, price, aim, fill.spare);
    const isNextAbove = fill.spare.reached >= aim.target;
    if (isNextAbove) raise(fill);
    else lift(fill);
    if (isNextAbove !== isAbove) return true;
  }
  return isAbove;
}

const NEAR = 1e-4;
const WIDEN = 16;

/** The spare level becomes the upper one. */
function raise(fill: SideFill): void {
  const { upper } = fill;
  fill.upper = fill.spare;
  fill.spare = upper;
}

/** The spare level becomes the lower one. */
function lift(fill: SideFill): void {
  const { lower } = fill;
  fill.lower = fill.spare;
  fill.spare = lower;
}

/** Regula falsi (Illinois) as long as it gets ahead, else halving: what is reached may jump at any price. */
function narrow(side: BookSide, choices: Choices, aim: SideAim, fill: SideFill): void {
  let below = fill.lower.reached - aim.target;
  let above = fill.upper.reached - aim.target;
  let isSlow = false;
  const close = TOLERANCE * Math.abs(aim.target);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const width = fill.upper.price - fill.lower.price;
    if (width <= PRICE_TOLERANCE * fill.upper.price) return;
    const guess = isSlow ? 0.5 : Math.min(0.98, Math.max(0.02, below / (below - above)));
    traverse(side, choices, fill.lower.price + guess * width, aim, fill.spare);
    const miss = fill.spare.reached - aim.target;
    if (miss <= 0) {
      lift(fill);
      below = miss;
      above /= 2;
      if (miss >= -close) return;
    } else {
      raise(fill);
      above = miss;
      below /= 2;
    }
    isSlow = fill.upper.price - fill.lower.price > 0.5 * width;
  }
}

const MAX_ROUNDS = 60;
/** What is mixed across so narrow a range of prices costs more than it must by the square of it. */
const PRICE_TOLERANCE = 1e-10;

function settle(fill: SideFill, share: number): true {
  const { lower, upper } = fill;
  const isLower = share === 0;
  fill.share = share;
  fill.amount = isLower ? lower.amount : lower.amount + share * (upper.amount - lower.amount);
  fill.cost = isLower ? lower.cost : lower.cost + share * (upper.cost - lower.cost);
  fill.orders = isLower ? lower.orders : lower.orders + share * (upper.orders - lower.orders);
  fill.price = isLower ? lower.price : upper.price;
  return true;
}

/** The search spends its time here, so it is one loop without allocation, longer than functions usually are. */
function traverse(side: BookSide, choices: Choices, price: number, { weight, toll }: SideAim, level: Level): void {
  const { rows } = side;
  const { values, picks } = level;
  let amount = 0;
  let cost = 0;
  let orders = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const choice = choices[index] as number;
    let pick = choice;
    let value = 0;
    if (choice !== OFF) {
      const row = rows[index] as readonly Stretch[];
      const from = choice === OPEN ? 0 : choice;
      const to = choice === OPEN ? row.length : choice + 1;
      let best = choice === OPEN ? 0 : Number.NEGATIVE_INFINITY;
      let paid = 0;
      pick = OFF;
      for (let at = from; at < to; at += 1) {
        const stretch = row[at] as Stretch;
        const response = stretchResponse(stretch, price);
        const responseCost = stretchCost(stretch, response) + toll;
        const gain = price * response - responseCost;
        if (gain <= best) continue;
        best = gain;
        pick = at;
        value = response;
        paid = responseCost;
      }
      amount += value;
      cost += paid;
      if (pick !== OFF) orders += 1;
    }
    values[index] = value;
    picks[index] = pick;
  }
  level.price = price;
  level.amount = amount;
  level.cost = cost;
  level.orders = orders;
  level.reached = amount + weight * cost;
}
