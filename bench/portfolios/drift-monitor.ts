/**
 * How long an advance takes while portfolios are watched: years with a thousand of them and with none, and a year with
 * ever more, to see how the cost grows. Compared with working out the same prices at the same ticks and nothing else.
 */
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { drawUint32, streamKey } from '../../src-server/kernel/streams.ts';
import { TEST_START_MS } from '../../test/support/ballast-defaults.ts';
import { makeWorld, type TestWorld } from '../../test/support/make-world.ts';
import { type Figure, interleave } from '../figure.ts';

const DAY_MS = 86_400_000;
const TICK_MS = 15 * 60_000;
const POSITIONS = 20;
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
  return [...figures, ...(await growthFigures())];
}

/**
 * A month with ever more portfolios. Each figure is compared with the one before it, grown as n log n would have it, so
 * a ratio of at most one says that the cost grew no faster. The prices cost the same for any number and flatter the
 * first lines; in the last one they are next to nothing.
 */
async function growthFigures(): Promise<Figure[]> {
  const takenMs = await interleave(
    GROWTH_ROUNDS,
    Object.fromEntries(GROWTH_COUNTS.map((count) => [count, () => advanceMs(count, 30)])),
  );
  return GROWTH_COUNTS.map((count, index) => {
    const value = takenMs[count] as number;
    const figure = { name: `30 days, ${count.toLocaleString('en')} watched portfolios`, value, unit: 'ms' };
    const before = GROWTH_COUNTS[index - 1];
    if (before === undefined) return { ...figure, reference: null, goal: null };
    const growth = (count * Math.log(count)) / (before * Math.log(before));
    const grownMs = (takenMs[before] as number) * growth;
    return {
      ...figure,
      reference: { what: `line above × ${growth.toPrecision(3)}, its n log n`, value: grownMs },
      goal: { text: '≤ n log n', met: value <= grownMs },
    };
  });
}

function advanceMs(count: number, days: number): number {
  const test = makeWorld({ seed: 5 });
  test.world.kernel.execute(() => {});
  for (let portfolio = 0; portfolio < count; portfolio += 1) addPortfolio(test, portfolio);
  const startMs = performance.now();
  test.advanceTo(TEST_START_MS + days * DAY_MS);
  const takenMs = performance.now() - startMs;
  test.close();
  return takenMs;
}

/** The mid of every listing at every tick at which an exchange trades. */
function pricesOnlyMs(days: number): number {
  const test = makeWorld({ seed: 5 });
  const { market, prices, calendars } = test.world;
  const listings = [...market.instruments.values()]
    .filter(({ isin }) => !market.fates.has(isin))
    .flatMap(({ isin, listings: mics }) => mics.map((mic) => ({ isin, mic })));
  const startMs = performance.now();
  let sum = 0;
  for (let nowMs = TEST_START_MS; nowMs < TEST_START_MS + days * DAY_MS; nowMs += TICK_MS) {
    if (![...calendars.values()].some((calendar) => calendar.isOpen(nowMs))) continue;
    for (const { isin, mic } of listings) sum += prices.midMicro(isin, mic, nowMs);
  }
  const takenMs = performance.now() - startMs;
  test.close();
  if (sum <= 0) throw new Error('there were no prices');
  return takenMs;
}

function addPortfolio({ world }: TestWorld, number: number): void {
  const key = streamKey(1, 'bench.portfolio', String(number));
  const listings = [...world.market.instruments.values()]
    .filter(({ isin }) => !world.market.fates.has(isin))
    .flatMap(({ isin, listings: mics }) => mics.map((exchange) => ({ isin, exchange })));
  const first = drawUint32(key, 0) % listings.length;
  const holdings = Array.from({ length: POSITIONS }, (_, index) => ({
    ...(listings[(first + index * 3) % listings.length] as { isin: string; exchange: string }),
    quantity: 1 + (drawUint32(key, index + 1) % 1000),
  }));
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  const weight = Math.floor((0.95 / isins.length) * 1e4) / 1e4;
  const created = createPortfolioB(world, DEFAULT_ACCOUNT, {
    external_id: `bench-${number}`,
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings,
    targets: isins.map((isin) => ({ isin, weight })),
    cash: 1000,
  });
  if (!created.ok) throw new Error(created.message);
}
