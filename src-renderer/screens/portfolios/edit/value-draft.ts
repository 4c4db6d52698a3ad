/** The current value of a portfolio that is being edited, and its distance from its targets. */
import { numberOf } from '../../../components/forms/number-text.ts';
import type { ContentsDraft, TargetDraft } from '../../../components/portfolios/portfolio-draft.ts';

/** `isin exchange` to the mid of the listing; a missing one is not known yet. */
export type ListingPrices = ReadonlyMap<string, { readonly mid: number; readonly currency: string }>;

export type DraftValue = ReturnType<typeof valueDraft>;

/** The contents that the editors of holdings and targets show and change. */
export interface EditedContents {
  readonly contents: ContentsDraft;
  readonly currency: string;
  readonly prices: ListingPrices;
  readonly value: DraftValue;
  readonly form: 'A' | 'B';
  /** The meaning of a portfolio without targets, in this form. */
  readonly noTargets: string;
  readonly onChange: (part: Partial<ContentsDraft>) => void;
  /** Like onChange, for removals: rows move, so errors would be at the wrong ones. */
  readonly onRemove: (part: Partial<ContentsDraft>) => void;
}

/**
 * The value of shares of a listing in base currency, in whole cents as everywhere; null if there is no price. `perEur`
 * has the units of each currency for one EUR; EUR itself may be missing.
 */
export function worthInBase(currency: string, prices: ListingPrices, perEur: ReadonlyMap<string, number>) {
  const rate = (of: string) => (of === 'EUR' ? 1 : perEur.get(of));
  const base = rate(currency);
  return (isin: string, exchange: string, quantity: number): number | null => {
    const price = prices.get(`${isin} ${exchange}`);
    const from = price === undefined ? undefined : rate(price.currency);
    return price === undefined || from === undefined || base === undefined
      ? null
      : Math.round((quantity * price.mid * base * 100) / from) / 100;
  };
}

/** A figure is NaN as long as it depends on a field that has no number. */
export function valueDraft(
  { holdings, targets, cash: cashText }: ContentsDraft,
  currency: string,
  prices: ListingPrices,
  perEur: ReadonlyMap<string, number>,
) {
  const inBase = worthInBase(currency, prices, perEur);
  /** In base currency, one for each holding; null if there is no price. */
  const values = holdings.map(({ isin, exchange, quantity }) => inBase(isin, exchange, numberOf(quantity)));
  const cash = numberOf(cashText);
  const nav = values.reduce<number>((sum, value) => sum + (value ?? 0), cash);
  const shares = holdings.map(({ isin }, index) => [isin, (values[index] ?? 0) / nav] as const);
  /** Shares of NAV by ISIN, for holdings. */
  const weights = sumsByIsin(nav > 0 ? shares : []);
  const wanted = sumsByIsin(targets.map(({ isin, percent }) => [isin, targetShare(percent)]));
  const drifts = [...new Set([...wanted.keys(), ...weights.keys()])].map(
    (isin) => (weights.get(isin) ?? 0) - (wanted.get(isin) ?? 0),
  );
  const isComplete = !values.includes(null);
  const isMeasured = targets.length > 0 && !(nav <= 0) && isComplete;
  const furthest = [nav, ...wanted.values()].some(Number.isNaN)
    ? Number.NaN
    : drifts.reduce((most, drift) => (Math.abs(drift) > Math.abs(most) ? drift : most), 0);
  /** Drift of the ISIN that is furthest from its target; null without targets or NAV, or while a price is missing. */
  const maxDrift = isMeasured ? furthest : null;
  return { values, nav, cash, weights, isComplete, maxDrift };
}

/** A share of 1; an empty field is a target of 0. */
export function targetShare(percent: TargetDraft['percent']): number {
  return percent === '' ? 0 : numberOf(percent) / 100;
}

/** A dash for NaN, until the field on which the figure depends is corrected. */
export function figureText(figure: number, format: (figure: number) => string): string {
  return Number.isNaN(figure) ? '–' : format(figure);
}

function sumsByIsin(amounts: readonly (readonly [isin: string, amount: number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [isin, amount] of amounts) sums.set(isin, (sums.get(isin) ?? 0) + amount);
  return sums;
}
