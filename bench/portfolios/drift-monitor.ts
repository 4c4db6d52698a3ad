/**
 * Measures how long an advance takes while portfolios are monitored: years with a thousand of them and with none, and a
 * year with more and more, to see how the cost grows. Compared with computing the same prices at the same ticks and
 * nothing else.
 */
import { TEST_START_MS } from '../../test/support/ballast-defaults.ts';
import { makeWorld } from '../../test/support/make-world.ts';
import { type Figure, interleave } from '../figure.ts';
import { addPortfolio, tradedListings } from './bench-portfolio.ts';
import { growthFigures } from './growth-figures.ts';

const DAY_MS = 86_400_000;
const TICK_MS = 15 * 60_000;
const SIZE = { positions: 20, maxShares: 1000 };
const GROWTH_COUNTS = [10, 100, 1000, 10_000];
const GROWTH_ROUNDS = 3;

export async function benchDriftMonitor(): Promise<Figure[]> {
  const fiveYears = 5 * 365;
  const five = await interleave(1, {
    watched: () => advanceMs(1000, fiveYears),
    prices: () => pricesOnlyMs(fiveYears),
    idle: () => advanceMs(0, fiveYears),
  });
  const figures: Figure[] = [
    {
      name: '5 years, 1 000 watched portfolios of 20',
      value: five.watched,
      unit: 'ms',
      reference: { what: 'the prices alone', value: five.prices },
      goal: { text: '≤ 10 s', met: five.watched <= 10_000 },
    },
    {
      name: '5 years, nothing watched',
      value: five.idle,
      unit: 'ms',
      reference: null,
      goal: { text: '≤ 50 ms', met: five.idle <= 50 },
    },
  ];
  const growth = await growthFigures({
    counts: GROWTH_COUNTS,
    rounds: GROWTH_ROUNDS,
    unit: 'ms',
    nameOf: (count) => `30 days, ${count.toLocaleString('en')} watched portfolios`,
    costOf: (count) => advanceMs(count, 30),
  });
  return [...figures, ...growth];
}

function advanceMs(count: number, days: number): number {
  const test = makeWorld({ seed: 5 });
  test.world.kernel.execute(() => {});
  for (let portfolio = 0; portfolio < count; portfolio += 1) addPortfolio(test, portfolio, SIZE);
  const startMs = performance.now();
  test.advanceTo(TEST_START_MS + days * DAY_MS);
  const takenMs = performance.now() - startMs;
  test.close();
  return takenMs;
}

/** Computes the mid of every listing at every tick at which an exchange trades. */
function pricesOnlyMs(days: number): number {
  const test = makeWorld({ seed: 5 });
  const { prices, calendars } = test.world;
  const listings = tradedListings(test.world);
  const startMs = performance.now();
  let sum = 0;
  for (let nowMs = TEST_START_MS; nowMs < TEST_START_MS + days * DAY_MS; nowMs += TICK_MS) {
    if (![...calendars.values()].some((calendar) => calendar.isOpen(nowMs))) continue;
    for (const { isin, exchange: mic } of listings) sum += prices.midMicro(isin, mic, nowMs);
  }
  const takenMs = performance.now() - startMs;
  test.close();
  if (sum <= 0) throw new Error('there were no prices');
  return takenMs;
}
