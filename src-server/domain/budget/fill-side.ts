/**
 * Owns how one side of a book reaches an amount at least cost: every row trades up to one price for a unit, its choice
 * of stretch given or left open. With open choices it fills the convex relaxation, in which rows may be mixtures.
 */

import { type BookSide, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';

/** Per row: a stretch's index, `OFF`, or `OPEN` for whichever is best at the price. */
export type Choices = Int8Array;

export const OFF = -1;
export const OPEN = -2;

/** What the rows do at one price. */
interface Level {
  price: number;
  /** Values and costs, with the weight asked for: what the target is compared with. */
  reached: number;
  amount: number;
  cost: number;
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
  /** What one more unit costs. */
  price: number;
}

export function newSideFill(side: BookSide): SideFill {
  const level = (): Level => ({
    price: 0,
    reached: 0,
    amount: 0,
    cost: 0,
    values: new Float64Array(side.rows.length),
    picks: new Int8Array(side.rows.length),
  });
  return { lower: level(), upper: level(), spare: level(), share: 0, amount: 0, cost: 0, price: 0 };
}

/**
 * Fills `fill` so that Σ value + weight·cost reaches `target` at least cost; `false` if it cannot. Weight 0 asks for an
 * amount, −1 for an amount after costs, +1 for an amount with them.
 */
export function fillSide(side: BookSide, choices: Choices, target: number, weight: number, fill: SideFill): boolean {
  const top = weight < 0 ? Math.min(1, side.topPrice) : side.topPrice;
  traverse(side, choices, 0, weight, fill.lower);
  if (fill.lower.reached >= target) return settle(fill, 0);
  traverse(side, choices, top, weight, fill.upper);
  const tolerance = TOLERANCE * (Math.abs(fill.upper.reached) + Math.abs(target));
  if (fill.upper.reached <= target) return settle(fill, 1) && fill.upper.reached >= target - tolerance;
  narrow(side, choices, target, weight, fill);
  return settle(fill, (target - fill.lower.reached) / (fill.upper.reached - fill.lower.reached));
}

const TOLERANCE = 1e-13;
const MAX_ROUNDS = 60;

/** Regula falsi (Illinois) as long as it gets ahead, else halving: what is reached may jump at any price. */
function narrow(side: BookSide, choices: Choices, target: number, weight: number, fill: SideFill): void {
  let below = fill.lower.reached - target;
  let above = fill.upper.reached - target;
  let isSlow = true;
  const close = TOLERANCE * Math.abs(target);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const width = fill.upper.price - fill.lower.price;
    if (width <= PRICE_TOLERANCE * fill.upper.price) return;
    const guess = isSlow ? 0.5 : Math.min(0.98, Math.max(0.02, below / (below - above)));
    traverse(side, choices, fill.lower.price + guess * width, weight, fill.spare);
    const miss = fill.spare.reached - target;
    const trial = fill.spare;
    if (miss <= 0) {
      fill.spare = fill.lower;
      fill.lower = trial;
      below = miss;
      above /= 2;
    } else {
      fill.spare = fill.upper;
      fill.upper = trial;
      above = miss;
      below /= 2;
    }
    if (miss <= 0 && miss >= -close) return;
    isSlow = fill.upper.price - fill.lower.price > 0.5 * width;
  }
}

const PRICE_TOLERANCE = 1e-13;

function settle(fill: SideFill, share: number): boolean {
  const { lower, upper } = fill;
  fill.share = share;
  if (share === 0) {
    fill.amount = lower.amount;
    fill.cost = lower.cost;
    fill.price = lower.price;
    return true;
  }
  fill.amount = lower.amount + share * (upper.amount - lower.amount);
  fill.cost = lower.cost + share * (upper.cost - lower.cost);
  fill.price = upper.price;
  return true;
}

function traverse(side: BookSide, choices: Choices, price: number, weight: number, level: Level): void {
  const { rows } = side;
  let amount = 0;
  let cost = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as readonly Stretch[];
    const choice = choices[index] as number;
    let pick = choice;
    let value = 0;
    let paid = 0;
    if (choice >= 0) {
      const stretch = row[choice] as Stretch;
      value = stretchResponse(stretch, price);
      paid = stretchCost(stretch, value);
    } else if (choice === OPEN) {
      pick = OFF;
      let best = 0;
      for (let at = 0; at < row.length; at += 1) {
        const stretch = row[at] as Stretch;
        const response = stretchResponse(stretch, price);
        const responseCost = stretchCost(stretch, response);
        const gain = price * response - responseCost;
        if (gain <= best) continue;
        best = gain;
        pick = at;
        value = response;
        paid = responseCost;
      }
    }
    level.values[index] = value;
    level.picks[index] = pick;
    amount += value;
    cost += paid;
  }
  level.price = price;
  level.amount = amount;
  level.cost = cost;
  level.reached = amount + weight * cost;
}
