/**
 * A portfolio in flat arrays, so that a tick checks thousands quickly. Its drift is a float estimate for screening; the
 * domain measures announced drifts exactly.
 */
import type { Currency } from '../../market/data/market-data.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../records.ts';
import type { ListingPrices } from './listing-prices.ts';

export interface WatchedPortfolio {
  readonly portfolioId: string;
  /** Whether it crossed the band and has not returned inside half of it. */
  isOutside: boolean;
  /** Value of `ListingPrices.moved` before which its drift cannot have reached a bound. */
  nextCheckAt: number;
  readonly cash: number;
  readonly currency: Currency;
  /** One bit for each exchange at which it holds a position or would buy a target. */
  readonly exchanges: number;
  /** By position: its listing, its quantity and the row of its ISIN. */
  readonly listings: Int32Array;
  readonly quantities: Float64Array;
  readonly rows: Int32Array;
  /** By row, one for each ISIN of a position or a target. */
  readonly targets: Float64Array;
  readonly values: Float64Array;
}

export function watchedPortfolio(
  portfolio: PortfolioRecord,
  positions: readonly PositionRecord[],
  targets: readonly TargetRecord[],
  prices: ListingPrices,
): WatchedPortfolio {
  const rowByIsin = new Map<string, number>();
  for (const { isin } of [...targets, ...positions]) {
    if (!rowByIsin.has(isin)) rowByIsin.set(isin, rowByIsin.size);
  }
  const weights = new Float64Array(rowByIsin.size);
  for (const { isin, weight } of targets) weights[rowByIsin.get(isin) ?? 0] = weight;
  return {
    portfolioId: portfolio.portfolioId,
    isOutside: false,
    nextCheckAt: Number.NEGATIVE_INFINITY,
    cash: portfolio.cashMinor / 100,
    currency: portfolio.currency as Currency,
    exchanges: [...positions.map(({ mic }) => mic), ...targets.map(({ isin }) => prices.primaryExchange(isin))].reduce(
      (bits, mic) => bits | prices.exchangeBit(mic),
      0,
    ),
    listings: Int32Array.from(positions, ({ isin, mic }) => prices.indexOf(isin, mic)),
    quantities: Float64Array.from(positions, ({ quantityMicro }) => quantityMicro / 1e6),
    rows: Int32Array.from(positions, ({ isin }) => rowByIsin.get(isin) ?? 0),
    targets: weights,
    values: new Float64Array(rowByIsin.size),
  };
}

/**
 * Returns the largest |weight − target| and the largest weight of a row, as floats; both 0 for a portfolio worth
 * nothing.
 */
export function estimateDrift(
  portfolio: WatchedPortfolio,
  prices: ListingPrices,
): { maxDrift: number; heaviest: number } {
  const { listings, quantities, rows, targets, values } = portfolio;
  const { eur } = prices;
  values.fill(0);
  let total = portfolio.cash / prices.perEur(portfolio.currency);
  for (let index = 0; index < listings.length; index += 1) {
    const value = (quantities[index] as number) * (eur[listings[index] as number] as number);
    total += value;
    values[rows[index] as number] = (values[rows[index] as number] as number) + value;
  }
  if (total <= 0) return { maxDrift: 0, heaviest: 0 };
  let maxDrift = 0;
  let heaviest = 0;
  for (let row = 0; row < targets.length; row += 1) {
    const weight = (values[row] as number) / total;
    const drift = Math.abs(weight - (targets[row] as number));
    if (drift > maxDrift) maxDrift = drift;
    if (weight > heaviest) heaviest = weight;
  }
  return { maxDrift, heaviest };
}

/**
 * Returns how far prices may move before a weight of at most `heaviest` changes by `slack`, less a margin of safety.
 */
export function safeMovement(slack: number, heaviest: number): number {
  return slack <= 0 ? 0 : 0.499 * Math.log1p(slack / Math.max(heaviest, 1e-9));
}
