/** What a portfolio that is being typed is worth now, and how far it is from its targets. */
import type { ContentsDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { numberOf } from '../../../components/portfolios/target-weights.ts';

/** Mid of a listing. */
export interface ListingPrice {
  readonly mid: number;
  readonly currency: string;
}

/** `isin exchange` to its price; what is not there is not known yet. */
export type ListingPrices = ReadonlyMap<string, ListingPrice>;

export interface DraftValue {
  /** In base currency, one for each holding; null where there is no price. */
  readonly values: readonly (number | null)[];
  readonly nav: number;
  readonly cash: number;
  /** Shares of NAV by ISIN, of what is held. */
  readonly weights: ReadonlyMap<string, number>;
  /** Largest absolute drift of an ISIN; null without targets or NAV, or while a price is missing. */
  readonly maxDrift: number | null;
  readonly isComplete: boolean;
}

/** `perEur` holds units of each currency for one EUR; EUR itself need not be there. */
export function valueDraft(
  { holdings, targets, cash }: ContentsDraft,
  currency: string,
  prices: ListingPrices,
  perEur: ReadonlyMap<string, number>,
): DraftValue {
  const rate = (of: string) => (of === 'EUR' ? 1 : perEur.get(of));
  const base = rate(currency);
  const values = holdings.map(({ isin, exchange, quantity }) => {
    const price = prices.get(`${isin} ${exchange}`);
    const from = price === undefined ? undefined : rate(price.currency);
    if (price === undefined || from === undefined || base === undefined) return null;
    return (numberOf(quantity) * price.mid * base) / from;
  });
  const amount = numberOf(cash);
  const nav = values.reduce<number>((sum, value) => sum + (value ?? 0), amount);
  const weights = new Map<string, number>();
  holdings.forEach(({ isin }, index) => {
    if (nav > 0) weights.set(isin, (weights.get(isin) ?? 0) + (values[index] ?? 0) / nav);
  });
  const isComplete = !values.includes(null);
  const drifts = wantedAndHeld(targets, weights).map(([current, wanted]) => Math.abs(current - wanted));
  const isMeasured = targets.length > 0 && nav > 0 && isComplete;
  return { values, nav, cash: amount, weights, isComplete, maxDrift: isMeasured ? Math.max(...drifts) : null };
}

/** Current and target share of every ISIN that is held or wanted. */
function wantedAndHeld(targets: ContentsDraft['targets'], weights: ReadonlyMap<string, number>): [number, number][] {
  const wanted = new Map<string, number>();
  for (const { isin, percent } of targets) wanted.set(isin, (wanted.get(isin) ?? 0) + numberOf(percent) / 100);
  return [...new Set([...wanted.keys(), ...weights.keys()])].map((isin) => [
    weights.get(isin) ?? 0,
    wanted.get(isin) ?? 0,
  ]);
}
