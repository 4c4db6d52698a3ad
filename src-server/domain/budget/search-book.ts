/**
 * Owns the search for the furthest reach of a book: branch and bound over the rows' choices and the numbers of orders,
 * best bound first. Deterministic; it ends with a proof, at a gap, or after a number of parts.
 */

import { BookFill } from './book-fill.ts';
import { type BoundedPart, boundPart, wholeBook } from './book-part.ts';
import { branchesOf, settledChoices } from './branch-part.ts';
import type { Book } from './compile-book.ts';
import { neighbours, roundings } from './near-choices.ts';
import { type FoundPlan, idleReach } from './plan-values.ts';
import type { FillHint, Relaxation } from './relaxation.ts';
import type { BookChoices } from './row-response.ts';

export interface SearchLimits {
  /** Part of the removable drift that may be left: aimed at first, and accepted once so many parts were looked at. */
  readonly aimedGap: number;
  readonly aimedParts: number;
  readonly acceptedGap: number;
  readonly parts: number;
}

export interface SearchResult {
  /** `null` if nothing was found that is better than trading nothing. */
  readonly plan: FoundPlan | null;
  /** No plan within the budget reaches further. */
  readonly bound: number;
  /** Of the relaxation: more reach per more budget, and what one more unit costs. */
  readonly shadowPrice: number;
  readonly prices: Relaxation['prices'];
}

/** The best plan of a book and a proof of how good it is. */
export function searchBook(book: Book, limits: SearchLimits): SearchResult {
  const idle = idleReach(book.problem);
  const none = { plan: null, bound: idle, shadowPrice: 0, prices: { buys: 0, sells: 0 } };
  const { choices } = wholeBook(book);
  const first = new BookFill(book, { choices, toleranceMinor: FIRST_PART * furthestReach(book) }).relax();
  if (first === null) return none;
  const toleranceMinor = Math.max(BOUND_PART * limits.aimedGap * (first.bound - idle), BOUND_PART * leastOf(book));
  const whole = { ...wholeBook(book), hint: first.hint };
  const root = boundPart(book, whole, {
    bound: first.bound,
    cutoff: Number.NEGATIVE_INFINITY,
    toleranceMinor,
    tollRounds: 0,
  });
  if (root === null) return none;
  const state: State = { book, idle, toleranceMinor, floor: idle, plan: null, choices: null, tried: new Set() };
  const bound = close(state, root, limits);
  const shadowPrice = exactShadowPrice(book, root, PRICE_PART * (first.bound - idle));
  return { plan: state.plan, bound: Math.max(bound, state.floor), shadowPrice, prices: root.relaxation.prices };
}

/** Accepted errors of bounds: of the first one as a part of what might be reached, of others of the gap. */
const FIRST_PART = 1e-6;
const BOUND_PART = 0.05;
const PLAN_PART = 0.2;
/** Where a bound is flat its price is not, so it takes a closer look: this part of the drift that can be removed. */
const PRICE_PART = 1e-11;

function furthestReach({ buys, problem }: Book): number {
  const boughtMinor = buys.rows.reduce((sum, row) => sum + (row.at(-1)?.high ?? 0), 0);
  return boughtMinor + Math.abs(problem.cashMinor - problem.aimCashMinor);
}

function exactShadowPrice(book: Book, { choices, hint }: BoundedPart, toleranceMinor: number): number {
  return new BookFill(book, { choices, toleranceMinor, hint }).shadowPrice();
}

interface State {
  readonly book: Book;
  readonly idle: number;
  readonly toleranceMinor: number;
  floor: number;
  plan: FoundPlan | null;
  /** Of the best plan. */
  choices: BookChoices | null;
  readonly tried: Set<string>;
}

/** Looks at the part with the best bound until that is close enough to the best plan; the bound that is left. */
function close(state: State, root: BoundedPart, limits: SearchLimits): number {
  const open = [root];
  let passedOver = Number.NEGATIVE_INFINITY;
  let improved: BookChoices | null = null;
  for (let parts = 0; open.length > 0 && parts < limits.parts; parts += 1) {
    const next = takeBest(open);
    const gap = parts < limits.aimedParts ? limits.aimedGap : limits.acceptedGap;
    const range = gap * (next.bound - state.idle);
    if (next.bound - state.floor <= Math.max(range, leastOf(state.book))) return Math.max(next.bound, passedOver);
    for (const choices of roundings(next.choices, next.relaxation)) tryPlan(state, choices, next.hint);
    for (let round = 0; parts > 0 && round < ROUNDS_NEARBY && state.choices !== improved; round += 1) {
      improved = state.choices;
      tryNearby(state, root);
    }
    const cutoff = state.floor + CUT_AT * Math.max(range, leastOf(state.book));
    passedOver = Math.max(passedOver, cutoff);
    if (next.bound <= cutoff) continue;
    const choices = settledChoices(next, cutoff);
    const branches = branchesOf(state.book, { ...next, choices });
    // With every choice made there is nothing left to look for, even if the plan is still short of the bound.
    if (branches.length === 0) passedOver = Math.max(passedOver, next.bound);
    for (const part of branches) {
      const { toleranceMinor } = state;
      const tollRounds = parts < FEW ? 0 : 1;
      const bounded = boundPart(state.book, part, { bound: next.bound, cutoff, toleranceMinor, tollRounds });
      if (bounded !== null) open.push(bounded);
    }
  }
  return open.reduce((most, { bound }) => Math.max(most, bound), passedOver);
}

const ROUNDS_NEARBY = 4;
/** Most books are done after fewer parts than this; the others are worth more trouble. */
const FEW = 40;
/** What is passed over may reach as far as this part of the gap allows. */
const CUT_AT = 0.9;

/** Drift that is not worth looking for. */
function leastOf({ problem }: Book): number {
  return LEAST * problem.dustMinor;
}

const LEAST = 0.01;

/** Of equal bounds the latest, which is the deepest. */
function takeBest(open: BoundedPart[]): BoundedPart {
  let best = open.length - 1;
  for (let index = best - 1; index >= 0; index -= 1) {
    if ((open[index] as BoundedPart).bound > (open[best] as BoundedPart).bound) best = index;
  }
  return open.splice(best, 1)[0] as BoundedPart;
}

function tryNearby(state: State, root: BoundedPart): void {
  if (state.choices === null) return;
  const { merits } = root.relaxation;
  for (const choices of neighbours(state.book, state.choices, merits)) tryPlan(state, choices, root.hint);
}

function tryPlan(state: State, choices: BookChoices, hint: FillHint | null): void {
  const key = `${choices.buys.join()} ${choices.sells.join()}`;
  if (state.tried.has(key)) return;
  state.tried.add(key);
  const toleranceMinor = PLAN_PART * state.toleranceMinor;
  const plan = new BookFill(state.book, { choices, toleranceMinor, cutoff: state.floor, hint }).plan();
  if (plan === null || plan.figures.reach <= state.floor) return;
  state.floor = plan.figures.reach;
  state.plan = plan;
  state.choices = choices;
}
