import { describe, expect, it } from 'vitest';
import type { MarketFault } from '../../../src-server/market/faults/fault.ts';
import { withFaultyQuotes } from '../../../src-server/market/faults/faulty-quotes.ts';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { fc } from '../../support/draws.ts';
import { NOON, SAP } from '../exchange/exchange-fixture.ts';
import { makeMarket } from '../market-fixture.ts';
import { openFaults, someFault } from './fault-fixture.ts';

const { data, prices } = makeMarket(42);
const ticks = createTickTable(data.tickSizes);
const LISTINGS = [...data.instruments.values()].flatMap((instrument) =>
  instrument.listings.map((mic) => ({ instrument, isin: instrument.isin, mic })),
);
const someTime = () => fc.integer({ min: NOON, max: NOON + 30 * 86_400_000 });
const quotedWith = (...faults: MarketFault[]) => withFaultyQuotes(prices, data, openFaults(faults).registry);

function tickOf(listing: (typeof LISTINGS)[number], priceMicro: number): number {
  return ticks.tickMicro(priceMicro, listingLiquidity(data, listing.instrument, listing.mic).band);
}

describe('a wide spread', () => {
  it.each([1.5, 10, 100])(
    'of factor %d is wider by it on both sides, on the tick grid, around the same mid',
    (factor) => {
      const model = quotedWith(someFault({ kind: 'wide_spread', amount: factor }));
      fc.assert(
        fc.property(fc.constantFrom(...LISTINGS), someTime(), (listing, instantMs) => {
          const usual = prices.quote(listing.isin, listing.mic, instantMs);
          const { midMicro, bidMicro, askMicro } = model.quote(listing.isin, listing.mic, instantMs);
          expect(midMicro).toBe(usual.midMicro);
          expect(model.midMicro(listing.isin, listing.mic, instantMs)).toBe(usual.midMicro);
          for (const priceMicro of [bidMicro, askMicro]) expect(priceMicro % tickOf(listing, priceMicro)).toBe(0);
          // At least the factor away from the mid and less than a tick more; a millionth for the product itself.
          const [bidAway, defaultBidAway] = [midMicro - bidMicro, usual.midMicro - usual.bidMicro];
          expect(bidAway).toBeGreaterThanOrEqual(defaultBidAway * factor - 1);
          expect(bidAway).toBeLessThan(defaultBidAway * factor + tickOf(listing, bidMicro) + 1);
          const [askAway, defaultAskAway] = [askMicro - midMicro, usual.askMicro - usual.midMicro];
          expect(askAway).toBeGreaterThanOrEqual(defaultAskAway * factor - 1);
          expect(askAway).toBeLessThan(defaultAskAway * factor + tickOf(listing, askMicro) + 1);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('never bids less than one tick, however wide', () => {
    const { bidMicro } = quotedWith(someFault({ kind: 'wide_spread', amount: 1e6 })).quote(SAP, 'XETR', NOON);
    expect(bidMicro).toBe(100);
  });
});

describe('crossed quotes', () => {
  it('have the bid above the ask by their bps of the mid at least, two ticks more at most, around the same mid', () => {
    const bps = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), someTime(), bps, (listing, instantMs, amount) => {
        const model = quotedWith(someFault({ kind: 'crossed_quotes', amount }));
        const { midMicro, bidMicro, askMicro } = model.quote(listing.isin, listing.mic, instantMs);
        expect(midMicro).toBe(prices.midMicro(listing.isin, listing.mic, instantMs));
        for (const priceMicro of [bidMicro, askMicro]) expect(priceMicro % tickOf(listing, priceMicro)).toBe(0);
        const crossedMicro = (midMicro * amount) / 10_000;
        const twoTicks = tickOf(listing, bidMicro) + tickOf(listing, askMicro);
        expect(bidMicro - askMicro).toBeGreaterThanOrEqual(crossedMicro - 1);
        expect(bidMicro - askMicro).toBeLessThan(crossedMicro + twoTicks + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('override a wide spread at the same time', () => {
    const crossed = someFault({ kind: 'crossed_quotes', amount: 100 });
    const both = quotedWith(someFault({ kind: 'wide_spread', amount: 10, faultId: 'ft_2' }), crossed);
    expect(both.quote(SAP, 'XETR', NOON)).toEqual(quotedWith(crossed).quote(SAP, 'XETR', NOON));
  });
});

describe('faulty quotes', () => {
  it('are those of their exchange, instrument and time alone', () => {
    const place = { mic: 'XETR', isin: SAP, fromMs: NOON, untilMs: NOON + 1000 };
    const model = quotedWith(someFault({ kind: 'wide_spread', amount: 10, ...place }));
    const asUsual = (isin: string, mic: string, instantMs: number) =>
      expect(model.quote(isin, mic, instantMs)).toEqual(prices.quote(isin, mic, instantMs));
    asUsual(SAP, 'XETR', NOON - 1);
    asUsual(SAP, 'XETR', NOON + 1000);
    asUsual(SAP, 'XPAR', NOON);
    asUsual('DE0007236101', 'XETR', NOON);
    expect(model.quote(SAP, 'XETR', NOON)).not.toEqual(prices.quote(SAP, 'XETR', NOON));
    expect(model.quote(SAP, 'XETR', NOON + 999)).not.toEqual(prices.quote(SAP, 'XETR', NOON + 999));
  });

  it('end when the fault is ended', () => {
    const fault = someFault({ kind: 'crossed_quotes', amount: 50 });
    const { registry, kernel } = openFaults([fault]);
    const model = withFaultyQuotes(prices, data, registry);
    expect(model.quote(SAP, 'XETR', NOON)).not.toEqual(prices.quote(SAP, 'XETR', NOON));
    kernel.execute(() => registry.put({ ...fault, endedMs: NOON }));
    expect(model.quote(SAP, 'XETR', NOON)).toEqual(prices.quote(SAP, 'XETR', NOON));
  });

  it('are refused like any quote for a listing that does not exist', () => {
    const model = quotedWith(someFault({ kind: 'wide_spread', amount: 10 }));
    expect(() => model.quote(SAP, 'XOSL', NOON)).toThrow(RangeError);
  });
});
