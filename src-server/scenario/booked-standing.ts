/** What a portfolio of the books was worth at an instant, at the prices of that instant, and how far it was from its targets. */
import { baseValueMinor } from '../domain/rounded-product.ts';
import type { Rates } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { bpsOf } from './figures.ts';
import type { BookedPortfolio } from './logged-books.ts';

export interface BookedHolding {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  /** Base currency of the portfolio. */
  readonly valueMinor: number;
}

export interface BookedStanding {
  readonly navMinor: number;
  /** `null`: without targets, or worth nothing. */
  readonly maxDriftBps: number | null;
  /** Those that can be valued. */
  readonly holdings: readonly BookedHolding[];
}

export function standingAt(
  world: Pick<World, 'market' | 'prices'>,
  { currency, cashMinor, positions, targets }: BookedPortfolio,
  atMs: number,
  rates: Rates,
): BookedStanding {
  const holdings: BookedHolding[] = [];
  const heldMinor = new Map<string, number>();
  let navMinor = cashMinor;
  for (const [place, quantityMicro] of positions) {
    const [isin = '', mic = ''] = place.split(' ');
    const exchange = world.market.exchanges.get(mic);
    const [perEurLocal, perEurBase] = [rates[exchange?.currency ?? ''], rates[currency]];
    if (perEurLocal === undefined || perEurBase === undefined) continue;
    const midMicro = world.prices.midMicro(isin, mic, atMs);
    const valueMinor = baseValueMinor(quantityMicro, midMicro, perEurLocal, perEurBase);
    holdings.push({ isin, mic, quantityMicro, valueMinor });
    heldMinor.set(isin, (heldMinor.get(isin) ?? 0) + valueMinor);
    navMinor += valueMinor;
  }
  if (targets.length === 0 || navMinor <= 0) return { navMinor, maxDriftBps: null, holdings };
  const weights = new Map(targets.map(({ isin, weight }) => [isin, weight]));
  const drifts = [...new Set([...heldMinor.keys(), ...weights.keys()])].map((isin) =>
    Math.abs((heldMinor.get(isin) ?? 0) / navMinor - (weights.get(isin) ?? 0)),
  );
  return { navMinor, maxDriftBps: bpsOf(Math.max(...drifts)), holdings };
}
