/** Puts the market of a world together: the pure model, what the world remembers to lie over it, and what it holds. */
import type { World } from '../engine/world.ts';
import { createCalendars } from '../market/calendar.ts';
import { withSeries } from '../market/loaded-prices.ts';
import type { MarketData } from '../market/market-data.ts';
import { OverlayBook } from '../market/overlay-book.ts';
import { PinBook } from '../market/pin-book.ts';
import { withPins } from '../market/pinned-prices.ts';
import { createPriceModel } from '../market/price-model.ts';
import { withOverlays } from '../market/price-overlays.ts';
import { SeriesBook } from '../market/series-book.ts';
import type { WorldDatabase } from '../store/open-database.ts';
import { createSqliteMarketEventStore } from '../store/sqlite-market-event-store.ts';
import { createSqlitePinStore } from '../store/sqlite-pin-store.ts';
import { createSqliteSeriesStore } from '../store/sqlite-series-store.ts';

export type OpenedMarket = Pick<
  World,
  'market' | 'calendars' | 'prices' | 'pins' | 'pinStore' | 'overlays' | 'marketEvents' | 'series' | 'seriesStore'
>;

export function openMarket(seed: number, market: MarketData, database: WorldDatabase): OpenedMarket {
  const calendars = createCalendars(market);
  const pinStore = createSqlitePinStore(database);
  const marketEvents = createSqliteMarketEventStore(database);
  const pins = new PinBook(pinStore.all());
  const overlays = new OverlayBook(marketEvents.all());
  const seriesStore = createSqliteSeriesStore(database);
  const series = new SeriesBook(seriesStore.all());
  const loaded = withSeries(createPriceModel(seed, market, calendars), calendars, series);
  // A pin is the last word: it holds the mid whatever else happens to the instrument.
  const prices = withPins(withOverlays(loaded, calendars, overlays), market, pins);
  return { market, calendars, prices, pins, pinStore, overlays, marketEvents, series, seriesStore };
}
