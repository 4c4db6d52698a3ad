import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listingLiquidity } from '../../src-server/market/liquidity.ts';
import { createVenueMatching, type SliceRequest } from '../../src-server/market/matching.ts';
import { createTickTable } from '../../src-server/market/tick-size.ts';
import { at, makeMarket } from './market-fixture.ts';

const { data, calendars, prices, matching } = makeMarket(42);
const LISTINGS = [...data.instruments.values()].flatMap((instrument) =>
  instrument.listings.map((mic) => ({ instrument, mic })),
);
const NOON = at('2026-03-02T11:00:00Z');

const BUY_SAP: SliceRequest = {
  orderId: 'or_example',
  isin: 'DE0007164600',
  mic: 'XETR',
  side: 'buy',
  sliceIndex: 0,
  filledMicro: 0,
  remainingMicro: 300_000_000,
  limitPriceMicro: null,
  stepMicro: 1_000_000,
};

describe('a fill', () => {
  it('never exceeds what remains, is whole steps on the tick grid, and is never better than the touch', () => {
    const ticks = createTickTable(data.tickSizes);
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), slices(), ({ instrument, mic }, slice) => {
        const request = { ...slice.request, isin: instrument.isin, mic };
        const fill = matching.matchSlice(request, slice.time);
        if (fill === null) {
          expect(calendars.get(mic)?.isOpen(slice.time)).toBe(false);
          return;
        }
        const { band } = listingLiquidity(data, instrument, mic);
        expect(fill.quantityMicro).toBeGreaterThan(0);
        expect(fill.quantityMicro).toBeLessThanOrEqual(request.remainingMicro);
        expect(fill.quantityMicro % request.stepMicro).toBe(0);
        expect(fill.priceMicro % ticks.tickMicro(fill.priceMicro, band)).toBe(0);
        const { bidMicro, askMicro, midMicro } = prices.quote(instrument.isin, mic, slice.time);
        expect(fill.midMicro).toBe(midMicro);
        expect(fill.touchMicro).toBe(request.side === 'buy' ? askMicro : bidMicro);
        const worseBy = request.side === 'buy' ? fill.priceMicro - askMicro : bidMicro - fill.priceMicro;
        expect(worseBy).toBeGreaterThanOrEqual(0);
        expect(matching.matchSlice(request, slice.time)).toEqual(fill);
      }),
      { numRuns: 500 },
    );
  });

  it('happens exactly when the limit allows the price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTINGS),
        slices(),
        fc.integer({ min: -500, max: 500 }),
        (listing, slice, bps) => {
          const request = { ...slice.request, isin: listing.instrument.isin, mic: listing.mic };
          const atMarket = matching.matchSlice(request, slice.time);
          if (atMarket === null) return;
          const limitPriceMicro = Math.round(atMarket.midMicro * (1 + bps / 10_000));
          const limited = matching.matchSlice({ ...request, limitPriceMicro }, slice.time);
          const allowed =
            request.side === 'buy' ? atMarket.priceMicro <= limitPriceMicro : atMarket.priceMicro >= limitPriceMicro;
          expect(limited).toEqual(allowed ? atMarket : null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes its share of the volume of the slice, give or take half', () => {
    const fill = matching.matchSlice({ ...BUY_SAP, remainingMicro: 1e12 }, NOON);
    // At 12:00 the density is 0.6 + 1.2 x (2 x 3 h / 8.5 h - 1)^2 = 0.704; 1 900 000 shares x 5 s / 30 600 s x 0.704
    // x participation 0.15 = 32.8 shares, times 0.5 to 1.5
    expect(fill?.quantityMicro).toBeGreaterThanOrEqual(16_000_000);
    expect(fill?.quantityMicro).toBeLessThanOrEqual(50_000_000);
  });

  it('takes at least one step of a thin listing, and all of a remainder smaller than a step', () => {
    const hermes = {
      ...BUY_SAP,
      isin: 'FR0000052292',
      mic: 'XPAR',
      stepMicro: 100_000_000,
      remainingMicro: 500_000_000,
    };
    expect(matching.matchSlice(hermes, NOON)?.quantityMicro).toBe(100_000_000);
    expect(matching.matchSlice({ ...hermes, remainingMicro: 7 }, NOON)?.quantityMicro).toBe(7);
  });

  it('costs square-root impact of all the order has taken, rounded up to the tick for a buy', () => {
    const filledMicro = 190_000_000_000 - 1_000_000;
    const fill = matching.matchSlice({ ...BUY_SAP, filledMicro, remainingMicro: 1_000_000 }, NOON);
    // a tenth of the daily volume: 0.7 x 0.27 / sqrt(260) x sqrt(0.1) = 37.07 bps above the ask, ticks of 0.05
    const exact = (fill?.touchMicro ?? 0) * (1 + 0.7 * (0.27 / Math.sqrt(260)) * Math.sqrt(0.1));
    expect(fill?.priceMicro).toBe(Math.ceil(exact / 50_000) * 50_000);
  });

  it('does not happen while the venue is closed or nothing is left', () => {
    expect(matching.matchSlice(BUY_SAP, at('2026-03-02T16:30:00Z'))).toBeNull();
    expect(matching.matchSlice({ ...BUY_SAP, remainingMicro: 0 }, NOON)).toBeNull();
  });
});

describe('the times of a venue', () => {
  it('put the next slice about one interval on while it is open', () => {
    const next = matching.nextSliceAt('XETR', 'or_example', 0, NOON);
    expect(next - NOON).toBeGreaterThanOrEqual(4000);
    expect(next - NOON).toBeLessThanOrEqual(6000);
  });

  it('put the next slice after the next opening once it has closed, over the weekend too', () => {
    const friday = at('2026-03-06T16:29:59Z');
    const monday = at('2026-03-09T08:00:00Z');
    const next = matching.nextSliceAt('XETR', 'or_example', 3, friday);
    expect(next).toBeGreaterThanOrEqual(monday);
    expect(next).toBeLessThan(monday + 5000);
  });

  it('are always later than the question, with the venue open', () => {
    const time = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...calendars.keys()), fc.uuid(), fc.nat(1000), time, (mic, orderId, slice, now) => {
        const next = matching.nextSliceAt(mic, orderId, slice, now);
        expect(next).toBeGreaterThan(now);
        expect(calendars.get(mic)?.isOpen(next)).toBe(true);
      }),
    );
  });

  it('keep messages within the latencies of the venue, the same for the same order and seed', () => {
    const again = createVenueMatching(42, data, calendars, prices);
    const { submitLatency, reportLatency } = data.venues.get('XOSL') ?? {};
    const seen = new Set<number>();
    for (let order = 0; order < 300; order += 1) {
      const submitMs = matching.submitLatencyMs('XOSL', `or_${order}`);
      const reportMs = matching.reportLatencyMs('XOSL', `or_${order}`, 2);
      seen.add(submitMs);
      expect(again.submitLatencyMs('XOSL', `or_${order}`)).toBe(submitMs);
      expect(submitMs).toBeGreaterThanOrEqual(submitLatency?.minMs ?? Number.NaN);
      expect(submitMs).toBeLessThanOrEqual(submitLatency?.maxMs ?? Number.NaN);
      expect(reportMs).toBeGreaterThanOrEqual(reportLatency?.minMs ?? Number.NaN);
      expect(reportMs).toBeLessThanOrEqual(reportLatency?.maxMs ?? Number.NaN);
    }
    // 18 to 42 ms inclusive
    expect(seen.size).toBe(25);
  });

  it('are refused for a venue that does not exist', () => {
    expect(() => matching.submitLatencyMs('XNYS', 'or_1')).toThrow(RangeError);
    expect(() => matching.nextSliceAt('XNYS', 'or_1', 0, NOON)).toThrow(RangeError);
  });
});

function slices() {
  return fc
    .record({
      orderId: fc.uuid(),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      sliceIndex: fc.nat(500),
      stepMicro: fc.constantFrom(1, 100, 10_000, 1_000_000),
      filledSteps: fc.nat(100_000),
      remainingSteps: fc.integer({ min: 1, max: 100_000 }),
      time: fc.integer({ min: at('2026-03-02T08:00:00Z'), max: at('2026-03-06T16:30:00Z') }),
    })
    .map(({ time, filledSteps, remainingSteps, ...rest }) => ({
      time,
      request: {
        ...rest,
        limitPriceMicro: null,
        filledMicro: filledSteps * rest.stepMicro,
        remainingMicro: remainingSteps * rest.stepMicro,
      },
    }));
}
