/** The real market data and everything built on it, for the tests of this folder. Reads the fixtures; stateless. */
import { readFileSync } from 'node:fs';
import { createCalendars } from '../../src-server/market/calendar/calendar.ts';
import { MARKET_FILES, parseMarketData, type RawMarketData } from '../../src-server/market/data/parse-market-data.ts';
import { createClosingAuctions } from '../../src-server/market/exchange/closing-auction.ts';
import { createOrderMatching } from '../../src-server/market/exchange/order-matching.ts';
import { OverlayRegistry } from '../../src-server/market/prices/overlay-registry.ts';
import { createPriceModel } from '../../src-server/market/prices/price-model.ts';

/** A fresh copy of the fixture documents, which a test may change. */
export function readRawMarketData(): RawMarketData {
  const documents = Object.entries(MARKET_FILES).map(([key, file]) => [key, readFixture(file)]);
  return Object.fromEntries(documents) as RawMarketData;
}

/** A JSON document below `fixtures/market`. */
export function readFixture(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/market/${file}`, import.meta.url), 'utf8'));
}

/** A separate market for one seed. */
export function makeMarket(seed: number) {
  const data = parseMarketData(readRawMarketData());
  const calendars = createCalendars(data);
  const prices = createPriceModel(seed, data, calendars);
  const auctions = createClosingAuctions(seed, data);
  const matching = createOrderMatching(seed, data, calendars, prices, auctions, new OverlayRegistry([]));
  return { data, calendars, prices, auctions, matching };
}

/** An ISO instant in milliseconds. */
export function at(iso: string): number {
  return Date.parse(iso);
}
