/**
 * Opens the market of a world: the pure model, the stored overlays, pins and series, and the injected faults. There are
 * two versions of prices: as the exchanges have them, and as they are observed from here.
 */

import { priceChangesOf } from '../engine/corporate-actions/corporate-action.ts';
import type { World } from '../engine/world.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Calendars, createCalendars } from '../market/calendar/calendar.ts';
import { withInstrumentChanges, withTradesInPresentTerms } from '../market/corporate-actions/changed-prices.ts';
import { InstrumentChanges } from '../market/corporate-actions/instrument-changes.ts';
import { withSeries } from '../market/data/loaded-prices.ts';
import type { MarketData } from '../market/data/market-data.ts';
import { DividendSchedule } from '../market/dividends/dividend-schedule.ts';
import { withDividends } from '../market/dividends/ex-dividend-prices.ts';
import {
  type ClosingAuctions,
  createClosingAuctions,
  withClosingAuctions,
} from '../market/exchange/closing-auction.ts';
import type { ConnectionControl } from '../market/exchange/simulated-connectors.ts';
import { fateFaults } from '../market/faults/fate-faults.ts';
import { FaultRegistry, type FaultSpan } from '../market/faults/fault-registry.ts';
import { withFaultyQuotes } from '../market/faults/faulty-quotes.ts';
import { withFrozenSpans } from '../market/faults/frozen-prices.ts';
import { OverlayRegistry } from '../market/prices/overlay-registry.ts';
import { PinRegistry } from '../market/prices/pin-registry.ts';
import { withPins } from '../market/prices/pinned-prices.ts';
import { createPriceModel, type PriceModel } from '../market/prices/price-model.ts';
import { withOverlays } from '../market/prices/price-overlays.ts';
import { SeriesRegistry } from '../market/prices/series-registry.ts';
import { withOverlaidRates } from '../market/rates/overlaid-rates.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import { createSqliteCorporateActionStore } from '../store/market/sqlite-corporate-action-store.ts';
import {
  createSqliteExchangeSettingsStore,
  createSqliteFaultStore,
  createSqliteMarketEventStore,
  createSqlitePinStore,
  createSqliteSeriesStore,
} from '../store/market/sqlite-market-stores.ts';

type OpenedMarket = Pick<
  World,
  | 'market'
  | 'calendars'
  | 'venues'
  | 'exchangeSettings'
  | 'pins'
  | 'pinStore'
  | 'overlays'
  | 'marketEvents'
  | 'series'
  | 'seriesStore'
  | 'corporateActions'
  | 'instrumentChanges'
  | 'dividends'
>;

interface MarketParts {
  readonly opened: OpenedMarket;
  /** The same market with every former ISIN of an instrument, for computing past prices. */
  readonly knownMarket: MarketData;
  readonly auctions: ClosingAuctions;
  readonly faultRegistry: FaultRegistry;
  readonly exchangePrices: PriceModel;
}

/** `dividendsSinceMs`: when the world began, if it pays dividends; otherwise `null` or left out. */
export function openMarket(
  kernel: Pick<Kernel, 'seed' | 'nowMs'>,
  facts: MarketData,
  database: WorldDatabase,
  dividendsSinceMs: number | null = null,
): MarketParts {
  const { seed } = kernel;
  const exchangeSettings = createSqliteExchangeSettingsStore(database);
  const venues = new Map(facts.venues);
  for (const settings of exchangeSettings.all()) venues.set(settings.mic, settings);
  const corporateActions = createSqliteCorporateActionStore(database);
  const changes = new InstrumentChanges(facts.instruments, () => priceChangesOf(corporateActions.applied()));
  const market: MarketData = { ...facts, venues, instruments: changes.listed };
  const knownMarket: MarketData = { ...facts, venues, instruments: changes.known };
  const calendars = calendarsOf(facts);
  const laid = openRegistries(database, facts, changes);
  const { pins, overlays, series } = laid;
  const pure = createPriceModel(seed, { ...facts, venues }, calendars);
  const isPaying = dividendsSinceMs !== null;
  const dividends = isPaying ? new DividendSchedule(seed, facts, calendars, pure, dividendsSinceMs) : null;
  const postedFactor = (isin: string, beforeMs: number) => changes.postedFactor(isin, beforeMs);
  const falling = { data: facts, calendars, overlays, postedFactor, nowMs: () => kernel.nowMs };
  const paying = dividends === null ? pure : withDividends(pure, dividends, falling);
  const model = withInstrumentChanges(paying, changes);
  const rated = withOverlaidRates(model, knownMarket, calendars, overlays, pins, series);
  // A pin takes precedence: it fixes the mid whatever else happens to the instrument.
  const pinned = withPins(withOverlays(withSeries(rated, calendars, series), calendars, overlays), market, pins);
  const auctions = createClosingAuctions(seed, knownMarket);
  const faultRegistry = new FaultRegistry(createSqliteFaultStore(database), changes, fateFaults(facts.fates));
  const quoted = withClosingAuctions(
    withFaultyQuotes(pinned, knownMarket, faultRegistry),
    calendars,
    auctions,
    (isin, instantMs) => pins.find(isin, instantMs),
  );
  const pauses = (isin: string, mic: string) => pausesOf(faultRegistry, changes, isin, mic);
  const exchangePrices = withFrozenSpans(quoted, pauses, 'trading', changes);
  const opened = {
    market,
    calendars,
    venues,
    exchangeSettings,
    ...laid,
    corporateActions,
    instrumentChanges: changes,
    dividends,
  };
  return { opened, knownMarket, auctions, faultRegistry, exchangePrices };
}

/** Opens the stores of the overlays on the prices of the model. */
function openRegistries(database: WorldDatabase, { instruments }: MarketData, changes: InstrumentChanges) {
  const pinStore = createSqlitePinStore(database);
  const marketEvents = createSqliteMarketEventStore(database);
  const seriesStore = createSqliteSeriesStore(database);
  const pins = new PinRegistry(pinStore.all(), changes);
  const overlays = new OverlayRegistry(marketEvents.all(), instruments, changes);
  const series = new SeriesRegistry(seriesStore.all(), changes);
  return { pins, pinStore, overlays, marketEvents, series, seriesStore };
}

/**
 * Calendars depend only on the exchanges of the data and fill themselves lazily; every world on that data shares them.
 */
function calendarsOf({ exchanges }: MarketData): Calendars {
  const known = calendars.get(exchanges);
  if (known !== undefined) return known;
  const made = createCalendars({ exchanges });
  calendars.set(exchanges, made);
  return made;
}

const calendars = new WeakMap<MarketData['exchanges'], Calendars>();

/** Returns when a listing did not trade: it was halted or delisted, or its exchange was down. */
function pausesOf(
  faults: FaultRegistry,
  changes: InstrumentChanges,
  isin: string,
  mic: string,
): readonly FaultSpan[] | null {
  const delistedMs = changes.delistedMs(isin);
  const ended = delistedMs === null ? null : [{ fromMs: delistedMs, untilMs: Number.POSITIVE_INFINITY }];
  if (!faults.has('halt_instrument') && !faults.has('exchange_down')) return ended;
  const spans = latestFirst(faults.spans('halt_instrument', mic, isin), faults.spans('exchange_down', mic, isin));
  return latestFirst(spans, ended ?? []);
}

function latestFirst(one: readonly FaultSpan[], other: readonly FaultSpan[]): readonly FaultSpan[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  return [...one, ...other].sort((left, right) => right.fromMs - left.fromMs);
}

/** Prices as observed from here: nothing new while a feed is stale or a connection is down. */
export function observedPrices(
  exchangePrices: PriceModel,
  faultRegistry: FaultRegistry,
  connections: Pick<ConnectionControl, 'outages'>,
  changes: InstrumentChanges,
): PriceModel {
  const blindSpots = (isin: string, mic: string): readonly FaultSpan[] | null => {
    const outages = connections.outages(mic);
    if (!faultRegistry.has('stale_prices')) return outages;
    return latestFirst(outages ?? [], faultRegistry.spans('stale_prices', mic, isin));
  };
  return withTradesInPresentTerms(withFrozenSpans(exchangePrices, blindSpots, 'seeing', changes), changes);
}
