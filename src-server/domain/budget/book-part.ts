/**
 * Owns the bound of one part of a book's plans: those with certain choices and numbers of orders. Minimum commissions make
 * limits on the number of orders worth having, and a toll per order makes the relaxation heed them.
 */

import { BookFill } from './book-fill.ts';
import type { Book } from './compile-book.ts';
import type { FillHint, Relaxation, Tolls } from './relaxation.ts';
import { type BookChoices, OFF, OPEN, SIDES, type SideName } from './row-response.ts';

type PerSide = Readonly<Record<SideName, number>>;

/**
 * The plans with these choices and, on each side, no fewer than `least` and no more than `most` orders. A toll above 0 is
 * charged per order and `most` of it granted, one below 0 is granted per order and `least` of it charged: whoever keeps the
 * limit does not lose by it, so what is found remains a bound.
 */
export interface BookPart {
  readonly choices: BookChoices;
  readonly least: PerSide;
  readonly most: PerSide;
  readonly tolls: PerSide;
  readonly hint: FillHint | null;
  /** The side whose number of orders was limited last: its toll is looked for more thoroughly. */
  readonly split: SideName | null;
}

export interface BoundedPart extends BookPart {
  /** No plan of the part reaches further. */
  readonly bound: number;
  /** At the part's tolls. */
  readonly relaxation: Relaxation;
}

export interface PartLimits {
  /** What no part above it may prove. */
  readonly bound: number;
  readonly cutoff: number;
  readonly toleranceMinor: number;
  /** How often a toll is looked for again on a side whose number of orders was not just limited. */
  readonly tollRounds: number;
}

/** Every plan of the book. */
export function wholeBook({ buys, sells }: Book): BookPart {
  return {
    choices: {
      buys: new Int8Array(buys.rows.length).fill(OPEN),
      sells: new Int8Array(sells.rows.length).fill(OPEN),
    },
    least: { buys: 0, sells: 0 },
    most: { buys: buys.rows.length, sells: sells.rows.length },
    tolls: { buys: 0, sells: 0 },
    hint: null,
    split: null,
  };
}

/** Orders that the relaxation sends, those in part counted in part. */
export function ordersOf({ uses }: Relaxation, side: SideName): number {
  return uses[side].reduce((sum, use) => sum + Math.min(1, use), 0);
}

/** The part with its best tolls and bound; `null` if none of its plans reaches the cutoff. */
export function boundPart(book: Book, asked: BookPart, limits: PartLimits): BoundedPart | null {
  if (SIDES.some((side) => isImpossible(asked, side))) return null;
  // Where a side's choices are all made, so is its number of orders, and there is nothing to be tolled.
  const tolls = {
    buys: isMade(asked, 'buys') ? 0 : asked.tolls.buys,
    sells: isMade(asked, 'sells') ? 0 : asked.tolls.sells,
  };
  const part = { ...asked, tolls };
  const first = relaxed(book, part, part.tolls, part.hint, limits);
  if (first === null) return null;
  let best: Tolled = { tolls: part.tolls, relaxation: first };
  for (const side of SIDES) {
    if (isMade(part, side)) continue;
    const found = bestToll(book, part, side, best, limits);
    if (found === null) return null;
    best = found;
  }
  const { relaxation } = best;
  return {
    ...part,
    tolls: best.tolls,
    relaxation,
    hint: relaxation.hint,
    bound: Math.min(limits.bound, relaxation.bound),
  };
}

function isMade({ choices }: BookPart, side: SideName): boolean {
  return !choices[side].includes(OPEN);
}

/** Whether the choices made leave too many or too few orders for the part's limits. */
function isImpossible({ choices, least, most }: BookPart, side: SideName): boolean {
  let sent = 0;
  let open = 0;
  for (const choice of choices[side]) {
    if (choice === OPEN) open += 1;
    else if (choice !== OFF) sent += 1;
  }
  return sent > most[side] || sent + open < least[side];
}

interface Tolled {
  readonly tolls: PerSide;
  readonly relaxation: Relaxation;
}

/** Looks for the toll at which a side's orders are as many as the limit that they would break. */
function bestToll(book: Book, part: BookPart, side: SideName, from: Tolled, limits: PartLimits): Tolled | null {
  let best = from;
  let last = from;
  let under = Number.NaN;
  let over = Number.NaN;
  const step = (STEP * book.problem.budgetMinor) / Math.max(1, orderCount(from.relaxation));
  for (let round = 0; round < (part.split === side ? SPLIT_ROUNDS : limits.tollRounds); round += 1) {
    const toll = last.tolls[side];
    const pull = pullOf(part, side, toll, ordersOf(last.relaxation, side));
    if (pull === 0) break;
    if (pull > 0) under = toll;
    else over = toll;
    const tolls = { ...last.tolls, [side]: nextToll(under, over, step) };
    const relaxation = relaxed(book, part, tolls, last.relaxation.hint, limits);
    if (relaxation === null) return null;
    last = { tolls, relaxation };
    if (relaxation.bound < best.relaxation.bound) best = last;
  }
  return best;
}

const SPLIT_ROUNDS = 5;
const STEP = 0.3;

function orderCount(relaxation: Relaxation): number {
  return ordersOf(relaxation, 'buys') + ordersOf(relaxation, 'sells');
}

function relaxed(book: Book, part: BookPart, tolls: PerSide, hint: FillHint | null, limits: PartLimits) {
  const { choices, least, most } = part;
  const granted = SIDES.reduce((sum, side) => sum + tolls[side] * (tolls[side] > 0 ? most : least)[side], 0);
  const charged: Tolls = { ...tolls, granted };
  const { cutoff, toleranceMinor } = limits;
  return new BookFill(book, { choices, toleranceMinor, cutoff, hint, tolls: charged }).relax();
}

/** Whether the toll has to rise (1), to fall (−1) or is as good as any. */
function pullOf({ least, most }: BookPart, side: SideName, toll: number, orders: number): -1 | 0 | 1 {
  if (orders > most[side] + SLACK) return 1;
  if (orders < least[side] - SLACK) return -1;
  if (toll > 0 && orders < most[side] - SLACK) return -1;
  if (toll < 0 && orders > least[side] + SLACK) return 1;
  return 0;
}

const SLACK = 1e-6;

/** Between what was too little and what was too much, or a step beyond what is known so far. */
function nextToll(under: number, over: number, step: number): number {
  if (Number.isNaN(over)) return under + step + WIDEN * Math.max(0, under);
  if (Number.isNaN(under)) return over - step + WIDEN * Math.min(0, over);
  return (under + over) / 2;
}

const WIDEN = 3;
