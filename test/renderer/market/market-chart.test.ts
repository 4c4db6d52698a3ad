/** The scale of the price chart, and events of the market between the form's units and the wire's. */
import { describe, expect, it } from 'vitest';
import { formatBar, formatRange } from '../../../src-renderer/components/charts/length-choice.tsx';
import {
  formatMarketEvent,
  isAbout,
  marketEventBody,
  marketEventSpan,
} from '../../../src-renderer/components/market/format-market-event.ts';
import {
  describePreset,
  MARKET_PRESETS,
  presetBodies,
} from '../../../src-renderer/components/market/market-presets.ts';
import { eventMarks } from '../../../src-renderer/screens/market/prices/chart-marks.ts';
import { barTicks, formatTick, priceScale } from '../../../src-renderer/screens/market/prices/price-scale.ts';
import { createMarketEvent } from '../../../src-server/contract/control/market/market-control.ts';

const bar = (low: number, high: number) => ({
  at: '2026-03-02T09:30:00.000Z',
  open: low,
  high,
  low,
  close: high,
  volume: 100,
});

describe('the scale of prices', () => {
  it('covers every bar and rises in round steps', () => {
    const scale = priceScale([bar(212.6389, 220), bar(226, 231.9727)]);
    const [lowest = 0, highest = 0] = scale.domain();
    // 19.3338 of height, a quarter of it beneath and a twentieth above: 207.81 to 232.94, in steps of 5.
    expect(scale.ticks(5)).toEqual([210, 215, 220, 225, 230]);
    expect(scale.tickFormat(5, 'f')(210)).toBe('210');
    expect(lowest).toBeLessThan(212.6389);
    expect(highest).toBeGreaterThan(231.9727);
  });

  it('has a height for a constant price, and as many decimals as its steps need', () => {
    const scale = priceScale([bar(101.25, 101.25)]);
    const [lowest = 0, highest = 0] = scale.domain();
    expect(highest).toBeGreaterThan(lowest);
    const ticks = scale.ticks(8);
    expect(new Set(ticks.map(scale.tickFormat(8, 'f'))).size).toBe(ticks.length);
  });
});

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const OF_YEAR = ['02-01', '03-01', '04-01', '05-01', '06-01', '07-01', '08-01', '09-01'];

/** Of five minutes, from 08:00 on. */
const sessionBars = (day: string, count: number) =>
  Array.from({ length: count }, (_, bar) => ({
    at: new Date(Date.parse(`${day}T08:00:00.000Z`) + bar * 300_000).toISOString(),
  }));

describe('the lengths of bars and of ranges', () => {
  it('distinguish a minute from a month', () => {
    expect(['1s', '15m', '1h', '1d'].map(formatBar)).toEqual(['1\u00a0s', '15\u00a0min', '1\u00a0h', '1\u00a0d']);
    expect(['1w', '3m', '5y', 'all'].map(formatRange)).toEqual(['1\u00a0W', '3\u00a0M', '5\u00a0Y', 'All']);
  });
});

describe('the times of the chart', () => {
  it('name the day too within days, and the day alone for days and weeks', () => {
    expect(formatTick('2026-03-02T09:30:00.000Z', '5m')).toBe('03-02 09:30');
    expect(formatTick('2026-03-02T00:00:00.000Z', '1d')).toBe('2026-03-02');
  });

  it('are round, eight at most, over a session, over days, over months and over years', () => {
    const ofDay = sessionBars('2026-03-02', 102);
    expect(barTicks(ofDay).map((at) => at.slice(11, 16))).toEqual(['08:00', '10:00', '12:00', '14:00', '16:00']);
    const ofWeek = ['2026-03-02', '2026-03-03', '2026-03-04'].flatMap((day) => sessionBars(day, 102));
    expect(barTicks(ofWeek)).toEqual(['2026-03-03T08:00:00.000Z', '2026-03-04T08:00:00.000Z']);
    const ofYear = Array.from({ length: 252 }, (_, day) => ({ at: new Date(START_MS + day * DAY_MS).toISOString() }));
    expect(barTicks(ofYear).map((at) => at.slice(5, 10))).toEqual(OF_YEAR);
    expect(barTicks([{ at: '2026-03-02T08:01:00.000Z' }])).toEqual(['2026-03-02T08:01:00.000Z']);
  });
});

describe('an event of the market', () => {
  const many = { covered: 'one', sector: 'technology', tradedIn: 'GBP', byBeta: true } as const;
  const draft = { ...many, isin: 'DE0007164600', currency: 'USD', from: '', until: '2026-03-09 17:00' } as const;

  it('is sent as a share or a factor, and the contract accepts it', () => {
    const bodies = [
      marketEventBody({ ...draft, kind: 'jump', amount: -8, until: '' }),
      marketEventBody({ ...draft, kind: 'trend', amount: 0.7, from: '2026-03-02 12:00' }),
      marketEventBody({ ...draft, kind: 'volatility', amount: 3 }),
      marketEventBody({ ...draft, kind: 'fx_jump', amount: -8 }),
    ];
    expect(bodies).toEqual([
      { kind: 'jump', isin: 'DE0007164600', size: -0.08 },
      {
        kind: 'trend',
        isin: 'DE0007164600',
        rate_per_day: 0.007,
        from: '2026-03-02T12:00:00Z',
        until: '2026-03-09T17:00:00Z',
      },
      { kind: 'volatility', isin: 'DE0007164600', factor: 3, until: '2026-03-09T17:00:00Z' },
      { kind: 'fx_jump', currency: 'USD', size: -0.08, until: '2026-03-09T17:00:00Z' },
    ]);
    expect(bodies.flatMap((body) => createMarketEvent.safeParse(body).error ?? [])).toEqual([]);
  });

  it('names one instrument or many, and beta where it applies', () => {
    const jump = { ...draft, kind: 'jump', amount: -8, until: '' } as const;
    const bodies = [
      marketEventBody({ ...jump, covered: 'all' }),
      marketEventBody({ ...jump, covered: 'sector', byBeta: false }),
      marketEventBody({ ...jump, covered: 'currency' }),
      marketEventBody({ ...draft, kind: 'volume', amount: 3, covered: 'all' }),
    ];
    expect(bodies).toEqual([
      { kind: 'jump', instruments: 'all', by_beta: true, size: -0.08 },
      { kind: 'jump', instruments: { sector: 'technology' }, size: -0.08 },
      { kind: 'jump', instruments: { currency: 'GBP' }, by_beta: true, size: -0.08 },
      { kind: 'volume', instruments: 'all', factor: 3, until: '2026-03-09T17:00:00Z' },
    ]);
    expect(bodies.flatMap((body) => createMarketEvent.safeParse(body).error ?? [])).toEqual([]);
  });

  it('refers to an instrument that is named, or covered', () => {
    const core = {
      market_event_id: 'me_1',
      status: 'over',
      ended_at: null,
      kind: 'jump',
      size: -0.08,
      at: '',
    } as const;
    const sap = { isin: 'DE0007164600', sector: 'technology', currency: 'EUR' };
    const events = [
      { ...core, isin: sap.isin },
      { ...core, isin: 'FR0000120271' },
      { ...core, instruments: 'all' },
      { ...core, instruments: { sector: 'technology' } },
      { ...core, instruments: { sector: 'energy' } },
      { ...core, instruments: { currency: 'EUR' } },
      { ...core, instruments: { currency: 'GBP' } },
      { ...core, kind: 'fx_jump', currency: 'EUR' },
    ] as const;
    expect(events.map((event) => isAbout(event, sap))).toEqual([true, false, true, true, false, true, false, false]);
  });

  it('shows its effect with a true sign and its unit', () => {
    const core = { market_event_id: 'me_1', isin: 'DE0007164600', status: 'over' as const, ended_at: null };
    expect(formatMarketEvent({ ...core, kind: 'jump', size: -0.08, at: '2026-03-02T09:30:00.000Z' })).toBe(
      '\u22128.00\u202f% at once',
    );
    const span = { from: '2026-03-02T09:30:00.000Z', until: '2026-03-03T09:30:00.000Z' };
    expect(formatMarketEvent({ ...core, kind: 'trend', rate_per_day: 0.01, ...span })).toBe(
      '+1.00\u202f% per trading day',
    );
    expect(formatMarketEvent({ ...core, kind: 'volatility', factor: 3, ...span })).toBe('3× its usual moves');
    const { isin: _isin, ...rest } = core;
    const shock = { ...rest, currency: 'USD', kind: 'fx_jump', size: -0.08, at: span.from, until: span.until } as const;
    expect(formatMarketEvent(shock)).toBe('\u22128.00\u202f% in EUR at once');
    expect(marketEventSpan(shock)).toContain(' to ');
  });
});

describe('the marks of events', () => {
  const bars = sessionBars('2026-03-02', 102).map(({ at }) => ({ ...bar(100, 101), at }));
  const jump = { market_event_id: 'me_1', status: 'over', ended_at: null, kind: 'jump', size: -0.08 } as const;

  it('show the effect of one event, and how many begin within one bar', () => {
    const early = { ...jump, instruments: 'all', at: '2026-03-02T08:07:00.000Z' } as const;
    const late = { ...jump, isin: 'DE0007164600', at: '2026-03-02T15:31:00.000Z' };
    const cancelled = { ...late, status: 'cancelled' } as const;
    expect(eventMarks([early, late, { ...late, by_beta: true }, cancelled], bars, 300_000)).toEqual([
      { at: '2026-03-02T08:05:00.000Z', isRight: false, label: 'Jump: \u22128.00\u202f% at once' },
      { at: '2026-03-02T15:30:00.000Z', isRight: true, label: '2 market events' },
    ]);
    expect(eventMarks([{ ...late, at: '2026-03-03T08:00:00.000Z' }], bars, 300_000)).toEqual([]);
  });
});

describe('a preset', () => {
  const NOW_MS = Date.parse('2026-03-02T09:30:00Z');

  it.each(MARKET_PRESETS)('has events that the contract accepts, and describes all of them: $label', (preset) => {
    const bodies = presetBodies(preset, '', NOW_MS);
    expect(bodies.flatMap((body) => createMarketEvent.safeParse(body).error ?? [])).toEqual([]);
    const described = describePreset(preset);
    for (const body of bodies) {
      const effect = 'factor' in body ? `${body.factor}×` : formatMarketEvent(body);
      expect(described).toContain(effect);
    }
  });

  it('like March 2020 falls by its beta, and lasts a week from its beginning', () => {
    const [march] = MARKET_PRESETS;
    if (march === undefined) throw new Error('There is no preset.');
    expect(describePreset(march)).toBe(
      'All instruments: 3× their usual moves for 7 days, 2× the usual volume for 7 days, ' +
        '\u22127.00\u202f% × beta at once, \u22122.40\u202f% × beta per trading day for 7 days.',
    );
    expect(presetBodies(march, '2026-03-09 08:00', NOW_MS).at(-1)).toEqual({
      kind: 'trend',
      instruments: 'all',
      by_beta: true,
      rate_per_day: -0.024,
      from: '2026-03-09T08:00:00Z',
      until: '2026-03-16T08:00:00Z',
    });
  });
});
