/**
 * Owns the search for the furthest reach of a book. For a given reach the two sides are two problems: buy that much as
 * cheaply as possible, then raise the cash for it as cheaply as possible. What is proved of them brackets the optimum.
 */

import { type Book, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';
import { type BookChoices, canReach, fillBook, idleReach, newBookFill, sellTarget } from './fill-book.ts';
import { OPEN } from './fill-side.ts';
import { mixedValues, roundings, searchSide } from './search-side.ts';

export interface SearchLimits {
  /** Part of the removable drift that may be left. */
  readonly gap: number;
  /** Parts that both sides' searches may look at, all in all. */
  readonly parts: number;
}

export interface FoundPlan {
  readonly reach: number;
  readonly buyValues: Float64Array;
  readonly sellValues: Float64Array;
}

export interface SearchResult {
  /** `null` if nothing was found that is better than trading nothing. */
  readonly plan: FoundPlan | null;
  /** No plan within the budget reaches further. */
  readonly bound: number;
  /** Of the relaxation: more reach per more budget, and what one more unit costs. */
  readonly shadowPrice: number;
  readonly prices: { readonly buys: number; readonly sells: number };
  readonly parts: number;
}

/** The best plan of a book and a proof of how good it is; `known` are choices that are worth a look. */
export function searchBook(book: Book, limits: SearchLimits, known: readonly BookChoices[] = []): SearchResult {
  const fill = newBookFill(book);
  const idle = idleReach(book.problem);
  const open = { buys: openChoices(book.buys.rows.length), sells: openChoices(book.sells.rows.length) };
  if (!fillBook(book, open, fill)) {
    return { plan: null, bound: idle, shadowPrice: 0, prices: { buys: 0, sells: 0 }, parts: 0 };
  }
  const { shadowPrice } = fill;
  const prices = { buys: fill.buys.price, sells: fill.sells.price };
  const leftMinor = shadowPrice > 0 ? (limits.gap * (fill.reachBound - idle)) / shadowPrice : 0;
  const toleranceMinor = Math.max(TOLERANCE * leftMinor, NOISE * book.problem.budgetMinor);
  const leastSellCostMinor = book.sells.rows.reduce((sum, row) => sum + Math.min(0, ...row.map(leastCost)), 0);
  const state: State = {
    book,
    fill,
    plan: null,
    toleranceMinor,
    leastSellCostMinor,
    floor: idle,
    bound: fill.reachBound,
    parts: 0,
  };
  const sellSides = roundings(fill.sells);
  for (const buys of roundings(fill.buys)) for (const sells of sellSides) improve(state, { buys, sells });
  for (const choices of known) improve(state, choices);
  close(state, idle, limits);
  return { plan: state.plan, bound: state.bound, shadowPrice, prices, parts: state.parts };
}

function leastCost(stretch: Stretch): number {
  return stretchCost(stretch, stretchResponse(stretch, 0));
}

interface State {
  readonly book: Book;
  readonly fill: ReturnType<typeof newBookFill>;
  plan: FoundPlan | null;
  /** What a cost may be uncertain by. */
  toleranceMinor: number;
  /** Below 0 where a charge on the net of a currency (`solve-netted.ts`) makes selling in it pay. */
  readonly leastSellCostMinor: number;
  floor: number;
  bound: number;
  parts: number;
}

export function openChoices(count: number): Int8Array {
  return new Int8Array(count).fill(OPEN);
}

/** Takes the best plan with these choices if it is better than what is known. */
function improve(state: State, choices: BookChoices): void {
  const { book, fill } = state;
  if (!canReach(book, choices, state.floor, fill) || !fillBook(book, choices, fill)) return;
  if (fill.reach <= state.floor) return;
  state.floor = fill.reach;
  state.plan = { reach: fill.reach, buyValues: mixedValues(fill.buys), sellValues: mixedValues(fill.sells) };
}

/** Asks of one reach after the other whether a plan attains it, until plan and bound are within the gap. */
function close(state: State, idle: number, limits: SearchLimits): void {
  const first = state.bound;
  let stride = limits.gap * AIM;
  while (state.parts < limits.parts) {
    const range = state.bound - idle;
    const missing = state.bound - state.floor;
    const least = LEAST * state.book.problem.dustMinor + FLOAT_NOISE * (Math.abs(state.bound) + Math.abs(idle));
    if (missing <= Math.max(least, limits.gap * range)) return;
    const isFirst = state.plan === null && state.bound === first;
    const isFar = missing > COARSE * limits.gap * range;
    const step = isFirst ? least : Math.max(least, stride * range, isFar ? missing / 3 : 0);
    const reach = Math.min(state.bound, state.floor + step);
    const before = state.floor;
    const answer = attain(state, reach, limits.parts - state.parts);
    if (answer === 'no') state.bound = reach;
    else if (state.floor <= before) {
      // Too close to call: look more closely, and a little further out.
      state.toleranceMinor *= 0.1;
      stride *= 1.3;
    }
  }
}

/** A proof is sought this far below the gap, so that what is uncertain by rounding has room. */
const AIM = 0.8;
/** While the gap is more than so many times the wanted one, larger steps are taken. */
const COARSE = 6;
/** Of the smallest order: drift that is not worth looking for. */
const LEAST = 0.01;
const FLOAT_NOISE = 1e-11;

/** `no` is proved; otherwise the plan may have improved. */
function attain(state: State, reach: number, maxParts: number): 'no' | 'unknown' {
  const { book } = state;
  const { budgetMinor } = book.problem;
  const tolerance = state.toleranceMinor;
  const buying = searchSide(book.buys, {
    target: Math.max(0, reach),
    weight: 0,
    costLimit: budgetMinor - state.leastSellCostMinor + tolerance,
    costEnough: Number.NEGATIVE_INFINITY,
    tolerance,
    maxParts,
  });
  state.parts += buying.parts;
  if (buying.bound > budgetMinor - state.leastSellCostMinor) return 'no';
  if (buying.found === null || buying.choices === null) return 'unknown';
  const selling = searchSide(book.sells, {
    // What is proved has to hold for the cheapest buys there may be.
    target: sellTarget(book.problem, reach, 0, buying.bound),
    weight: -1,
    costLimit: budgetMinor - buying.bound + tolerance,
    costEnough: budgetMinor - buying.found.cost,
    tolerance,
    maxParts,
  });
  state.parts += selling.parts;
  if (selling.bound > budgetMinor - buying.bound) return 'no';
  if (selling.choices !== null) improve(state, { buys: buying.choices, sells: selling.choices });
  return 'unknown';
}

/** Of the cost of what may be left: far less than it, as one more unit can be far cheaper than one on average. */
const TOLERANCE = 2e-3;
const NOISE = 1e-9;
