/**
 * How fast a mid is when nothing can be reused: random listings at random instants of a year. Compared with a bare
 * loop that does the same number of exponentials and integer hashes, so the ratio means the same on any machine.
 * Run with `node bench/price-path.ts`; it takes about three seconds.
 */
import { readFileSync } from 'node:fs';
import { mix32 } from '../src-server/kernel/streams.ts';
import { createCalendars } from '../src-server/market/calendar.ts';
import { DAY_MS } from '../src-server/market/civil-date.ts';
import { SIMULATION_EPOCH_MS } from '../src-server/market/factor-paths.ts';
import { MARKET_FILES, parseMarketData, type RawMarketData } from '../src-server/market/parse-market-data.ts';
import { createPriceModel } from '../src-server/market/price-model.ts';

const ROUND = 20_000;
const BUDGET_MS = 1200;

// Three factor paths of 32 levels and six noise nodes, two hashes each; exchange rates add 32 levels per currency.
const HASHES_PER_MID = (3 * 32 + 6) * 2;

const data = parseMarketData(readMarketData());
const calendars = createCalendars(data);
const prices = createPriceModel(42, data, calendars);
const listings = [...data.instruments.values()].flatMap(({ isin, listings }) => listings.map((mic) => ({ isin, mic })));

const mids = ratePerSecond((index) => {
  const { isin, mic } = listings[(mix32(index) >>> 0) % listings.length] as (typeof listings)[number];
  const offsetMs = ((mix32(index ^ 0x5bd1e995) >>> 0) / 4_294_967_296) * 365 * DAY_MS;
  return prices.midMicro(isin, mic, SIMULATION_EPOCH_MS + Math.floor(offsetMs));
});
const bare = ratePerSecond((index) => {
  let hash = index;
  for (let count = 0; count < HASHES_PER_MID; count += 1) hash = mix32(hash + count);
  return Math.exp(hash / 4_294_967_296);
});

console.log(`mid evaluations/s, cold: ${Math.round(mids).toLocaleString('en')} (${(1e6 / mids).toFixed(2)} µs each)`);
console.log(`bare exp + ${HASHES_PER_MID} mix32/s:  ${Math.round(bare).toLocaleString('en')}`);
console.log(`ratio bare / mid:        ${(bare / mids).toFixed(2)}`);

/** Calls per second after one warming round; the sum keeps the work from being optimised away. */
function ratePerSecond(work: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < ROUND; index += 1) sum += work(index);
  let calls = 0;
  const startMs = performance.now();
  let elapsedMs = 0;
  while (elapsedMs < BUDGET_MS) {
    for (let index = 0; index < ROUND; index += 1) sum += work(calls + index);
    calls += ROUND;
    elapsedMs = performance.now() - startMs;
  }
  if (!Number.isFinite(sum)) throw new Error('a price is not a number');
  return (calls / elapsedMs) * 1000;
}

function readMarketData(): RawMarketData {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`../fixtures/market/${file}`, import.meta.url), 'utf8'));
  return Object.fromEntries(Object.entries(MARKET_FILES).map(([key, file]) => [key, read(file)])) as RawMarketData;
}
