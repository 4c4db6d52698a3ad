import { describe, expect, it } from 'vitest';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { makeMarket } from '../market-fixture.ts';

const { data } = makeMarket(1);
const ticks = createTickTable(data.tickSizes);

describe('the RTS 11 tick table', () => {
  it.each([
    [0.05, 1, 0.0005],
    [0.05, 6, 0.0001],
    [0.999999, 3, 0.001],
    [1, 6, 0.0002],
    [4.31, 6, 0.0005],
    [9.99, 6, 0.001],
    [10, 6, 0.002],
    [10, 1, 0.1],
    [54.3, 6, 0.01],
    [231.5, 6, 0.05],
    [561, 5, 0.2],
    [2255, 6, 0.5],
    [60_000, 1, 500],
    [60_000, 6, 10],
  ])('gives a price of %d in band %i a tick of %d', (price, band, tick) => {
    expect(ticks.tickMicro(Math.round(price * 1e6), band)).toBe(Math.round(tick * 1e6));
  });

  it('has every floor on the grids of both ranges it divides, in every band, so rounding never leaves the grid', () => {
    for (const floor of data.tickSizes.floorsMicro.slice(1)) {
      for (let band = 1; band <= 6; band += 1) {
        expect(floor % ticks.tickMicro(floor - 1, band)).toBe(0);
        expect(floor % ticks.tickMicro(floor, band)).toBe(0);
        expect(ticks.ceilToTick(floor - 1, band)).toBe(floor);
        expect(ticks.floorToTick(floor, band)).toBe(floor);
      }
    }
  });

  it('never rounds a price down to zero', () => {
    expect(ticks.floorToTick(1, 6)).toBe(100);
  });

  it('refuses a band that does not exist', () => {
    expect(() => ticks.tickMicro(1_000_000, 0)).toThrow(RangeError);
    expect(() => ticks.tickMicro(1_000_000, 7)).toThrow(RangeError);
  });
});

describe('the liquidity band', () => {
  it.each([
    // 1 900 000 shares x 231.5 EUR / 9 000 EUR per trade = 48 872 trades a day, at least 9 000
    ['DE0007164600', 'XETR', 6],
    // 3 500 000 x 243 NOK / 11.72 NOK per EUR / 9 000 = 8 063 trades a day, at least 2 000
    ['NO0010096985', 'XOSL', 5],
    // ETFs use band 6 whatever they trade
    ['IE00BDBRDM35', 'XETR', 6],
  ])('of %s on %s is %i', (isin, mic, band) => {
    const instrument = data.instruments.get(isin);
    if (instrument === undefined) throw new Error('the fixture lacks it');
    expect(listingLiquidity(data, instrument, mic).band).toBe(band);
  });
});
