/**
 * Owns which whole choices are worth a look: those near what a relaxation mixes, and those that differ from a good plan's
 * in a row or two. They prove nothing, but good plans found early spare most of the search.
 */

import { withChoice } from './branch-part.ts';
import type { Book } from './compile-book.ts';
import type { Relaxation } from './relaxation.ts';
import type { RowMerits } from './row-merits.ts';
import { type BookChoices, OFF, OPEN, SIDES, type SideName } from './row-response.ts';

/** Rows that are mixtures, all rounded at one part of an order or another. */
export function roundings(choices: BookChoices, { uses }: Relaxation): BookChoices[] {
  return ROUND_AT.map((least) => {
    const rounded = (side: SideName) =>
      choices[side].map((choice, row) => {
        const use = uses[side][row] as number;
        const whole = Math.floor(use);
        return choice === OPEN ? whole - 1 + (use - whole >= least ? 1 : 0) : choice;
      });
    return { buys: rounded('buys'), sells: rounded('sells') };
  });
}

const ROUND_AT = [0.5, 1, 0.05];

/**
 * One order less, one more, or one for another: among the rows of either side that matter least for or against. Merits
 * are those of the whole book.
 */
export function neighbours(book: Book, choices: BookChoices, merits: RowMerits): BookChoices[] {
  const found: BookChoices[] = [];
  for (const side of SIDES) {
    const rows = [...choices[side].keys()].filter((row) => book[side].rows[row]?.length !== 0);
    const merit = (row: number) => merits.trading[side][row] as number;
    const sent = rows.filter((row) => choices[side][row] !== OFF).sort((a, b) => merit(a) - merit(b) || a - b);
    const left = rows.filter((row) => choices[side][row] === OFF).sort((a, b) => merit(b) - merit(a) || a - b);
    const fewer = sent.slice(0, NEAREST).map((row) => withChoice(choices, { side, row }, OFF));
    for (const row of left.slice(0, NEAREST)) {
      found.push(
        ...[choices, ...fewer].map((base) => withChoice(base, { side, row }, merits.picks[side][row] as number)),
      );
    }
    found.push(...fewer);
  }
  return found;
}

const NEAREST = 3;
