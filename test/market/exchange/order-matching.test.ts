import { describe, expect, it } from 'vitest';
import { NO_FLOW } from '../../../src-server/market/exchange/price-impact.ts';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { fc } from '../../support/draws.ts';
import { NOON } from './exchange-fixture.ts';
import { BUY_SAP, changedMatching, MARKET, someSlice, sumOf } from './matching-fixture.ts';

const { data, prices, matching } = MARKET;
const ticks = createTickTable(data.tickSizes);
/** One in which a slice wants the volume of ten minutes: more than ten levels have. */
const GREEDY = { participation: 1, sliceIntervalMs: 600_000 };

describe('a slice', () => {
  it('never takes more than what remains, in whole steps on the tick grid, never better than the touch', () => {
    fc.assert(
      fc.property(someSlice(), ({ listing, order, nowMs, flow }) => {
        const match = matching.matchSlice(order, flow, nowMs);
        const { bidMicro, askMicro, midMicro } = prices.quote(order.isin, order.mic, nowMs);
        expect(match.midMicro).toBe(midMicro);
        expect(match.touchMicro).toBe(order.side === 'buy' ? askMicro : bidMicro);
        expect(match.executions.length).toBeGreaterThan(0);
        expect(sumOf(match.executions)).toBeLessThanOrEqual(order.remainingMicro);
        const { band } = listingLiquidity(data, listing.instrument, order.mic);
        let bestMicro = match.touchMicro;
        for (const { priceMicro, quantityMicro } of match.executions) {
          expect(quantityMicro).toBeGreaterThan(0);
          expect(quantityMicro % order.stepMicro).toBe(0);
          expect(priceMicro % ticks.tickMicro(priceMicro, band)).toBe(0);
          expect(order.side === 'buy' ? priceMicro - bestMicro : bestMicro - priceMicro).toBeGreaterThanOrEqual(0);
          bestMicro = priceMicro;
        }
        expect(matching.matchSlice(order, flow, nowMs)).toEqual(match);
      }),
      { numRuns: 500 },
    );
  });

  it('takes exactly those levels that the limit allows', () => {
    const { matching: greedy } = changedMatching(GREEDY);
    let cut = 0;
    fc.assert(
      fc.property(
        someSlice(),
        fc.nat(9),
        fc.integer({ min: -1, max: 1 }),
        ({ order, nowMs, flow }, level, awayMicro) => {
          const atMarket = greedy.matchSlice({ ...order, remainingMicro: 1e13 }, flow, nowMs);
          const nearMicro = atMarket.executions[level % atMarket.executions.length]?.priceMicro ?? 0;
          const limitPriceMicro = nearMicro + awayMicro;
          const limited = greedy.matchSlice({ ...order, remainingMicro: 1e13, limitPriceMicro }, flow, nowMs);
          const isAllowed = (priceMicro: number) =>
            order.side === 'buy' ? priceMicro <= limitPriceMicro : priceMicro >= limitPriceMicro;
          const allowed = atMarket.executions.filter(({ priceMicro }) => isAllowed(priceMicro));
          if (allowed.length > 0 && allowed.length < atMarket.executions.length) cut += 1;
          expect(limited).toEqual({ ...atMarket, executions: allowed });
        },
      ),
      { numRuns: 500 },
    );
    // Limits in the middle of the ladder are the majority.
    expect(cut).toBeGreaterThan(200);
  });

  it('takes its share of the volume since the last one, plus or minus half', () => {
    const { executions } = matching.matchSlice({ ...BUY_SAP, remainingMicro: 1e12 }, NO_FLOW, NOON);
    // At 12:00 the density is 0.6 + 1.2 x (2 x 3 h / 8.5 h - 1)^2 = 0.704; 1 900 000 shares x 5 s / 30 600 s x 0.704
    // x participation 0.15 = 32.8 shares, times 0.5 to 1.5
    expect(sumOf(executions)).toBeGreaterThanOrEqual(16_000_000);
    expect(sumOf(executions)).toBeLessThanOrEqual(50_000_000);
  });

  it('takes at least one step of a thin listing, and all of a remainder smaller than a step', () => {
    const isin = 'FR0000052292';
    const hermes = { ...BUY_SAP, isin, mic: 'XPAR', stepMicro: 100_000_000, remainingMicro: 500_000_000 };
    expect(sumOf(matching.matchSlice(hermes, NO_FLOW, NOON).executions)).toBe(100_000_000);
    expect(sumOf(matching.matchSlice({ ...hermes, remainingMicro: 7 }, NO_FLOW, NOON).executions)).toBe(7);
  });

  it('trades at prices moved by all our recent trading, itself included, rounded up to the tick for a buy', () => {
    const flow = { netMicro: 190_000_000_000 - 1_000_000, asOfMs: NOON };
    const { executions, touchMicro } = matching.matchSlice({ ...BUY_SAP, remainingMicro: 1_000_000 }, flow, NOON);
    // a tenth of the daily volume: 0.7 x 0.27 / sqrt(260) x sqrt(0.1) = 37.07 bps above the ask, ticks of 0.05
    const exact = touchMicro * (1 + 0.7 * (0.27 / Math.sqrt(260)) * Math.sqrt(0.1));
    expect(executions).toEqual([{ priceMicro: Math.ceil(exact / 50_000) * 50_000, quantityMicro: 1_000_000 }]);
    // A sell after a buy finds the touch unchanged.
    const sold = matching.matchSlice({ ...BUY_SAP, side: 'sell', remainingMicro: 1_000_000 }, flow, NOON);
    expect(sold.executions).toEqual([{ priceMicro: sold.touchMicro, quantityMicro: 1_000_000 }]);
  });

  it('is empty if nothing remains', () => {
    expect(matching.matchSlice({ ...BUY_SAP, remainingMicro: 0 }, NO_FLOW, NOON).executions).toEqual([]);
  });

  it('is refused for an instrument or a venue that does not exist', () => {
    expect(() => matching.matchSlice({ ...BUY_SAP, isin: 'DE0000000000' }, NO_FLOW, NOON)).toThrow(RangeError);
    expect(() => matching.matchSlice({ ...BUY_SAP, mic: 'XNYS' }, NO_FLOW, NOON)).toThrow(RangeError);
  });
});

describe('a slice that is larger than the first level', () => {
  const { matching: greedy } = changedMatching(GREEDY);

  it.each(['buy', 'sell'] as const)('walks the ladder for a %s, tick by tick at worse prices', (side) => {
    const { executions } = greedy.matchSlice({ ...BUY_SAP, side, remainingMicro: 1e12 }, NO_FLOW, NOON);
    expect(executions).toHaveLength(10);
    const first = executions[0]?.priceMicro ?? 0;
    const tickMicro = side === 'buy' ? 50_000 : -50_000;
    expect(executions.map(({ priceMicro }) => priceMicro)).toEqual(executions.map((_, n) => first + n * tickMicro));
    // Ten minutes at noon: 1 900 000 shares x 600 s / 30 600 s x about 0.7 = 26 000 shares, half of that at least. The
    // ladder holds 1 900 000 x 0.0002 x (10 + 45 / 2) = 12 350 shares, half more at most: what it lacks is not traded.
    expect(sumOf(executions)).toBeGreaterThan(0.5 * 12_350e6);
    expect(sumOf(executions)).toBeLessThan(1.5 * 12_350e6);
  });

  it('takes a whole level before the next, and of the last one what it still wants', () => {
    const all = greedy.matchSlice({ ...BUY_SAP, remainingMicro: 1e12 }, NO_FLOW, NOON).executions;
    const threeLevels = sumOf(all.slice(0, 3)) + 1_000_000;
    const { executions } = greedy.matchSlice({ ...BUY_SAP, remainingMicro: threeLevels }, NO_FLOW, NOON);
    expect(executions.map(({ quantityMicro }) => quantityMicro)).toEqual([
      ...all.slice(0, 3).map(({ quantityMicro }) => quantityMicro),
      1_000_000,
    ]);
  });

  it('finds a step at every level even if a level has less than one', () => {
    const { matching: shallow } = changedMatching(GREEDY, { depthShare: 1e-9, depthLevels: 4 });
    const { executions } = shallow.matchSlice({ ...BUY_SAP, remainingMicro: 10_000_000 }, NO_FLOW, NOON);
    expect(executions.map(({ quantityMicro }) => quantityMicro)).toEqual([1_000_000, 1_000_000, 1_000_000, 1_000_000]);
  });
});
