/** The value of a portfolio at an instant, at the prices of that instant, and its drift from its targets. */
import type { Rates } from '../../engine/records.ts';
import type { World } from '../../engine/world.ts';
import { bpsOf } from './figures.ts';
import { type LedgerHolding, valuePortfolio } from './ledger-value.ts';
import type { LedgerPortfolio } from './portfolio-ledger.ts';

export interface LedgerValuation {
  readonly navMinor: number;
  /** `null`: without targets, or without value. */
  readonly maxDriftBps: number | null;
  /** Holdings with a price. */
  readonly holdings: readonly LedgerHolding[];
}

export function standingAt(
  world: Pick<World, 'market' | 'prices'>,
  portfolio: LedgerPortfolio,
  atMs: number,
  rates: Rates,
): LedgerValuation {
  const { navMinor, holdings, heldMinor } = valuePortfolio(portfolio, {
    midMicro: (isin, mic) => world.prices.midMicro(isin, mic, atMs),
    currencyOf: (mic) => world.market.exchanges.get(mic)?.currency,
    rates,
  });
  if (portfolio.targets.length === 0 || navMinor <= 0) return { navMinor, maxDriftBps: null, holdings };
  const weights = new Map(portfolio.targets.map(({ isin, weight }) => [isin, weight]));
  const drifts = [...new Set([...heldMinor.keys(), ...weights.keys()])].map((isin) =>
    Math.abs((heldMinor.get(isin) ?? 0) / navMinor - (weights.get(isin) ?? 0)),
  );
  return { navMinor, maxDriftBps: bpsOf(Math.max(...drifts)), holdings };
}
