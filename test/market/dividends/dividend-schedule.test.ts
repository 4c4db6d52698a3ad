/** The dividends that instruments pay by the seed, and their effect on prices (decision O2). */
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src-server/market/calendar/civil-date.ts';
import type { PaidDistribution } from '../../../src-server/market/dividends/distribution.ts';
import { DividendSchedule } from '../../../src-server/market/dividends/dividend-schedule.ts';
import { withDividends } from '../../../src-server/market/dividends/ex-dividend-prices.ts';
import { type Overlay, OverlayRegistry } from '../../../src-server/market/prices/overlay-registry.ts';
import { withOverlays } from '../../../src-server/market/prices/price-overlays.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { at, makeMarket } from '../market-fixture.ts';

const START = at('2026-03-02T09:30:00Z');
const YEARS = 365 * DAY_MS;
const { data } = makeMarket(1);
const PAYERS = [...data.dividends.values()].filter(({ yieldPpm }) => yieldPpm > 0);
const TOTAL = 'FR0000120271';
const FTSE = 'IE00B3RBWM25';
const WORLD_ETF = 'IE00B4L5Y983';

function market(seed: number) {
  const made = makeMarket(seed);
  return { ...made, schedule: new DividendSchedule(seed, made.data, made.calendars, made.prices, START) };
}

/** Prices that fall by these payments alone, as in a world at `nowMs`. */
function falling(
  made: ReturnType<typeof market>,
  paid: readonly PaidDistribution[],
  overlays: Overlay[] = [],
  now = Infinity,
) {
  const registry = new OverlayRegistry(overlays);
  const payments = {
    between: (isin: string, afterMs: number, untilMs: number) =>
      paid.filter((each) => each.isin === isin && each.exMs > afterMs && each.exMs <= untilMs),
    nextExMsOf: (isin: string, afterMs: number) =>
      Math.min(...paid.flatMap((each) => (each.isin === isin && each.exMs > afterMs ? [each.exMs] : [])), Infinity),
  };
  const inputs = { ...made, overlays: registry, postedFactor: () => 1, nowMs: () => now };
  return withOverlays(withDividends(made.prices, payments, inputs), made.calendars, registry);
}

describe('the facts of the market', () => {
  test('state for each of the 33 instruments whether it distributes', proves('O2.2'), () => {
    expect([...data.dividends.keys()].toSorted()).toEqual([...data.instruments.keys()].toSorted());
    expect(PAYERS).toHaveLength(26);
    expect(data.dividends.get(WORLD_ETF)).toMatchObject({ distribution: 'accumulating', yieldPpm: 0, months: [] });
  });
});

describe('a schedule of dividends', () => {
  test('goes ex at openings of the primary exchange, in the months of the instrument', proves('O2.2'), () => {
    const seeds = fc.tuple(fc.nat(), fc.constantFrom(...PAYERS));
    fc.assert(
      fc.property(seeds, ([seed, { isin, months, payAfterDays }]) => {
        const { schedule, calendars, data: own } = market(seed);
        const mic = own.instruments.get(isin)?.primaryExchange ?? '';
        const calendar = calendars.get(mic);
        const paid = schedule.between(isin, START, START + 3 * YEARS);
        expect(paid.length).toBeGreaterThanOrEqual(3 * months.length - 1);
        for (const { exMs, payMs } of paid) {
          expect(months).toContain(new Date(exMs).getUTCMonth() + 1);
          expect(calendar?.sessionAt(exMs)?.openMs).toBe(exMs);
          expect(calendar?.sessionAt(payMs)?.openMs).toBe(payMs);
          expect(Math.floor(payMs / DAY_MS)).toBeGreaterThanOrEqual(Math.floor(exMs / DAY_MS) + payAfterDays);
        }
        expect(paid.map(({ exMs }) => exMs)).toEqual(paid.map(({ exMs }) => exMs).toSorted((a, b) => a - b));
      }),
      { numRuns: draws(100) },
    );
  });

  test('follows from the seed: the same one pays the same, another one something else', proves('O2.2'), () => {
    const of = (seed: number) => market(seed).schedule.between(TOTAL, START, START + 2 * YEARS);
    expect(of(42)).toEqual(of(42));
    expect(of(42)).not.toEqual(of(43));
  });

  test('does not depend on the order of calls', proves('O2.2'), () => {
    const [late, early] = [market(42).schedule, market(42).schedule];
    late.between(TOTAL, START, START + 5 * YEARS);
    expect(early.between(TOTAL, START, START + YEARS)).toEqual(late.between(TOTAL, START, START + YEARS));
    expect(late.nextExMs(START)).toBe(early.nextExMs(START));
    expect(late.at(late.nextExMs(START))[0]?.exMs).toBe(late.nextExMs(START));
  });

  test('pays the yield on the price 28 days earlier, in four decimals, year after year', proves('O2.3'), () => {
    const made = market(7);
    for (const { isin, yieldPpm, months } of PAYERS) {
      const paid = made.schedule.between(isin, START, START + 30 * YEARS);
      const prices = falling(made, paid);
      const { primaryExchange: mic, currency } = made.data.instruments.get(isin) ?? {
        primaryExchange: '',
        currency: 'EUR',
      };
      const listing = made.data.exchanges.get(mic)?.currency ?? 'EUR';
      for (const { exMs, amountMicro } of paid) {
        const fixedMs = made.calendars.get(mic)?.lastOpenInstant(exMs - 28 * DAY_MS) ?? 0;
        const rate = made.prices.perEurMicro(currency, fixedMs) / made.prices.perEurMicro(listing, fixedMs);
        // 60.00 x 6 % / 4 payments is 0.9000.
        const expected = (prices.midMicro(isin, mic, fixedMs) * rate * (yieldPpm / 1e6)) / months.length;
        expect(amountMicro % 100).toBe(0);
        expect(Math.abs(amountMicro - expected)).toBeLessThanOrEqual(50 + expected * 1e-4);
      }
    }
  });

  test('has nothing before the start of the world, and nothing of an accumulating fund', proves('O2.2'), () => {
    const { schedule } = market(1);
    expect(schedule.between(TOTAL, 0, START)).toEqual([]);
    expect(schedule.between(WORLD_ETF, 0, START + 9 * YEARS)).toEqual([]);
    expect(schedule.nextExMsOf(WORLD_ETF, START)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a price', () => {
  test('falls by the gross amount at the opening of the ex-date, and not before', proves('O2.4'), () => {
    const seeds = fc.tuple(fc.nat(), fc.constantFrom(...PAYERS), fc.nat(5));
    fc.assert(
      fc.property(seeds, ([seed, { isin }, index]) => {
        const made = market(seed);
        const paid = made.schedule.between(isin, START, START + 8 * YEARS);
        const { exMs, amountMicro, currency } = paid[index] as PaidDistribution;
        const [without, with_] = [falling(made, paid.slice(0, index)), falling(made, paid.slice(0, index + 1))];
        const { primaryExchange: mic, listings } = made.data.instruments.get(isin) ?? {
          primaryExchange: '',
          listings: [],
        };
        const listing = made.data.exchanges.get(mic)?.currency ?? 'EUR';
        const rate = made.prices.perEurMicro(listing, exMs) / made.prices.perEurMicro(currency, exMs);
        const drop = without.midMicro(isin, mic, exMs) - with_.midMicro(isin, mic, exMs);
        expect(Math.abs(drop - amountMicro * rate)).toBeLessThanOrEqual(1.5);
        for (const each of listings) {
          expect(with_.midMicro(isin, each, exMs - 1)).toBe(without.midMicro(isin, each, exMs - 1));
          expect(with_.quote(isin, each, exMs - 1)).toEqual(without.quote(isin, each, exMs - 1));
          const laterMs = exMs + 30 * DAY_MS;
          expect(with_.midMicro(isin, each, laterMs)).toBeLessThan(without.midMicro(isin, each, laterMs));
        }
      }),
      { numRuns: draws(200) },
    );
  });

  test('falls by the amount also after a market event', proves('O2.4'), () => {
    const made = market(3);
    const [first] = made.schedule.between(TOTAL, START, START + YEARS);
    if (first === undefined) throw new Error('nothing is paid');
    const crash: Overlay = {
      marketEventId: 'me_1',
      subject: TOTAL,
      kind: 'jump',
      amount: -0.4,
      byBeta: false,
      fromMs: START,
      untilMs: null,
      endedMs: null,
    };
    const [without, with_] = [falling(made, [], [crash]), falling(made, [first], [crash])];
    const drop = without.midMicro(TOTAL, 'XPAR', first.exMs) - with_.midMicro(TOTAL, 'XPAR', first.exMs);
    expect(Math.abs(drop - first.amountMicro)).toBeLessThanOrEqual(2);
  });

  test('does not depend on the time and order of calls', proves('O2.4'), () => {
    const made = market(5);
    const paid = made.schedule.between(FTSE, START, START + 4 * YEARS);
    const instants = paid.flatMap(({ exMs }) => [exMs - 1, exMs, exMs + DAY_MS, exMs + 40 * DAY_MS]);
    const [settled, open] = [falling(made, paid), falling(made, paid, [], START)];
    const forwards = instants.map((each) => settled.quote(FTSE, 'XLON', each));
    expect(instants.toReversed().map((each) => open.quote(FTSE, 'XLON', each))).toEqual(forwards.toReversed());
    expect(instants.toReversed().map((each) => settled.quote(FTSE, 'XLON', each))).toEqual(forwards.toReversed());
  });

  test('remains above zero over a hundred years', proves('O2.4'), () => {
    const made = market(9);
    const isin = 'NO0010096985';
    const prices = falling(made, made.schedule.between(isin, START, START + 100 * YEARS));
    for (let year = 0; year <= 100; year += 10) {
      const { bidMicro, askMicro } = prices.quote(isin, 'XOSL', START + year * YEARS);
      expect(bidMicro).toBeGreaterThan(0);
      expect(askMicro).toBeGreaterThan(bidMicro);
    }
  });

  test('shows its last trade around the quote of that trade', proves('O2.4'), () => {
    const made = market(11);
    const [first] = made.schedule.between(TOTAL, START, START + YEARS);
    if (first === undefined) throw new Error('nothing is paid');
    const prices = falling(made, [first]);
    const { at: before, priceMicro: cum } = prices.lastTrade(TOTAL, 'XPAR', first.exMs - 1);
    expect(made.prices.lastTrade(TOTAL, 'XPAR', first.exMs - 1)).toEqual({ at: before, priceMicro: cum });
    const { at: after, priceMicro } = prices.lastTrade(TOTAL, 'XPAR', first.exMs + DAY_MS / 4);
    const { bidMicro, askMicro } = prices.quote(TOTAL, 'XPAR', after);
    expect([bidMicro, askMicro]).toContain(priceMicro);
  });
});
