/** Charts: which bars exist, their contents, and that a bar does not depend on the requested range. */

import { describe, expect, it } from 'vitest';
import { createVolumeCurve } from '../../../src-server/market/calendar/volume-curve.ts';
import { type BarQuestion, readBars } from '../../../src-server/market/prices/bars.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const volumes = { ...createVolumeCurve(data, calendars), volumeBetween: () => null };
const SAP = 'DE0007164600';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const XETR = calendars.get('XETR');
if (XETR === undefined) throw new Error('XETR is not in the fixtures');

// Wednesday, half past noon in Berlin; Xetra trades from 08:00 to 16:30 UTC.
const NOW = at('2026-03-04T11:32:10Z');
const usual = {
  isin: SAP,
  mic: 'XETR',
  calendar: XETR,
  intervalMs: 5 * MINUTE_MS,
  nowMs: NOW,
  fromMs: null,
  toMs: NOW + 1,
  limit: 5000,
};

describe('the bars of a day', () => {
  const bars = read({ fromMs: at('2026-03-03T00:00:00Z'), toMs: at('2026-03-04T00:00:00Z') });

  it('are those with trading in them, on a grid of five minutes', () => {
    // 8.5 hours × 12
    expect(bars).toHaveLength(102);
    expect(bars.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 102 }, (_, index) => at('2026-03-03T08:00:00Z') + index * 5 * MINUTE_MS),
    );
  });

  it('open at their first instant and close at their last; the last of the day at the overnight price', () => {
    const [first] = bars;
    expect(first?.openMicro).toBe(midAt('2026-03-03T08:00:00Z'));
    expect(first?.closeMicro).toBe(midAt('2026-03-03T08:04:59.999Z'));
    expect(bars.at(-1)?.closeMicro).toBe(midAt('2026-03-03T22:00:00Z'));
  });

  it('have open and close between low and high, and divide the volume of the day', () => {
    for (const { openMicro, highMicro, lowMicro, closeMicro } of bars) {
      expect(lowMicro).toBeLessThanOrEqual(Math.min(openMicro, closeMicro));
      expect(highMicro).toBeGreaterThanOrEqual(Math.max(openMicro, closeMicro));
    }
    const volume = bars.reduce((sum, bar) => sum + bar.volume, 0);
    // Each of 102 bars is rounded by half a share at most.
    expect(Math.abs(volume - volumes.dailyVolume(SAP, 'XETR'))).toBeLessThanOrEqual(51);
  });
});

describe('longer bars', () => {
  it('of a day and of a week open with their first session and close with their last', () => {
    const [friday] = read({ intervalMs: DAY_MS, limit: 3 });
    expect(friday).toMatchObject({ startMs: at('2026-03-02T00:00:00Z'), openMicro: midAt('2026-03-02T08:00:00Z') });
    const [week, present] = read({ intervalMs: 7 * DAY_MS, limit: 2 });
    expect(week).toMatchObject({
      startMs: at('2026-02-23T00:00:00Z'),
      openMicro: midAt('2026-02-23T08:00:00Z'),
      closeMicro: midAt('2026-02-27T16:30:00Z'),
    });
    // Five days of volume; each is requested separately.
    expect(week?.volume).toBe(Math.round(5 * volumes.dailyVolume(SAP, 'XETR')));
    expect(present).toMatchObject({ startMs: at('2026-03-02T00:00:00Z'), closeMicro: midAt('2026-03-04T11:32:10Z') });
  });

  it('begin on a Monday even without trading on it', () => {
    // Easter Monday 2026 is 6 April.
    const later = at('2026-04-11T00:00:00Z');
    const [week] = read({ intervalMs: 7 * DAY_MS, nowMs: later, toMs: later, limit: 1 });
    expect(week).toMatchObject({ startMs: at('2026-04-06T00:00:00Z'), openMicro: midAt('2026-04-07T07:00:00Z') });
  });
});

it('the current bar ends at the present; nothing of the future shows', () => {
  const last = read({ toMs: at('2027-01-01T00:00:00Z') }).at(-1);
  expect(last).toMatchObject({ startMs: at('2026-03-04T11:30:00Z'), closeMicro: midAt('2026-03-04T11:32:10Z') });
  const atOpen = at('2026-03-04T08:00:00Z');
  expect(read({ nowMs: atOpen, toMs: atOpen + 1 }).at(-1)).toMatchObject({ startMs: atOpen, volume: 0 });
  expect(read({ nowMs: atOpen - 1, toMs: atOpen }).at(-1)?.startMs).toBe(at('2026-03-03T16:25:00Z'));
});

it('a bar does not depend on the requested range', () => {
  const minutes = fc.integer({ min: -20_000, max: 700 });
  fc.assert(
    fc.property(minutes, minutes, fc.constantFrom(1, 5, 60, 1440, 10_080), (one, other, interval) => {
      const whole = new Map(read({ intervalMs: interval * MINUTE_MS, limit: 400 }).map((bar) => [bar.startMs, bar]));
      const [fromMs, toMs] = [one, other].sort((a, b) => a - b).map((minute) => NOW + minute * MINUTE_MS);
      for (const bar of read({ intervalMs: interval * MINUTE_MS, fromMs: fromMs ?? 0, toMs: toMs ?? 0, limit: 40 })) {
        if (whole.has(bar.startMs)) expect(bar).toEqual(whole.get(bar.startMs));
        expect(bar.startMs).toBeGreaterThanOrEqual(fromMs ?? 0);
        expect(bar.startMs).toBeLessThan(toMs ?? 0);
      }
    }),
    { numRuns: 30 },
  );
});

describe('the limit', () => {
  it('returns the latest bars and says that there are more', () => {
    const question = { ...usual, fromMs: at('2026-03-03T00:00:00Z'), limit: 3 };
    const { bars, isCut } = readBars(prices, volumes, question);
    expect(isCut).toBe(true);
    expect(bars.map(({ startMs }) => startMs)).toEqual(
      ['11:20', '11:25', '11:30'].map((time) => at(`2026-03-04T${time}:00Z`)),
    );
  });

  it('does not apply if all fit, and bars begin with the first day of prices', () => {
    const { bars, isCut } = readBars(prices, volumes, { ...usual, intervalMs: 7 * DAY_MS });
    expect(isCut).toBe(false);
    expect(bars[0]?.startMs).toBe(at('2000-01-03T00:00:00Z'));
    expect(read({ toMs: at('1999-01-01T00:00:00Z') })).toEqual([]);
  });

  it('costs the same number of prices for a bar of a minute and a bar of a week', proves('L14'), () => {
    for (const intervalMs of [MINUTE_MS, 7 * DAY_MS]) {
      let count = 0;
      const counting = {
        midMicro(...question: Parameters<typeof prices.midMicro>) {
          count += 1;
          return prices.midMicro(...question);
        },
      };
      readBars(counting, volumes, { ...usual, intervalMs, limit: 10 });
      expect(count).toBe(160);
    }
  });
});

function read(question: Partial<BarQuestion>) {
  return readBars(prices, volumes, { ...usual, ...question }).bars;
}

function midAt(iso: string): number {
  return prices.midMicro(SAP, 'XETR', at(iso));
}
