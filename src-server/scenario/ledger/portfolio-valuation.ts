/** The value of a portfolio at an instant, at the prices of that instant, and its drift from its targets. */
import type { Rates } from '../../engine/records.ts';
import { bpsOf } from './figures.ts';
import { instantPrices, type LedgerHolding, type PricedWorld, valueLedger } from './ledger-value.ts';
import type { LedgerPortfolio } from './portfolio-ledger.ts';

export interface LedgerValuation {
  /** Including receivables, which weights and drift leave out. */
  readonly navMinor: number;
  readonly receivableMinor: number;
  /** `null`: without targets, or without value. */
  readonly maxDriftBps: number | null;
  /** Holdings with a price. */
  readonly holdings: readonly LedgerHolding[];
}

export function standingAt(
  world: PricedWorld,
  portfolio: LedgerPortfolio,
  atMs: number,
  rates: Rates,
): LedgerValuation {
  const { heldMinor, ...value } = valueLedger(portfolio, instantPrices(world, atMs, rates));
  const tradableMinor = value.navMinor - value.receivableMinor;
  if (portfolio.targets.length === 0 || tradableMinor <= 0) return { ...value, maxDriftBps: null };
  const weights = new Map(portfolio.targets.map(({ isin, weight }) => [isin, weight]));
  const drifts = [...new Set([...heldMinor.keys(), ...weights.keys()])].map((isin) =>
    Math.abs((heldMinor.get(isin) ?? 0) / tradableMinor - (weights.get(isin) ?? 0)),
  );
  return { ...value, maxDriftBps: bpsOf(Math.max(...drifts)) };
}
