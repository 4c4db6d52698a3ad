import { describe, expect, it } from 'vitest';
import { addToFlow, decayedFlow, impactShare, NO_FLOW } from '../../../src-server/market/exchange/price-impact.ts';
import { fc } from '../../support/draws.ts';
import { makeMarket } from '../market-fixture.ts';
import { changedFacts, NOON, SAP } from './exchange-fixture.ts';

const { data, prices } = makeMarket(42);
const XETRA = { isin: SAP, mic: 'XETR' };
const HALF_LIFE_MS = 1_200_000;
const flowOf = (netMicro: number, asOfMs = NOON) => ({ netMicro, asOfMs });
const impact = (side: 'buy' | 'sell', netMicro: number) => impactShare(data, prices, XETRA, side, flowOf(netMicro));

describe('the impact of our own trading', () => {
  it('follows the square-root law', () => {
    // A tenth of the 1 900 000 shares of a day: 0.7 x 0.27 / sqrt(260) x sqrt(0.1) = 37.07 bps
    const share = 0.7 * (0.27 / Math.sqrt(260)) * Math.sqrt(0.1);
    expect(impact('buy', 190_000_000_000)).toBeCloseTo(share, 12);
    expect(share * 10_000).toBeCloseTo(37.07, 2);
    expect(impact('sell', -190_000_000_000)).toBe(impact('buy', 190_000_000_000));
    // Four times the shares, twice the impact.
    expect(impact('buy', 760_000_000_000)).toBeCloseTo(2 * share, 12);
  });

  it('compares shares with the volume of their own venue', () => {
    const milan = data.instruments.get(SAP)?.listings.find((mic) => mic !== 'XETR') ?? '';
    const { secondaryVolumeShare = 0 } = data.venues.get(milan) ?? {};
    const there = impactShare(data, prices, { isin: SAP, mic: milan }, 'buy', flowOf(1_000_000_000));
    expect(there).toBeCloseTo(impact('buy', 1_000_000_000) / Math.sqrt(secondaryVolumeShare), 12);
  });

  it('is zero for trades on the other side, and if nothing was traded', () => {
    expect(impact('sell', 190_000_000_000)).toBe(0);
    expect(impact('buy', -1)).toBe(0);
    expect(impact('buy', 0)).toBe(0);
    expect(impact('sell', 0)).toBe(0);
  });

  it('is zero with a coefficient of 0', () => {
    const facts = changedFacts({}, { impactCoefficient: 0 });
    expect(impactShare(facts, prices, XETRA, 'buy', flowOf(1e12))).toBe(0);
  });

  it('grows with every share', () => {
    const shares = fc.integer({ min: 1, max: 10 ** 14 });
    fc.assert(
      fc.property(shares, shares, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(impact('buy', less)).toBeLessThanOrEqual(impact('buy', more));
        expect(impact('buy', less)).toBeGreaterThan(0);
      }),
    );
  });

  it('is refused for an instrument or a venue that does not exist', () => {
    expect(() => impactShare(data, prices, { ...XETRA, isin: 'DE0000000000' }, 'buy', flowOf(1))).toThrow(RangeError);
    expect(() => impactShare(data, prices, { ...XETRA, mic: 'XNYS' }, 'buy', flowOf(1))).toThrow(RangeError);
  });
});

describe('the flow of our own trading', () => {
  it('has half its weight after a half-life and a quarter after two, in whole millionths of a share', () => {
    const flow = flowOf(1_000_000_001);
    expect(decayedFlow(flow, HALF_LIFE_MS, NOON + HALF_LIFE_MS)).toEqual(flowOf(500_000_001, NOON + HALF_LIFE_MS));
    expect(decayedFlow(flow, HALF_LIFE_MS, NOON + 2 * HALF_LIFE_MS).netMicro).toBe(250_000_000);
    expect(decayedFlow(flowOf(-8), HALF_LIFE_MS, NOON + HALF_LIFE_MS).netMicro).toBe(-4);
  });

  it('decays to zero, and then weighs nothing on either side', () => {
    // 10^12 millionths are less than half of one after 41 half-lives: 10^12 / 2^41 = 0.45
    for (const netMicro of [1e12, -1e12]) {
      const { netMicro: left } = decayedFlow(flowOf(netMicro), HALF_LIFE_MS, NOON + 41 * HALF_LIFE_MS);
      expect(left === 0).toBe(true);
      expect(impact('buy', left)).toBe(0);
      expect(impact('sell', left)).toBe(0);
    }
  });

  it('does not grow for an instant in the past, and is unchanged at its own instant', () => {
    expect(decayedFlow(flowOf(1_000_000), HALF_LIFE_MS, NOON - HALF_LIFE_MS)).toEqual(flowOf(1_000_000));
    expect(decayedFlow(flowOf(1_000_000), HALF_LIFE_MS, NOON)).toEqual(flowOf(1_000_000));
    expect(decayedFlow(NO_FLOW, HALF_LIFE_MS, NOON)).toEqual(flowOf(0));
  });

  it('adds buys, subtracts sells, and is zero if both are equal', () => {
    expect(addToFlow(flowOf(5), 'buy', 3)).toEqual(flowOf(8));
    expect(addToFlow(flowOf(5), 'sell', 8)).toEqual(flowOf(-3));
    const trades = fc.array(fc.tuple(fc.constantFrom('buy' as const, 'sell' as const), fc.nat(10 ** 12)));
    fc.assert(
      fc.property(trades, (all) => {
        const there = all.reduce((flow, [side, micro]) => addToFlow(flow, side, micro), flowOf(0));
        const bought = all.reduce((sum, [side, micro]) => sum + (side === 'buy' ? micro : -micro), 0);
        expect(there.netMicro).toBe(bought);
        const opposite = { buy: 'sell', sell: 'buy' } as const;
        const back = all.reduce((flow, [side, micro]) => addToFlow(flow, opposite[side], micro), there);
        expect(back).toEqual(flowOf(0));
      }),
    );
  });

  it('decays alike however often it is read, except for the rounding of each read', () => {
    const step = fc.integer({ min: 1, max: 10 * HALF_LIFE_MS });
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), fc.array(step, { maxLength: 20 }), (net, steps) => {
        const ends = steps.map((_, index) => NOON + steps.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0));
        const looked = ends.reduce((flow, nowMs) => decayedFlow(flow, HALF_LIFE_MS, nowMs), flowOf(net));
        const once = decayedFlow(flowOf(net), HALF_LIFE_MS, ends.at(-1) ?? NOON);
        // Each read rounds by at most half a millionth, which only shrinks afterwards; one more read is `once` itself.
        expect(Math.abs(looked.netMicro - once.netMicro)).toBeLessThanOrEqual((steps.length + 1) / 2);
        expect(Math.abs(looked.netMicro)).toBeLessThanOrEqual(Math.abs(net));
      }),
    );
  });
});
