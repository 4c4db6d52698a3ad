import { describe, expect, it } from 'vitest';
import { createDepthLadder, type LadderPlace } from '../../../src-server/market/exchange/depth-ladder.ts';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { fc } from '../../support/draws.ts';
import { makeMarket } from '../market-fixture.ts';
import { changedFacts, NOON, SAP } from './exchange-fixture.ts';

const { data, prices } = makeMarket(42);
const ticks = createTickTable(data.tickSizes);
const DEFAULT = () => 1;
const ladder = createDepthLadder(42, data, DEFAULT);
const ASKS: LadderPlace = { isin: SAP, mic: 'XETR', side: 'buy' };
const BIDS: LadderPlace = { ...ASKS, side: 'sell' };
const LISTINGS = [...data.instruments.values()].flatMap((instrument) =>
  instrument.listings.map((mic) => ({ isin: instrument.isin, mic })),
);

function bandOf({ isin, mic }: Pick<LadderPlace, 'isin' | 'mic'>): number {
  const instrument = data.instruments.get(isin);
  if (instrument === undefined) throw new Error(`the fixtures have no ${isin}`);
  return listingLiquidity(data, instrument, mic).band;
}

const pricesOf = (place: LadderPlace, touchMicro: number) =>
  ladder(place, touchMicro, NOON).map(({ priceMicro }) => priceMicro);

describe('the depth ladder', () => {
  it('falls or rises level by level to the next price of the tick grid, with a quantity at each', () => {
    const side = fc.constantFrom('buy' as const, 'sell' as const);
    const touch = fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 60_000_000_000 }));
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), side, touch, fc.nat(1e9), (listing, side, touchMicro, ms) => {
        const place = { ...listing, side };
        const band = bandOf(listing);
        const levels = ladder(place, touchMicro, NOON + ms);
        expect(levels.length).toBeLessThanOrEqual(data.simulation.depthLevels);
        let onGrid = side === 'buy' ? ticks.ceilToTick(touchMicro, band) : ticks.floorToTick(touchMicro, band);
        for (const { priceMicro, quantityMicro } of levels) {
          expect(priceMicro).toBe(onGrid);
          expect(priceMicro % ticks.tickMicro(priceMicro, band)).toBe(0);
          expect(quantityMicro).toBeGreaterThan(0);
          expect(Number.isSafeInteger(quantityMicro)).toBe(true);
          // The next price of the grid, whatever range of the table it is in.
          onGrid = side === 'buy' ? ticks.ceilToTick(priceMicro + 1, band) : ticks.floorToTick(priceMicro - 1, band);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes the smaller ticks below a floor of the table and the larger ones above it', () => {
    // SAP is in band 6: ticks of 0.02 from 100 and of 0.01 below.
    expect(pricesOf(BIDS, 100_020_000).slice(0, 4)).toEqual([100_020_000, 100_000_000, 99_990_000, 99_980_000]);
    expect(pricesOf(ASKS, 99_980_000).slice(0, 4)).toEqual([99_980_000, 99_990_000, 100_000_000, 100_020_000]);
  });

  it('ends at one tick: nobody bids zero for a penny share', () => {
    expect(pricesOf(BIDS, 300)).toEqual([300, 200, 100]);
    expect(pricesOf(BIDS, 99)).toEqual([100]);
    expect(pricesOf(BIDS, 1)).toEqual([100]);
    expect(pricesOf(ASKS, 1)).toHaveLength(data.simulation.depthLevels);
  });

  it('begins at the given touch, rounded adversely to the grid', () => {
    const { askMicro, bidMicro } = prices.quote(SAP, 'XETR', NOON);
    expect(pricesOf(ASKS, askMicro)[0]).toBe(askMicro);
    expect(pricesOf(BIDS, bidMicro)[0]).toBe(bidMicro);
    expect(pricesOf(ASKS, 231_510_001)[0]).toBe(231_550_000);
    expect(pricesOf(BIDS, 231_549_999)[0]).toBe(231_500_000);
  });

  it('has its share of a day at the touch, half more with every level, each from half to one and a half times that', () => {
    const { averageDailyVolume = 0 } = data.instruments.get(SAP) ?? {};
    const seconds = 2000;
    const sums = new Array<number>(data.simulation.depthLevels).fill(0);
    for (let second = 0; second < seconds; second += 1) {
      ladder(ASKS, 231_500_000, NOON + second * 1000).forEach(({ quantityMicro }, level) => {
        const usual = averageDailyVolume * data.simulation.depthShare * (1 + level / 2);
        const ratio = quantityMicro / 1_000_000 / usual;
        expect(ratio).toBeGreaterThanOrEqual(0.5);
        expect(ratio).toBeLessThan(1.5);
        sums[level] = (sums[level] ?? 0) + ratio;
      });
    }
    // A uniform ratio from 0.5 to 1.5 has the deviation 1 / sqrt(12): its mean over 2 000 seconds is within 3 x 0.2887
    // / sqrt(2 000) = 0.0194 of 1, and of ten means the worst within four such errors.
    const standardError = 1 / Math.sqrt(12 * seconds);
    for (const sum of sums) expect(Math.abs(sum / seconds - 1)).toBeLessThan(4 * standardError);
  });

  it('is constant within a second, and differs by second, side and seed', () => {
    const second = ladder(ASKS, 231_500_000, NOON);
    expect(ladder(ASKS, 231_500_000, NOON + 999)).toEqual(second);
    expect(createDepthLadder(42, data, DEFAULT)(ASKS, 231_500_000, NOON)).toEqual(second);
    const sizes = (levels: typeof second) => levels.map(({ quantityMicro }) => quantityMicro);
    expect(sizes(ladder(ASKS, 231_500_000, NOON + 1000))).not.toEqual(sizes(second));
    expect(sizes(ladder(BIDS, 231_500_000, NOON))).not.toEqual(sizes(second));
    expect(sizes(createDepthLadder(43, data, DEFAULT)(ASKS, 231_500_000, NOON))).not.toEqual(sizes(second));
  });

  it('has as many levels as the data says', () => {
    for (const depthLevels of [1, 3, 50]) {
      const facts = changedFacts({}, { depthLevels });
      expect(createDepthLadder(42, facts, DEFAULT)(ASKS, 231_500_000, NOON)).toHaveLength(depthLevels);
    }
  });

  it('is refused for an instrument or a venue that does not exist', () => {
    expect(() => ladder({ ...ASKS, isin: 'DE0000000000' }, 1_000_000, NOON)).toThrow(RangeError);
    expect(() => ladder({ ...ASKS, mic: 'XNYS' }, 1_000_000, NOON)).toThrow(RangeError);
  });
});
