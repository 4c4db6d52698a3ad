/**
 * Owns how a part of a book's plans is cut into smaller ones that together hold all of it: by the number of orders where
 * the relaxation sends a broken number, else by what the row does that it cuts at the largest value.
 */

import { type BookPart, type BoundedPart, ordersOf } from './book-part.ts';
import type { Book } from './compile-book.ts';
import { type BookChoices, OFF, OPEN, SIDES, type SideName } from './row-response.ts';

/** No parts at all if every choice is made: then the relaxation is the part's plan. */
export function branchesOf(book: Book, part: BoundedPart): BookPart[] {
  const side = brokenSide(part);
  if (side !== null) return splitAfter(part, side, Math.floor(ordersOf(part.relaxation, side) + BROKEN));
  const cut = widestCut(book, part) ?? firstOpen(part);
  return cut === null ? [] : choicesOf(book, part, cut);
}

interface RowPlace {
  readonly side: SideName;
  readonly row: number;
}

/** The side whose number of orders is the most broken one and not yet limited to what is around it. */
function brokenSide({ relaxation, least, most }: BoundedPart): SideName | null {
  let worst = BROKEN;
  let found: SideName | null = null;
  for (const side of SIDES) {
    const orders = ordersOf(relaxation, side);
    const whole = Math.floor(orders + BROKEN);
    const broken = Math.min(orders - whole, 1 - orders + whole);
    if (broken <= worst || whole < least[side] || whole >= most[side]) continue;
    worst = broken;
    found = side;
  }
  return found;
}

const BROKEN = 0.02;

function splitAfter(part: BoundedPart, side: SideName, orders: number): BookPart[] {
  const { choices, least, most, tolls, hint } = part;
  const common = { choices, tolls, hint, split: side };
  return [
    { ...common, least, most: { ...most, [side]: orders } },
    { ...common, most, least: { ...least, [side]: orders + 1 } },
  ];
}

function widestCut(book: Book, { choices, relaxation }: BoundedPart): RowPlace | null {
  let widest = 0;
  let found: RowPlace | null = null;
  for (const side of SIDES) {
    relaxation.uses[side].forEach((use, row) => {
      if (choices[side][row] !== OPEN) return;
      const part = use - Math.floor(use);
      const width = Math.min(part, 1 - part) * (book[side].rows[row]?.at(-1)?.high ?? 0);
      if (part < FLOAT_NOISE || part > 1 - FLOAT_NOISE || width <= widest) return;
      widest = width;
      found = { side, row };
    });
  }
  return found;
}

const FLOAT_NOISE = 1e-9;

function firstOpen({ choices }: BookPart): RowPlace | null {
  for (const side of SIDES) {
    const row = choices[side].indexOf(OPEN);
    if (row !== -1) return { side, row };
  }
  return null;
}

function choicesOf(book: Book, part: BoundedPart, { side, row }: RowPlace): BookPart[] {
  const { least, most, tolls, hint } = part;
  return Array.from({ length: (book[side].rows[row]?.length ?? 0) + 1 }, (_, index) => {
    const choices = withChoice(part.choices, { side, row }, index === 0 ? OFF : index - 1);
    return { choices, least, most, tolls, hint, split: null };
  });
}

export function withChoice(choices: BookChoices, { side, row }: RowPlace, choice: number): BookChoices {
  const own = choices[side].slice();
  own[row] = choice;
  return { ...choices, [side]: own };
}

/**
 * The choices of a part, those made that no plan above the cutoff can do without: the prices that bound the part tell
 * what it loses if a row does otherwise.
 */
export function settledChoices(part: BoundedPart, cutoff: number): BookChoices {
  const { relaxation, choices } = part;
  const spareReach = relaxation.bound - cutoff;
  const settled = (side: SideName) =>
    choices[side].map((choice, row) => {
      const { trading, picks, leads } = relaxation.merits;
      const merit = trading[side][row] as number;
      if (choice !== OPEN || Math.abs(merit) <= spareReach) return choice;
      if (merit < 0) return OFF;
      return (leads[side][row] as number) > spareReach ? (picks[side][row] as number) : OPEN;
    });
  return { buys: settled('buys'), sells: settled('sells') };
}
