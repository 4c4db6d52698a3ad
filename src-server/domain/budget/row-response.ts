/**
 * Owns what one row does at given prices: the stretch, and the value on it, that gain most. The search spends its time
 * here, so nothing is allocated.
 */

import { type BookRow, type Stretch, stretchCost, stretchResponse } from './compile-book.ts';

export type SideName = 'buys' | 'sells';

export const SIDES = ['buys', 'sells'] as const satisfies readonly SideName[];

/** Per row: a stretch's index, `OFF`, or `OPEN` for whichever is best at the price. */
export type Choices = Int8Array;

export const OFF = -1;
export const OPEN = -2;

export interface BookChoices {
  readonly buys: Choices;
  readonly sells: Choices;
}

/** A row with the choice it is left, and what is charged on top for its order. */
export interface PricedRow {
  readonly side: SideName;
  readonly index: number;
  readonly stretches: BookRow;
  readonly choice: number;
  readonly toll: number;
}

/** `gain` is the value's worth at the prices less its cost, toll included; of a row that does not trade it is 0. */
export interface RowResponse {
  value: number;
  cost: number;
  gain: number;
  pick: number;
}

/** Prices of a unit: `total` is what buying one and selling one cost together, by currency what selling one costs. */
export interface UnitPrices {
  total: number;
  readonly selling: Float64Array;
}

/** The response of a row that is traded in one currency, at the price of a unit. */
export function respond({ stretches, choice, toll }: PricedRow, price: number, response: RowResponse): void {
  clear(response, choice);
  if (choice === OFF) return;
  const end = choice === OPEN ? stretches.length : choice + 1;
  for (let at = choice === OPEN ? 0 : choice; at < end; at += 1) {
    const stretch = stretches[at] as Stretch;
    const value = stretchResponse(stretch, price);
    take(response, at, value, stretchCost(stretch, value) + toll, price * value);
  }
}

/** The response of a row that may be traded in several currencies. */
export function respondAcross(row: PricedRow, prices: UnitPrices, response: RowResponse): void {
  const { side, stretches, choice, toll } = row;
  clear(response, choice);
  if (choice === OFF) return;
  const end = choice === OPEN ? stretches.length : choice + 1;
  for (let at = choice === OPEN ? 0 : choice; at < end; at += 1) {
    const stretch = stretches[at] as Stretch;
    const price = side === 'buys' ? prices.total - sellingIn(stretch.pot, prices) : sellingIn(stretch.pot, prices);
    const value = stretchResponse(stretch, price);
    const before = side === 'buys' ? price * stretch.offset : worthBefore(stretch, prices);
    const worth = price * (value - stretch.offset) + before;
    take(response, at, value, stretchCost(stretch, value) + toll, worth);
  }
}

export function sellingIn(pot: number, { selling }: UnitPrices): number {
  return selling[pot] as number;
}

function worthBefore({ pot, offset, before }: Stretch, prices: UnitPrices): number {
  if (before === null) return sellingIn(pot, prices) * offset;
  return before.reduce((sum, part) => sum + sellingIn(part.pot, prices) * part.amount, 0);
}

function clear(response: RowResponse, choice: number): void {
  response.value = 0;
  response.cost = 0;
  response.pick = OFF;
  response.gain = choice >= 0 ? Number.NEGATIVE_INFINITY : 0;
}

function take(response: RowResponse, pick: number, value: number, cost: number, worth: number): void {
  const gain = worth - cost;
  if (gain <= response.gain) return;
  response.value = value;
  response.cost = cost;
  response.gain = gain;
  response.pick = pick;
}

/** The currencies that a row may be traded in, as its choice leaves them. */
export function potsOf({ stretches, choice }: Pick<PricedRow, 'stretches' | 'choice'>): number[] {
  const left = choice === OPEN ? stretches : choice === OFF ? [] : stretches.slice(choice, choice + 1);
  return [...new Set(left.flatMap(({ pot, before }) => [pot, ...(before ?? []).map((part) => part.pot)]))];
}

/** What of a row's value on a stretch is in one currency. */
export function valueIn(pot: number, stretch: Stretch | undefined, value: number): number {
  if (stretch === undefined) return 0;
  const { offset, before } = stretch;
  if (before === null) return stretch.pot === pot ? value : 0;
  const own = stretch.pot === pot ? value - offset : 0;
  return before.reduce((sum, part) => sum + (part.pot === pot ? part.amount : 0), own);
}
