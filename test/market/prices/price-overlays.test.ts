/** Jumps, trends and volatility over a price: size, beginning and end, and that the past does not change. */

import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  coverageSubject,
  type InstrumentCoverage,
} from '../../../src-server/domain/identifiers/instrument-coverage.ts';
import { type Overlay, OverlayRegistry } from '../../../src-server/market/prices/overlay-registry.ts';
import { withOverlays } from '../../../src-server/market/prices/price-overlays.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { calendars, prices } = makeMarket(42);
const SAP = 'DE0007164600';
const OPEN = at('2026-03-04T08:00:00Z');
const NOON = at('2026-03-04T11:00:00Z');
const TEN_DAYS_MS = 864_000_000;

describe('a jump', () => {
  const model = overlaid({ kind: 'jump', amount: -0.08, fromMs: NOON });

  it('moves the price by its share from its instant on, and no price before', () => {
    expect(mid(model, NOON - 1)).toBe(mid(prices, NOON - 1));
    // 100 % - 8 % = 92 %
    expect(mid(model, NOON)).toBe(Math.round(mid(prices, NOON) * 0.92));
    expect(mid(model, NOON + TEN_DAYS_MS)).toBe(Math.round(mid(prices, NOON + TEN_DAYS_MS) * 0.92));
  });

  it('moves quotes and trades with it, on the tick grid around the new mid', () => {
    const later = NOON + 3_600_000;
    const quote = model.quote(SAP, 'XETR', later);
    expect(quote).toEqual(prices.quoteAround(SAP, 'XETR', mid(model, later), later));
    const trade = model.lastTrade(SAP, 'XETR', later);
    const { bidMicro, askMicro } = model.quote(SAP, 'XETR', trade.at);
    expect([bidMicro, askMicro]).toContain(trade.priceMicro);
    expect(trade.at).toBe(prices.lastTrade(SAP, 'XETR', later).at);
    expect(model.lastTrade(SAP, 'XETR', NOON)).toEqual(prices.lastTrade(SAP, 'XETR', NOON));
  });

  it('at night shows at the next opening, and does not move a closed listing', () => {
    const night = at('2026-03-04T22:00:00Z');
    const opening = at('2026-03-05T08:00:00Z');
    const nightly = overlaid({ kind: 'jump', amount: 0.5, fromMs: night });
    expect(mid(nightly, night + 1)).toBe(mid(prices, night + 1));
    expect(mid(nightly, opening)).toBe(Math.round(mid(prices, opening) * 1.5));
  });

  it('that is cancelled before its instant never happens; one that happened remains', () => {
    const early = overlaid({ kind: 'jump', amount: 0.5, fromMs: NOON, endedMs: NOON - 1 });
    const late = overlaid({ kind: 'jump', amount: 0.5, fromMs: NOON, endedMs: NOON });
    expect(mid(early, NOON)).toBe(mid(prices, NOON));
    expect(mid(late, NOON)).toBe(Math.round(mid(prices, NOON) * 1.5));
  });

  it('does not affect other instruments', () => {
    expect(model.quote('IE00B4L5Y983', 'XETR', NOON)).toEqual(prices.quote('IE00B4L5Y983', 'XETR', NOON));
  });
});

describe('several jumps', () => {
  it('multiply, and stop at a thousandfold either way', () => {
    const jump = { kind: 'jump', amount: 10, fromMs: NOON } as const;
    // 11 × 11 = 121; 11^4 = 14 641 is beyond 1000
    expect(mid(overlaid(jump, jump), NOON)).toBe(mid(prices, NOON) * 121);
    expect(mid(overlaid(jump, jump, jump, jump), NOON)).toBe(mid(prices, NOON) * 1000);
    const fall = { kind: 'jump', amount: -0.99, fromMs: NOON } as const;
    expect(mid(overlaid(fall, fall), NOON)).toBe(Math.round(mid(prices, NOON) / 1000));
  });
});

describe('a trend', () => {
  // From one Wednesday noon to the next: five trading days at one per cent.
  const until = at('2026-03-11T11:00:00Z');
  const trend = { kind: 'trend', amount: 0.01, fromMs: NOON, untilMs: until } as const;

  it('adds its rate for every trading day, weekends not counted, and what it added remains', () => {
    const model = overlaid(trend);
    expect(ratio(model, NOON)).toBe(1);
    expect(Math.log(ratio(model, at('2026-03-05T11:00:00Z')))).toBeCloseTo(0.01, 8);
    expect(Math.log(ratio(model, until))).toBeCloseTo(0.05, 8);
    expect(Math.log(ratio(model, until + TEN_DAYS_MS))).toBeCloseTo(0.05, 8);
  });

  it('that is ended early retains what it had added by then', () => {
    const endedMs = at('2026-03-05T11:00:00Z');
    const model = overlaid({ ...trend, endedMs });
    expect(mid(model, endedMs)).toBe(mid(overlaid(trend), endedMs));
    expect(Math.log(ratio(model, until))).toBeCloseTo(0.01, 8);
  });
});

describe('volatility', () => {
  const until = at('2026-03-06T16:00:00Z');
  const stormy = overlaid({ kind: 'volatility', amount: 3, fromMs: OPEN, untilMs: until });

  it('scales the idiosyncratic factor in its span, less the mean that the larger variance would add', () => {
    for (const time of [OPEN, NOON, until]) {
      const own = prices.idiosyncraticMove(SAP, OPEN, time);
      // Twice the own move again makes three times; (3² - 1) / 2 = 4 variances
      expect(Math.log(ratio(stormy, time))).toBeCloseTo(2 * own.log - 4 * own.variance, 7);
    }
    expect(prices.idiosyncraticMove(SAP, OPEN, OPEN + 864e5).variance).toBeCloseTo(
      (0.6 * residualVariance()) / 260,
      12,
    );
  });

  it('continues from its last price: nothing jumps at either end, and the displacement remains', () => {
    expect(mid(stormy, OPEN - 1)).toBe(mid(prices, OPEN - 1));
    expect(ratio(stormy, until + 1)).toBeCloseTo(ratio(stormy, until - 1), 5);
    expect(ratio(stormy, until + TEN_DAYS_MS)).toBeCloseTo(ratio(stormy, until), 7);
  });

  it('of factor 1 changes nothing, of factor 0 removes the idiosyncratic factor', () => {
    const same = overlaid({ kind: 'volatility', amount: 1, fromMs: OPEN, untilMs: until });
    expect(mid(same, NOON)).toBe(mid(prices, NOON));
    const silent = overlaid({ kind: 'volatility', amount: 0, fromMs: OPEN, untilMs: until });
    const own = prices.idiosyncraticMove(SAP, OPEN, NOON);
    expect(Math.log(ratio(silent, NOON))).toBeCloseTo(-own.log + own.variance / 2, 7);
  });
});

it('gives in any order the results of a fresh model, at every listing', () => {
  const overlays = [
    { kind: 'jump', amount: -0.08, fromMs: NOON },
    { kind: 'volatility', amount: 3, fromMs: OPEN, untilMs: NOON },
    { kind: 'trend', amount: 0.2, fromMs: OPEN, untilMs: NOON + 1 },
  ] as const;
  const model = overlaid(...overlays);
  const times = fc.array(fc.integer({ min: OPEN - 864e5, max: NOON + 864e5 }), { maxLength: 5 });
  fc.assert(
    fc.property(times, (instants) => {
      for (const time of instants) {
        const fresh = withOverlays(makeMarket(42).prices, calendars, new OverlayRegistry(overlays.map(overlayOf)));
        expect(model.quote(SAP, 'XETR', time)).toEqual(fresh.quote(SAP, 'XETR', time));
      }
    }),
    { numRuns: 10 },
  );
});

describe('an event about many instruments', () => {
  const { data } = makeMarket(42);
  const instruments = [...data.instruments.values()];
  const coverages = fc.oneof(
    fc.constant<InstrumentCoverage>('all'),
    fc.record({ sector: fc.constantFrom(...instruments.map(({ sector }) => sector)) }),
    fc.record({ currency: fc.constantFrom(...instruments.map(({ currency }) => currency)) }),
  );

  it('applies to exactly those that it covers, each by its own amount', proves('O11.1', 'O11.2'), () => {
    const draw = fc.record({
      coverage: coverages,
      byBeta: fc.boolean(),
      amount: fc.double({ min: -0.99, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(draw, ({ coverage, byBeta, amount }) => {
        const many = overlayOf({ kind: 'jump', fromMs: NOON, amount, byBeta, subject: coverageSubject(coverage) }, 0);
        const registry = new OverlayRegistry([many], data.instruments);
        expect(coverageOf(many.subject)).toEqual(coverage);
        for (const instrument of instruments) {
          const isCovered =
            coverage === 'all' ||
            ('sector' in coverage ? coverage.sector === instrument.sector : coverage.currency === instrument.currency);
          const own = byBeta ? Math.max(-0.99, amount * instrument.marketBeta) : amount;
          const expected = isCovered ? [{ ...many, subject: instrument.isin, amount: own }] : [];
          expect(registry.of(instrument.isin)).toEqual(expected);
        }
        expect(registry.of('EUR')).toEqual([]);
      }),
    );
  });

  it('comes in the order in which events were added, and changes with the event that replaces it', () => {
    const one = overlayOf({ kind: 'jump', fromMs: NOON, amount: 0.1 }, 0);
    const all = overlayOf({ kind: 'jump', fromMs: NOON, amount: 0.2, subject: coverageSubject('all') }, 1);
    const volume = overlayOf({ kind: 'volume', fromMs: NOON, amount: 3, subject: coverageSubject('all') }, 2);
    const registry = new OverlayRegistry([one, all, volume], data.instruments);
    expect(registry.of(SAP).map(({ amount }) => amount)).toEqual([0.1, 0.2]);
    expect(registry.volumesOf(SAP).map(({ amount }) => amount)).toEqual([3]);
    registry.put({ ...all, endedMs: NOON });
    registry.put({ ...all, marketEventId: 'me_3', amount: 0.3 });
    expect(registry.of(SAP).map(({ amount, endedMs }) => [amount, endedMs])).toEqual([
      [0.1, null],
      [0.2, NOON],
      [0.3, null],
    ]);
    expect(registry.find('me_1')?.subject).toBe(coverageSubject('all'));
  });
});

type Given = Pick<Overlay, 'kind' | 'amount' | 'fromMs'> & Partial<Overlay>;

function overlayOf(given: Given, index: number): Overlay {
  return { marketEventId: `me_${index}`, subject: SAP, byBeta: false, untilMs: null, endedMs: null, ...given };
}

function overlaid(...given: Given[]) {
  return withOverlays(prices, calendars, new OverlayRegistry(given.map(overlayOf)));
}

function mid(model: typeof prices, time: number): number {
  return model.midMicro(SAP, 'XETR', time);
}

function ratio(model: typeof prices, time: number): number {
  return mid(model, time) / mid(prices, time);
}

/** The part of SAP's annual variance that the market leaves. */
function residualVariance(): number {
  const { data } = makeMarket(42);
  const sap = data.instruments.get(SAP);
  if (sap === undefined) throw new Error('SAP is not in the fixtures');
  return sap.annualVolatility ** 2 - (sap.marketBeta * data.simulation.marketAnnualVolatility) ** 2;
}
