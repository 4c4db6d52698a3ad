/**
 * Owns the furthest a book can reach within budget and cash, the rows' choices given or left open. With prices on both
 * every row is on its own: `total` is what buying a unit and selling one may cost together, and each currency has a price
 * for selling, at most its rate away from the base currency's, or where it nets to nothing the one at which it does.
 */

import type { Book } from './compile-book.ts';
import { type ConvexMinimum, type ConvexPoint, findMinimum, meetingOf, shareOf } from './convex-minimum.ts';
import { type FoundPlan, furthestAffordable, keepsLimits, planFigures } from './plan-values.ts';
import type { FillTerms, Relaxation, Tolls } from './relaxation.ts';
import { rowMerits } from './row-merits.ts';
import { mixedNotes, mixInto, newNotes, noteRow, type RowNotes } from './row-notes.ts';
import {
  type BookChoices,
  OFF,
  type PricedRow,
  potsOf,
  type RowResponse,
  respond,
  respondAcross,
  SIDES,
  sellingIn,
  valueIn,
} from './row-response.ts';

/**
 * What the rows of a currency, or all rows, come to at their prices. The gain leaves out the total times what is bought:
 * where that is very large, nothing else could be seen beside it.
 */
interface Sums {
  bought: number;
  sold: number;
  gain: number;
}

/** One currency at its own price for selling. */
interface Tie extends ConvexPoint {
  readonly sums: Sums;
}

/** Everything at one price for selling in the base currency. */
interface Level extends ConvexPoint {
  readonly sums: Sums;
  /** What limits the reach: what is bought, less cash that is held back where buying costs less than nothing. */
  readonly reached: number;
  /** How much more the prices allow for than the total times that. */
  readonly excess: number;
}

/** What was found for one total, at its inverse, in which the bound is convex. */
interface Point extends ConvexPoint {
  readonly level: ConvexMinimum<Level>;
}

const NO_TOLLS: Tolls = { buys: 0, sells: 0, granted: 0 };

export class BookFill {
  readonly #book: Book;
  readonly #terms: FillTerms;
  readonly #tolls: Tolls;
  readonly #toleranceMinor: number;
  /** Rows by the one currency they trade in, the base currency first; and those that may in several. */
  readonly #pots: readonly (readonly PricedRow[])[];
  readonly #straddlers: readonly PricedRow[];
  /** Those of the latter, by the currencies they may be in. */
  readonly #sharers: readonly (readonly PricedRow[])[];
  readonly #rates: readonly number[];
  /** Cash beyond what is aimed at once the budget is spent. */
  readonly #spareMinor: number;
  readonly #prices: { total: number; readonly selling: Float64Array };
  /** Per currency the price found to net to nothing at this total, and where the last one was between its limits. */
  readonly #ties: (ConvexMinimum<Tie> | null)[];
  readonly #leans: Float64Array;
  readonly #response: RowResponse = { value: 0, cost: 0, gain: 0, pick: OFF };
  #guess: number | null;
  #scratchNotes: RowNotes | null = null;

  constructor(book: Book, terms: FillTerms) {
    const { problem } = book;
    this.#book = book;
    this.#terms = terms;
    this.#tolls = terms.tolls ?? NO_TOLLS;
    this.#toleranceMinor = terms.toleranceMinor;
    const rows = SIDES.flatMap((side) => pricedRows(book, side, terms.choices, this.#tolls));
    this.#rates = [0, ...(problem.nettedFxRates ?? [])];
    const pots = rows.map(potsOf);
    this.#straddlers = rows.filter((_, index) => (pots[index]?.length ?? 0) > 1);
    this.#sharers = this.#rates.map((_, pot) => this.#straddlers.filter((row) => potsOf(row).includes(pot)));
    this.#pots = this.#rates.map((_, pot) => rows.filter((_row, at) => pots[at]?.length === 1 && pots[at][0] === pot));
    this.#spareMinor = problem.cashMinor - problem.aimCashMinor - problem.budgetMinor;
    this.#prices = { total: 0, selling: new Float64Array(this.#rates.length) };
    this.#ties = this.#rates.map(() => null);
    this.#leans = new Float64Array(this.#rates.length);
    this.#guess = terms.hint?.selling ?? null;
  }

  /** `null` if nothing with these choices reaches the cutoff. */
  relax(): Relaxation | null {
    const found = this.#search();
    if (found === null) return null;
    const { uses } = this.#notesBetween(found);
    const best = found.under.value < found.over.value ? found.under : found.over;
    const { under, over } = best.level;
    this.#setTotal(1 / best.at);
    this.#levelAt(under.value < over.value ? under.at : over.at, null);
    const { total } = this.#prices;
    const [selling = 0] = this.#prices.selling;
    return {
      bound: best.value,
      prices: { buys: total - selling, sells: selling },
      uses,
      merits: rowMerits(this.#book, [...this.#pots.flat(), ...this.#straddlers], this.#prices),
      hint: { total, selling },
    };
  }

  /** More reach per more budget. Where a bound is flat its price is not, so this takes a much smaller tolerance. */
  shadowPrice(): number {
    const found = this.#search();
    if (found === null) return 0;
    const { at } = meetingOf(found);
    const selling = meetingOf(this.#pointAt(at).level).at;
    return Math.max(0, 1 - selling) * at;
  }

  /** The best plan with these choices, all of which have to be made; `null` if none keeps budget, cash and cutoff. */
  plan(): FoundPlan | null {
    const found = this.#search();
    if (found === null) return null;
    const furthest = this.#notesAt(found.under).values;
    let values = found.under === found.over ? furthest : this.#notesAt(found.over).values;
    let { at } = found.over;
    // What was found to keep the budget may miss it by a hair: then look where less is reached.
    for (let step = FIRST_STEP; step < 1 && !keepsLimits(this.#book, planFigures(this.#book, values)); step *= WIDEN) {
      at *= 1 + step;
      values = this.#notesAt(this.#pointAt(at)).values;
    }
    return furthestAffordable(this.#book, values, furthest);
  }

  #search(): ConvexMinimum<Point> | null {
    const { buys, sells, problem } = this.#book;
    const { hint, cutoff = Number.NEGATIVE_INFINITY } = this.#terms;
    const rate = Math.max(0, ...this.#rates);
    const first = 0.5 * (buys.topPrice + Math.min(1, sells.topPrice)) + rate;
    const total = Math.max(LEAST_TOTAL, first);
    // Where all that can be bought is, the total grows until the budget left over no longer counts.
    const most = Math.min(
      MOST_TOTAL,
      10 * (1 + total + problem.budgetMinor / Math.max(LEAST_TOTAL, this.#toleranceMinor)),
    );
    const guess = 1 / Math.min(most, hint?.total ?? total);
    let isCut = false;
    const pointAt = (at: number): Point => {
      const point = this.#pointAt(at);
      if (point.value < cutoff) isCut = true;
      // A level slope ends the search at once.
      return isCut ? { ...point, slope: 0, value: Number.NEGATIVE_INFINITY } : point;
    };
    const range = { low: 1 / most, high: FURTHEST / total, tolerance: this.#toleranceMinor };
    const found = findMinimum(pointAt, { ...range, guess, step: (hint ? NEAR : FAR) * guess });
    return isCut ? null : found;
  }

  #setTotal(total: number): void {
    this.#prices.total = total;
    this.#ties.fill(null);
  }

  #pointAt(at: number): Point {
    const total = 1 / at;
    this.#setTotal(total);
    const guess = this.#guess ?? Math.min(0.5, 0.5 * total);
    const range = { low: 0, high: 1, guess, step: NEAR * Math.min(1, total) };
    const tolerance = LEVEL_PART * this.#toleranceMinor * Math.min(1, total);
    const level = findMinimum((price) => this.#levelAt(price, null), { ...range, tolerance });
    const { under, over } = level;
    const share = shareOf(level);
    this.#guess = mix(under.at, over.at, share);
    const reached = mix(under.reached, over.reached, share);
    const best = under.value < over.value ? under : over;
    const slope = best.excess + total * (best.reached - reached);
    return { at, level, value: best.reached + best.excess * at, slope };
  }

  /** Everything at this price for selling in the base currency, the other currencies' prices following from it. */
  #levelAt(price: number, notes: RowNotes | null): Level {
    this.#prices.selling.fill(price);
    const sums = this.#potAt(0, price, notes);
    for (let sweep = 1; sweep < SWEEPS; sweep += 1) {
      for (let pot = 1; pot < this.#pots.length; pot += 1) if (this.#isShared(pot)) this.#settle(pot, price, null);
    }
    for (let pot = 1; pot < this.#pots.length; pot += 1) add(sums, this.#settle(pot, price, notes));
    for (const row of this.#straddlers) add(sums, this.#straddled(row, notes));
    const granted = this.#book.problem.budgetMinor + this.#tolls.granted;
    // Where buying costs less than nothing it is cash, which must not run out, that keeps buys down: more would net more.
    const buying = this.#prices.total - price;
    const heldMinor = buying < 0 ? this.#book.problem.aimCashMinor : 0;
    const reached = sums.bought - heldMinor;
    const excess = price * (this.#spareMinor + heldMinor) + granted + sums.gain;
    const value = this.#prices.total * reached + excess;
    return { at: price, value, slope: this.#spareMinor + sums.sold - reached, sums, reached, excess };
  }

  #isShared(pot: number): boolean {
    return (this.#sharers[pot]?.length ?? 0) > 0;
  }

  /** The full rate on one side, or the price at which the currency nets to nothing. */
  #settle(pot: number, price: number, notes: RowNotes | null): Sums {
    const rate = this.#rates[pot] as number;
    const known = this.#isShared(pot) ? null : (this.#ties[pot] ?? null);
    if (known !== null && known.under.at > price - rate && known.over.at < price + rate) {
      return this.#tied(pot, known, notes);
    }
    const tieAt = (own: number): Tie => {
      const sums = this.#potAt(pot, own, null);
      return { at: own, value: this.#prices.total * sums.bought + sums.gain, slope: this.#netSoldIn(pot, sums), sums };
    };
    const tolerance = TIE_PART * this.#toleranceMinor * Math.min(1, this.#prices.total);
    const guess = price + (this.#leans[pot] as number) * rate;
    const range = { low: price - rate, high: price + rate, guess, step: 0.5 * rate, tolerance };
    const found = findMinimum(tieAt, range);
    this.#leans[pot] = rate === 0 ? 0 : ((found.under.at + found.over.at) / 2 - price) / rate;
    if (found.under !== found.over) this.#ties[pot] = found;
    return this.#tied(pot, found, notes);
  }

  #tied(pot: number, { under, over }: ConvexMinimum<Tie>, notes: RowNotes | null): Sums {
    const share = shareOf({ under, over });
    if (notes !== null) {
      this.#potAt(pot, under.at, notes);
      if (share > 0) {
        this.#potAt(pot, over.at, this.#scratch);
        mixInto(notes, this.#scratch, share, this.#pots[pot] as readonly PricedRow[]);
      }
    }
    const best = under.value < over.value ? under : over;
    this.#prices.selling[pot] = best.at;
    const bought = mix(under.sums.bought, over.sums.bought, share);
    const sold = mix(under.sums.sold, over.sums.sold, share);
    return { bought, sold, gain: best.sums.gain + this.#prices.total * (best.sums.bought - bought) };
  }

  get #scratch(): RowNotes {
    this.#scratchNotes ??= newNotes(this.#book);
    return this.#scratchNotes;
  }

  /** Sold less bought in a currency; `sums` are of the rows that trade in it alone. */
  #netSoldIn(pot: number, { bought, sold }: Sums): number {
    let net = sold - bought;
    for (const row of this.#sharers[pot] as readonly PricedRow[]) {
      respondAcross(row, this.#prices, this.#response);
      const own = valueIn(pot, row.stretches[this.#response.pick], this.#response.value);
      net += row.side === 'buys' ? -own : own;
    }
    return net;
  }

  /** The rows of one currency at its price for selling. The search spends its time here. */
  #potAt(pot: number, own: number, notes: RowNotes | null): Sums {
    this.#prices.selling[pot] = own;
    const buying = this.#prices.total - own;
    const response = this.#response;
    const sums = { bought: 0, sold: 0, gain: 0 };
    for (const row of this.#pots[pot] as readonly PricedRow[]) {
      const isBuy = row.side === 'buys';
      respond(row, isBuy ? buying : own, response);
      if (isBuy) sums.bought += response.value;
      else sums.sold += response.value;
      sums.gain += (isBuy ? -own : own) * response.value - response.cost;
      if (notes !== null) noteRow(row, response, notes);
    }
    return sums;
  }

  #straddled(row: PricedRow, notes: RowNotes | null): Sums {
    respondAcross(row, this.#prices, this.#response);
    if (notes !== null) noteRow(row, this.#response, notes);
    const { value, cost, gain, pick } = this.#response;
    if (row.side === 'sells') return { bought: 0, sold: value, gain };
    const selling = sellingIn(row.stretches[pick]?.pot ?? 0, this.#prices);
    return { bought: value, sold: 0, gain: -selling * value - cost };
  }

  #notesBetween(found: ConvexMinimum<Point>): RowNotes {
    const under = this.#notesAt(found.under);
    return found.under === found.over ? under : mixedNotes(under, this.#notesAt(found.over), shareOf(found));
  }

  /** At the very prices that were found: where several are as good, others would lead to other trades. */
  #notesAt({ at, level }: Point): RowNotes {
    this.#setTotal(1 / at);
    const notesOf = (price: number): RowNotes => {
      const notes = newNotes(this.#book);
      this.#levelAt(price, notes);
      return notes;
    };
    const under = notesOf(level.under.at);
    const share = shareOf(level);
    return share === 0 ? under : mixedNotes(under, notesOf(level.over.at), share);
  }
}

/** First steps, as parts of a guess: around a hint, and without one. */
const NEAR = 0.02;
const FAR = 0.2;
/** How far, as a part, a plan steps back from where its budget ends: at first, and how much more each time. */
const FIRST_STEP = 1e-7;
const WIDEN = 16;
/** Where trading costs next to nothing, so do the prices. */
const LEAST_TOTAL = 1e-9;
/** How many times as small as the first guess the total may become. */
const FURTHEST = 1e9;
const MOST_TOTAL = 1e6;
/** What is found on the way may be uncertain by these parts of the tolerance. */
const LEVEL_PART = 0.3;
const TIE_PART = 0.1;
/** Rows in several currencies tie their prices together, so these are settled in turn. */
const SWEEPS = 3;

function pricedRows(book: Book, side: 'buys' | 'sells', choices: BookChoices, tolls: Tolls): PricedRow[] {
  return book[side].rows.map((stretches, index) => {
    const choice = stretches.length === 0 ? OFF : (choices[side][index] as number);
    return { side, index, stretches, choice, toll: tolls[side] };
  });
}

function add(sums: Sums, part: Sums): void {
  sums.bought += part.bought;
  sums.sold += part.sold;
  sums.gain += part.gain;
}

function mix(first: number, second: number, share: number): number {
  return first + share * (second - first);
}
