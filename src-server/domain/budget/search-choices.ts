/**
 * Owns the search for which orders to send at all: branch and bound over the rows' choices, best bound first, each node
 * bounded by the relaxation and rounded to a plan. Deterministic; it stops at a gap or after a number of nodes.
 */

import type { Book, BookSide } from './compile-book.ts';
import { type BookChoices, type BookFill, fillBook, idleReach, newBookFill } from './fill-book.ts';
import { type Choices, OFF, OPEN, type SideFill } from './fill-side.ts';

export interface SearchLimits {
  /** Part of the removable drift that may be left. */
  readonly gap: number;
  readonly nodes: number;
}

export interface FoundPlan {
  readonly reach: number;
  readonly choices: BookChoices;
  readonly buyValues: Float64Array;
  readonly sellValues: Float64Array;
}

export interface SearchResult {
  /** `null` if nothing was found that is better than trading nothing. */
  readonly plan: FoundPlan | null;
  /** No plan within the budget reaches further. */
  readonly bound: number;
  /** Of the relaxation with all choices open. */
  readonly shadowPrice: number;
  readonly nodes: number;
}

interface Node {
  readonly choices: BookChoices;
  readonly bound: number;
}

export function searchChoices(book: Book, limits: SearchLimits): SearchResult {
  const fill = newBookFill(book);
  const idle = idleReach(book.problem);
  let plan: FoundPlan | null = null;
  let shadowPrice = 0;
  let open: Node[] = [{ choices: allOpen(book), bound: Number.POSITIVE_INFINITY }];
  let visited = 0;
  let floor = idle;
  const isGoodEnough = (bound: number) => Number.isFinite(bound) && bound - floor <= limits.gap * (bound - idle);
  while (open.length > 0 && visited < limits.nodes) {
    const node = takeBest(open);
    if (isGoodEnough(node.bound)) return { plan, bound: node.bound, shadowPrice, nodes: visited };
    visited += 1;
    if (!fillBook(book, node.choices, fill)) continue;
    if (visited === 1) shadowPrice = fill.shadowPrice;
    const bound = Math.min(node.bound, fill.reachBound);
    if (bound <= floor) continue;
    const branches = branchesOf(book, node.choices, fill);
    for (const choices of roundings(book, fill)) {
      if (!fillBook(book, choices, fill) || fill.reach <= floor) continue;
      floor = fill.reach;
      plan = planOf(choices, fill);
    }
    for (const choices of branches) open.push({ choices, bound });
    open = open.filter((other) => other.bound > floor);
  }
  const bound = open.reduce((most, node) => Math.max(most, node.bound), floor);
  return { plan, bound, shadowPrice, nodes: visited };
}

function allOpen({ buys, sells }: Book): BookChoices {
  const openOf = (side: BookSide) => new Int8Array(side.rows.length).fill(OPEN);
  return { buys: openOf(buys), sells: openOf(sells) };
}

/** Of equal bounds the latest, which is the deepest. */
function takeBest(open: Node[]): Node {
  let best = open.length - 1;
  for (let index = best - 1; index >= 0; index -= 1) {
    if ((open[index] as Node).bound > (open[best] as Node).bound) best = index;
  }
  return open.splice(best, 1)[0] as Node;
}

function planOf(choices: BookChoices, fill: BookFill): FoundPlan {
  return {
    reach: fill.reach,
    choices,
    buyValues: mixedValues(fill.buys),
    sellValues: mixedValues(fill.sells),
  };
}

function mixedValues({ lower, upper, share }: SideFill): Float64Array {
  if (share === 0) return lower.values.slice();
  return lower.values.map((value, index) => value + share * ((upper.values[index] as number) - value));
}

/** The rows that the relaxation cuts in two: between their choices below and above the price. */
function cutRows({ lower, upper, share }: SideFill): number[] {
  const rows: number[] = [];
  if (share === 0) return rows;
  lower.picks.forEach((pick, row) => {
    if (pick !== upper.picks[row]) rows.push(row);
  });
  return rows;
}

/** One child per choice of the row that is cut at the largest value; none if no row is cut. */
function branchesOf(book: Book, choices: BookChoices, fill: BookFill): BookChoices[] {
  let widest = 0;
  let found: { side: 'buys' | 'sells'; row: number } | null = null;
  for (const side of ['buys', 'sells'] as const) {
    const { lower, upper } = fill[side];
    for (const row of cutRows(fill[side])) {
      const width = (upper.values[row] as number) - (lower.values[row] as number);
      if (width <= widest) continue;
      widest = width;
      found = { side, row };
    }
  }
  if (found === null) return [];
  const { side, row } = found;
  const count = book[side].rows[row]?.length ?? 0;
  return Array.from({ length: count + 1 }, (_, index) => {
    const changed = choices[side].slice();
    changed[row] = index === 0 ? OFF : index - 1;
    return { ...choices, [side]: changed };
  });
}

/** Plans near the relaxation: of the rows that are cut as many taken in full as it takes, or one more, on either side. */
function roundings(book: Book, fill: BookFill): BookChoices[] {
  const buys = sideRoundings(book.buys, fill.buys);
  const sells = sideRoundings(book.sells, fill.sells);
  return buys.flatMap((buy) => sells.map((sell) => ({ buys: buy, sells: sell })));
}

function sideRoundings(_side: BookSide, fill: SideFill): Choices[] {
  const { lower, upper, share } = fill;
  const cut = cutRows(fill);
  const below = (share === 1 ? upper : lower).picks.slice();
  if (cut.length === 0 || share === 1) return [below];
  const widths = cut.map((row) => (upper.values[row] as number) - (lower.values[row] as number));
  let rest = share * widths.reduce((sum, width) => sum + width, 0);
  const above = below.slice();
  for (const [index, row] of cut.entries()) {
    const width = widths[index] as number;
    above[row] = upper.picks[row] as number;
    if (rest < width) break;
    below[row] = upper.picks[row] as number;
    rest -= width;
  }
  return [below, above];
}
