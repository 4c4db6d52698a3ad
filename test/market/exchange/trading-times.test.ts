import { describe, expect, it } from 'vitest';
import { NO_FLOW } from '../../../src-server/market/exchange/price-impact.ts';
import { fc } from '../../support/draws.ts';
import { at } from '../market-fixture.ts';
import { NOON } from './exchange-fixture.ts';
import { BUY_SAP, changedMatching, LISTINGS, MARKET, someSlice, sumOf } from './matching-fixture.ts';

const { data, calendars, prices, auctions, matching } = MARKET;

describe('the slices of a day', () => {
  it('follow each other after 80 to 120 % of the interval', () => {
    for (let sliceIndex = 0; sliceIndex < 200; sliceIndex += 1) {
      const next = matching.nextSliceAt({ ...BUY_SAP, sliceIndex }, NOON) ?? Number.NaN;
      expect(next - NOON).toBeGreaterThanOrEqual(4000);
      expect(next - NOON).toBeLessThanOrEqual(6000);
    }
  });

  it('end with continuous trading: nothing follows if the day has no time left', () => {
    expect(matching.nextSliceAt(BUY_SAP, at('2026-03-06T16:29:59Z'))).toBeNull();
    expect(matching.nextSliceAt(BUY_SAP, at('2026-03-06T16:30:00Z'))).toBeNull();
    expect(matching.nextSliceAt(BUY_SAP, at('2026-03-06T16:29:50Z'))).not.toBeNull();
  });

  it('are in the session of the call if it has any', () => {
    let last = 0;
    fc.assert(
      fc.property(someSlice(), fc.integer({ min: 100, max: 600_000 }), ({ order, session, nowMs }, sliceIntervalMs) => {
        const next = changedMatching({ sliceIntervalMs }).matching.nextSliceAt(order, nowMs);
        if (next === null) {
          last += 1;
          expect(session.closeMs - nowMs).toBeLessThanOrEqual(Math.round(1.2 * sliceIntervalMs));
          return;
        }
        expect(next).toBeGreaterThan(nowMs);
        expect(next).toBeLessThan(session.closeMs);
      }),
      { numRuns: 500 },
    );
    expect(last).toBeGreaterThan(0);
  });

  it.each([
    ['over a weekend', '2026-03-06T16:40:00Z', '2026-03-09T08:00:00Z'],
    ['over Easter, into summer time', '2026-04-02T15:40:00Z', '2026-04-07T07:00:00Z'],
    ['in the evening', '2026-03-03T20:00:00Z', '2026-03-04T08:00:00Z'],
    ['before the opening of the same day', '2026-03-04T07:59:59.999Z', '2026-03-04T08:00:00Z'],
    ['at the opening, which is one already', '2026-03-04T08:00:00Z', '2026-03-05T08:00:00Z'],
  ])('begin within one interval of the next opening, %s', (_, question, opening) => {
    for (let order = 0; order < 50; order += 1) {
      const first = matching.firstSliceAfterOpen({ ...BUY_SAP, clientOrderId: `or_${order}/1` }, at(question));
      expect(first).toBeGreaterThanOrEqual(at(opening));
      expect(first).toBeLessThan(at(opening) + 5000);
    }
  });

  it('begin while the exchange is open, at any time of years', () => {
    const time = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), fc.uuid(), fc.nat(1000), time, (listing, id, sliceIndex, nowMs) => {
        const place = { isin: listing.instrument.isin, mic: listing.mic };
        const first = matching.firstSliceAfterOpen({ ...BUY_SAP, ...place, clientOrderId: id, sliceIndex }, nowMs);
        expect(first).toBeGreaterThan(nowMs);
        expect(calendars.get(listing.mic)?.isOpen(first)).toBe(true);
      }),
    );
  });

  it('are refused for a venue that does not exist', () => {
    expect(() => matching.nextSliceAt({ ...BUY_SAP, mic: 'XNYS' }, NOON)).toThrow(RangeError);
    expect(() => matching.firstSliceAfterOpen({ ...BUY_SAP, mic: 'XNYS' }, NOON)).toThrow(RangeError);
  });
});

describe('our part in a closing auction', () => {
  it('is done at one price, in whole steps, no better than the auction itself and never beyond the limit', () => {
    const bps = fc.option(fc.integer({ min: -40, max: 40 }));
    let limited = 0;
    fc.assert(
      fc.property(someSlice(), bps, ({ order, session, flow }, away) => {
        const auctionMicro = auctions.priceMicro(prices, order.isin, order.mic, session);
        const limitPriceMicro = away === null ? null : Math.round(auctionMicro * (1 + away / 10_000));
        const match = matching.matchAuction({ ...order, limitPriceMicro }, flow, session);
        expect(match.touchMicro).toBe(auctionMicro);
        expect(match.midMicro).toBe(prices.midMicro(order.isin, order.mic, session.closeMs));
        expect(match.executions.length).toBeLessThanOrEqual(1);
        const pushed = matching.matchAuction(order, flow, session).executions[0];
        if (pushed === undefined) throw new Error('a market order has a part in every auction');
        expect(pushed.quantityMicro % order.stepMicro).toBe(0);
        expect(pushed.quantityMicro).toBeLessThanOrEqual(order.remainingMicro);
        const sign = order.side === 'buy' ? 1 : -1;
        expect(sign * (pushed.priceMicro - auctionMicro)).toBeGreaterThanOrEqual(0);
        const isAllowed = limitPriceMicro === null || sign * (limitPriceMicro - pushed.priceMicro) >= 0;
        if (!isAllowed) limited += 1;
        expect(match.executions).toEqual(isAllowed ? [pushed] : []);
      }),
      { numRuns: 300 },
    );
    expect(limited).toBeGreaterThan(20);
  });

  it('is our share of the volume of the auction, plus or minus half', () => {
    const session = calendars.get('XETR')?.session('2026-03-02');
    if (session === null || session === undefined) throw new Error('Xetra trades on Mondays');
    const { executions } = matching.matchAuction({ ...BUY_SAP, remainingMicro: 1e13 }, NO_FLOW, session);
    // 1 900 000 shares x 0.2 x participation 0.15 = 57 000, times 0.5 to 1.5
    expect(sumOf(executions)).toBeGreaterThanOrEqual(28_500e6);
    expect(sumOf(executions)).toBeLessThanOrEqual(85_500e6);
    expect(data.simulation.auctionVolumeShare).toBe(0.2);
  });
});
