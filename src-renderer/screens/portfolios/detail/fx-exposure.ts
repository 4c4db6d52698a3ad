/**
 * Value, weight and target of a portfolio by currency (decision L136): a listing counts under the currency in which it
 * trades, both before and after its purchase; cash counts under the base currency. Pure.
 */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';

export type CurrencyExposure = ReturnType<typeof fxExposure>[number];

interface Rates {
  /** Units for one EUR, by currency. */
  readonly perEur: ReadonlyMap<string, number>;
  /** Currencies of the exchanges that list an ISIN, that of its primary exchange first; empty if it is unknown. */
  readonly tradedIn: (isin: string) => readonly string[];
}

/** The largest first. Values are in base currency, weights and targets shares of 1. */
export function fxExposure(portfolio: PortfolioView, { perEur, tradedIn }: Rates) {
  const { currency: base, cash_row: cash, drift } = portfolio;
  const values = new Map([[base, cash.amount]]);
  const targets = new Map([[base, cash.target_weight]]);
  for (const row of portfolio.holdings) add(values, row.listing_currency, row.value);
  for (const { isin, target_weight: target } of portfolio.allocation) {
    for (const [currency, share] of sharesOf(portfolio, isin, boughtIn(tradedIn(isin), base))) {
      add(targets, currency, target * share);
    }
  }
  const fxDrifts = new Map(drift.fx.map((row) => [row.currency, row.fx_drift]));
  const perEurBase = rateOf(perEur, base);
  const wanted = [...targets].filter(([currency, target]) => target > 0 || values.has(currency));
  const currencies = new Set([...values.keys(), ...wanted.map(([currency]) => currency)]);
  const tradable = portfolio.total_value - portfolio.receivable;
  const rows = [...currencies].map((currency) => {
    const [value, perEurOwn] = [values.get(currency) ?? 0, rateOf(perEur, currency)];
    return {
      currency,
      value,
      weight: tradable > 0 ? value / tradable : 0,
      target: targets.get(currency) ?? 0,
      /** The value of one unit in base currency; null if the rate has not been read. */
      rate: perEurBase === undefined || perEurOwn === undefined ? null : perEurBase / perEurOwn,
      /** The part of the weight caused by exchange rates since the latest rebalance, a share of 1. */
      fxDrift: fxDrifts.get(currency) ?? 0,
    };
  });
  return rows.sort((left, right) => right.weight - left.weight || right.target - left.target);
}

/** The base currency, if an exchange lists it in that; otherwise that of its primary exchange. */
function boughtIn(currencies: readonly string[], base: string): string {
  return currencies.includes(base) ? base : (currencies[0] ?? base);
}

/**
 * The currencies in which an ISIN is held, as shares of 1; an ISIN that is not held counts where it would be bought.
 */
function sharesOf({ holdings }: PortfolioView, isin: string, elsewhere: string): [string, number][] {
  const held = holdings.filter((row) => row.isin === isin && row.value > 0);
  const total = held.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return [[elsewhere, 1]];
  return held.map(({ listing_currency: currency, value }) => [currency, value / total]);
}

function rateOf(perEur: ReadonlyMap<string, number>, currency: string): number | undefined {
  return currency === 'EUR' ? 1 : perEur.get(currency);
}

function add(sums: Map<string, number>, currency: string, amount: number): void {
  sums.set(currency, (sums.get(currency) ?? 0) + amount);
}
