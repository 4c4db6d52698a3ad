/** Collects the market data of one instant for planning and valuation; the only bridge from market to domain. */

import { invariant } from '../../domain/invariant.ts';
import type { InstrumentView, ListingView, MarketView, TaxRule } from '../../domain/market-view.ts';
import { formatDate } from '../../market/calendar/civil-date.ts';
import { localDay } from '../../market/calendar/time-zone.ts';
import type { Currency, Instrument, TransactionTax } from '../../market/data/market-data.ts';
import { listingLiquidity } from '../../market/prices/liquidity.ts';
import { rateOn } from '../../market/rates/dated-rate.ts';
import type { PortfolioRecord, Rates } from '../records.ts';
import type { World } from '../world.ts';
import { unavailability } from './check-availability.ts';

type Priced = Pick<World, 'market' | 'prices'>;
type Market = Priced & Pick<World, 'connectors' | 'faults' | 'instrumentChanges'>;
/** Whether a listing can be traded and priced. */
type IsConnected = (isin: string, mic: string) => boolean;

/** Tax terms of the trader: transaction taxes depend on the wrapper and, in Switzerland, on the jurisdiction. */
export interface TaxTerms {
  readonly wrapper: string;
  readonly taxJurisdiction: string | null;
}

/** Returns mid, bid and ask of every listing of `isins`, all FX rates and the terms of trade at `nowMs`. */
export function takeMarketSnapshot(world: Market, isins: Iterable<string>, terms: TaxTerms, nowMs: number): MarketView {
  const isConnected: IsConnected = (isin, mic) => unavailability(world, isin, mic, nowMs) === null;
  return marketViewAt(world, isins, terms, nowMs, isConnected);
}

/** Does the same for a market without exchanges behind it, like that of the lab (decision P3). */
export function marketViewAt(
  world: Priced,
  isins: Iterable<string>,
  terms: TaxTerms,
  nowMs: number,
  isConnected: IsConnected,
): MarketView {
  const instruments = new Map<string, InstrumentView>();
  for (const isin of isins) {
    if (!instruments.has(isin)) instruments.set(isin, instrumentView(world, isin, terms, nowMs, isConnected));
  }
  return {
    asOf: nowMs,
    perEurMicro: ratesAt(world, nowMs),
    instruments,
    fxConversionBps: world.market.simulation.fxConversionBps,
    impactCoefficient: world.market.simulation.impactCoefficient,
  };
}

/** Returns every FX rate at an instant, millionths of a unit per EUR. */
export function ratesAt(world: Pick<World, 'market' | 'prices'>, nowMs: number): Rates {
  const rates: Record<string, number> = {};
  for (const currency of Object.keys(world.market.fx.perEurMicro) as Currency[]) {
    rates[currency] = world.prices.perEurMicro(currency, nowMs);
  }
  return rates;
}

/**
 * The terms that determine charges at one listing: its currency and commission, and the instrument's taxes for this
 * portfolio.
 */
export interface TradeTerms {
  readonly listing: Pick<ListingView, 'currency' | 'commission'>;
  readonly instrument: Pick<InstrumentView, 'taxes'>;
}

export function tradeTerms(
  world: Pick<World, 'market'>,
  portfolio: PortfolioRecord,
  isin: string,
  mic: string,
  nowMs: number,
): TradeTerms {
  const instrument = world.market.instruments.get(isin);
  const exchange = world.market.exchanges.get(mic);
  const venue = world.market.venues.get(mic);
  invariant(instrument && exchange && venue, `${isin} at ${mic} was not checked against the universe`);
  const taxes = taxRules(world, instrument, taxTermsOf(portfolio), nowMs);
  return { listing: { currency: exchange.currency, commission: venue.commission }, instrument: { taxes } };
}

export function taxTermsOf(portfolio: PortfolioRecord): TaxTerms {
  return portfolio.form === 'B'
    ? { wrapper: portfolio.taxWrapper, taxJurisdiction: null }
    : { wrapper: WRAPPER_OF_ACCOUNT[portfolio.accountType] ?? 'Depot', taxJurisdiction: portfolio.taxJurisdiction };
}

/** Form A's account types in the terms of the tax data. */
export const WRAPPER_OF_ACCOUNT: Readonly<Record<string, string>> = {
  depot: 'Depot',
  isa: 'ISA',
  pea: 'PEA',
  pension: 'SIPP',
};

/** Accounts without a wrapper pay every tax; a wrapper pays those the data names. */
const ORDINARY_ACCOUNTS: ReadonlySet<string> = new Set(['Depot', 'GIA']);

function instrumentView(
  world: Priced,
  isin: string,
  terms: TaxTerms,
  nowMs: number,
  isConnected: IsConnected,
): InstrumentView {
  const instrument = world.market.instruments.get(isin);
  invariant(instrument, `${isin} was not checked against the universe`);
  return {
    isin,
    name: instrument.name,
    primaryMic: instrument.primaryExchange,
    dailyVolatility: world.prices.dailyVolatility(isin),
    taxes: taxRules(world, instrument, terms, nowMs),
    listings: instrument.listings.map((mic) => listingView(world, instrument, mic, nowMs, isConnected)),
  };
}

function listingView(
  world: Priced,
  instrument: Instrument,
  mic: string,
  nowMs: number,
  isConnected: IsConnected,
): ListingView {
  const exchange = world.market.exchanges.get(mic);
  const venue = world.market.venues.get(mic);
  invariant(exchange && venue, `exchange ${mic} is incomplete`);
  const quote = world.prices.quote(instrument.isin, mic, nowMs);
  return {
    mic,
    currency: exchange.currency,
    ...quote,
    connected: isConnected(instrument.isin, mic),
    lotMicro: venue.lotMicro,
    averageDailyVolume: listingLiquidity(world.market, instrument, mic).dailyVolume,
    commission: venue.commission,
  };
}

function taxRules(
  { market }: Pick<World, 'market'>,
  instrument: Instrument,
  terms: TaxTerms,
  nowMs: number,
): TaxRule[] {
  const rules: TaxRule[] = [];
  const home = market.exchanges.get(instrument.primaryExchange);
  const date = formatDate(localDay(home?.timeZone ?? 'UTC', nowMs));
  for (const tax of market.transactionTaxes.values()) {
    const isCarried = instrument.buyerTaxes.includes(tax.code) && isChargedInside(tax, terms.wrapper);
    const isByJurisdiction = tax.jurisdiction !== null && tax.jurisdiction === terms.taxJurisdiction;
    if ((!isCarried && !isByJurisdiction) || tax.exempt.includes(instrument.type)) continue;
    const { incrementMinor, currency } = tax.rounding;
    const dated = rateOn(tax.rates, date);
    const isForeign = tax.jurisdiction !== null && instrument.issuerCountry !== tax.jurisdiction;
    const ratePpm = isForeign ? dated.foreignRatePpm : dated.ratePpm;
    if (ratePpm === 0) continue;
    const rule = { code: tax.code, side: tax.side, rate: ratePpm / 1e6 };
    // A tax by jurisdiction is computed in the dealer's currency, a tax of an instrument in the currency it trades in.
    rules.push({ ...rule, roundToMinor: incrementMinor, ...(isByJurisdiction ? { currency } : {}) });
  }
  return rules;
}

function isChargedInside(tax: TransactionTax, wrapper: string): boolean {
  return ORDINARY_ACCOUNTS.has(wrapper) || (tax.chargedInside?.includes(wrapper) ?? false);
}
