/**
 * Measures how fast a mid is computed when nothing can be reused: random listings at random instants of a year.
 * Compared with a bare loop that does the same number of exponentials and integer hashes, so the ratio means the same
 * on any machine.
 */
import { readFileSync } from 'node:fs';
import { mix32 } from '../src-server/kernel/streams.ts';
import { createCalendars } from '../src-server/market/calendar/calendar.ts';
import { DAY_MS } from '../src-server/market/calendar/civil-date.ts';
import { MARKET_FILES, parseMarketData, type RawMarketData } from '../src-server/market/data/parse-market-data.ts';
import { SIMULATION_EPOCH_MS } from '../src-server/market/prices/factor-paths.ts';
import { createPriceModel } from '../src-server/market/prices/price-model.ts';
import { type Figure, interleave } from './figure.ts';

const ROUNDS = 5;
const BATCH = 20_000;
const ROUND_MS = 300;
const GOAL_PER_SECOND = 500_000;

// Three factor paths of 32 levels and six noise nodes, two hashes each; exchange rates add 32 levels per currency.
const HASHES_PER_MID = (3 * 32 + 6) * 2;

export async function benchPricePath(): Promise<Figure[]> {
  const cold = coldMid();
  const rates = await interleave(ROUNDS, { mids: () => ratePerSecond(cold), bare: () => ratePerSecond(bareHashes) });
  const reference = { what: `${HASHES_PER_MID} bare hashes + exp`, value: rates.bare };
  const goal = { text: `≥ ${GOAL_PER_SECOND.toLocaleString('en')}/s`, met: rates.mids >= GOAL_PER_SECOND };
  return [{ name: 'price of a random listing and instant', value: rates.mids, unit: 'prices/s', reference, goal }];
}

/** Price number `index` of a random walk over listings and instants, in millionths. */
function coldMid(): (index: number) => number {
  const data = parseMarketData(readMarketData());
  const prices = createPriceModel(42, data, createCalendars(data));
  const listings = [...data.instruments.values()].flatMap(({ isin, listings }) =>
    listings.map((mic) => ({ isin, mic })),
  );
  return (index) => {
    const { isin, mic } = listings[(mix32(index) >>> 0) % listings.length] as (typeof listings)[number];
    const offsetMs = ((mix32(index ^ 0x5bd1e995) >>> 0) / 4_294_967_296) * 365 * DAY_MS;
    return prices.midMicro(isin, mic, SIMULATION_EPOCH_MS + Math.floor(offsetMs));
  };
}

function bareHashes(index: number): number {
  let hash = index;
  for (let count = 0; count < HASHES_PER_MID; count += 1) hash = mix32(hash + count);
  return Math.exp(hash / 4_294_967_296);
}

/** Calls per second after one warming batch; the sum prevents the optimiser from removing the work. */
function ratePerSecond(work: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < BATCH; index += 1) sum += work(index);
  let calls = 0;
  const startMs = performance.now();
  let elapsedMs = 0;
  while (elapsedMs < ROUND_MS) {
    for (let index = 0; index < BATCH; index += 1) sum += work(calls + index);
    calls += BATCH;
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
