/** The mid of a listing and the fills of an order as points over virtual time. Pure. */

import type { BarList } from '../../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../../src-server/contract/service/form-b.ts';
import { intervalMs } from './execution-span.ts';

export interface MidPoint {
  readonly atMs: number;
  readonly price: number;
}

export interface FillPoint extends MidPoint {
  readonly quantity: number;
  /** Of the order, 0 to 1. */
  readonly share: number;
}

/** The mid at the beginning of each bar, and at the end of the last one. */
export function midPoints({ bars, interval }: BarList): MidPoint[] {
  const points = bars.map(({ at, open }) => ({ atMs: Date.parse(at), price: open }));
  const last = bars.at(-1);
  if (last === undefined) return points;
  return [...points, { atMs: Date.parse(last.at) + intervalMs(interval), price: last.close }];
}

export function fillPoints({ fills, quantity: ordered }: OrderWire): FillPoint[] {
  return fills.map(({ filled_at: at, price, quantity }) => ({
    atMs: Date.parse(at),
    price,
    quantity,
    share: ordered === 0 ? 0 : quantity / ordered,
  }));
}

/** Lowest and highest of all that is drawn, with some air; never without a height. */
export function priceDomain(prices: readonly number[]): [number, number] {
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const air = Math.max((high - low) * 0.12, high / 5_000);
  return [low - air, high + air];
}
