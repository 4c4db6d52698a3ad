/**
 * Puts the market of a world together: the pure model, what the world remembers to lie over it, what it holds, and what
 * is broken on purpose. Prices are put together twice: as the exchanges have them, and as they are seen from here.
 */
import type { World } from '../engine/world.ts';
import { type Calendars, createCalendars } from '../market/calendar/calendar.ts';
import { withSeries } from '../market/data/loaded-prices.ts';
import type { MarketData } from '../market/data/market-data.ts';
import {
  type ClosingAuctions,
  createClosingAuctions,
  withClosingAuctions,
} from '../market/exchange/closing-auction.ts';
import type { ConnectionControl } from '../market/exchange/simulated-connectors.ts';
import { FaultRegistry, type Span } from '../market/faults/fault-registry.ts';
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
import { createSqliteExchangeSettingsStore } from '../store/world/sqlite-exchange-settings-store.ts';
import { createSqliteFaultStore } from '../store/world/sqlite-fault-store.ts';
import { createSqliteMarketEventStore } from '../store/world/sqlite-market-event-store.ts';
import { createSqlitePinStore } from '../store/world/sqlite-pin-store.ts';
import { createSqliteSeriesStore } from '../store/world/sqlite-series-store.ts';

export type OpenedMarket = Pick<
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
>;

export interface MarketParts {
  readonly opened: OpenedMarket;
  readonly auctions: ClosingAuctions;
  readonly faultRegistry: FaultRegistry;
  readonly exchangePrices: PriceModel;
}

export function openMarket(seed: number, facts: MarketData, database: WorldDatabase): MarketParts {
  const exchangeSettings = createSqliteExchangeSettingsStore(database);
  const venues = new Map(facts.venues);
  for (const settings of exchangeSettings.all()) venues.set(settings.mic, settings);
  const market: MarketData = { ...facts, venues };
  const calendars = calendarsOf(facts);
  const pinStore = createSqlitePinStore(database);
  const marketEvents = createSqliteMarketEventStore(database);
  const pins = new PinRegistry(pinStore.all());
  const overlays = new OverlayRegistry(marketEvents.all(), market.instruments);
  const seriesStore = createSqliteSeriesStore(database);
  const series = new SeriesRegistry(seriesStore.all());
  const model = withOverlaidRates(createPriceModel(seed, market, calendars), market, calendars, overlays, pins);
  const loaded = withSeries(model, calendars, series);
  // A pin is the last word: it holds the mid whatever else happens to the instrument.
  const held = withPins(withOverlays(loaded, calendars, overlays), market, pins);
  const auctions = createClosingAuctions(seed, market);
  const faultRegistry = new FaultRegistry(createSqliteFaultStore(database));
  const quoted = withClosingAuctions(
    withFaultyQuotes(held, market, faultRegistry),
    calendars,
    auctions,
    (isin, instantMs) => pins.at(isin, instantMs),
  );
  const exchangePrices = withFrozenSpans(quoted, (isin, mic) => pausesOf(faultRegistry, isin, mic), 'trading');
  const books = { pins, pinStore, overlays, marketEvents, series, seriesStore };
  const opened = { market, calendars, venues, exchangeSettings, ...books };
  return { opened, auctions, faultRegistry, exchangePrices };
}

/**
 * Calendars follow from the exchanges of the data alone and fill themselves in; every world on that data shares them.
 */
function calendarsOf({ exchanges }: MarketData): Calendars {
  const known = calendars.get(exchanges);
  if (known !== undefined) return known;
  const made = createCalendars({ exchanges });
  calendars.set(exchanges, made);
  return made;
}

const calendars = new WeakMap<MarketData['exchanges'], Calendars>();

/** When a listing did not trade: it was halted, or its exchange was down. */
function pausesOf(faults: FaultRegistry, isin: string, mic: string): readonly Span[] | null {
  if (!faults.has('halt_instrument') && !faults.has('exchange_down')) return null;
  return latestFirst(faults.spans('halt_instrument', mic, isin), faults.spans('exchange_down', mic, isin));
}

function latestFirst(one: readonly Span[], other: readonly Span[]): readonly Span[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  return [...one, ...other].sort((left, right) => right.fromMs - left.fromMs);
}

/** What is seen of the exchanges from here: nothing new while a feed is stale or a line is down. */
export function observedPrices(
  exchangePrices: PriceModel,
  faultRegistry: FaultRegistry,
  connections: Pick<ConnectionControl, 'outages'>,
): PriceModel {
  const blindSpots = (isin: string, mic: string): readonly Span[] | null => {
    const outages = connections.outages(mic);
    if (!faultRegistry.has('stale_prices')) return outages;
    return latestFirst(outages ?? [], faultRegistry.spans('stale_prices', mic, isin));
  };
  return withFrozenSpans(exchangePrices, blindSpots, 'seeing');
}
