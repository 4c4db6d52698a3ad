import { describe, expect, it } from 'vitest';
import { acrossSeeds, BAR, correlationIsOffBy, DAY_SPANS, logReturns } from './price-samples.ts';

const listings = {
  sap: { isin: 'DE0007164600', mic: 'XETR' },
  sapInParis: { isin: 'DE0007164600', mic: 'XPAR' },
  asml: { isin: 'NL0010273215', mic: 'XAMS' },
  allianz: { isin: 'DE0008404005', mic: 'XETR' },
  bonds: { isin: 'IE00B4WXJJ64', mic: 'XETR' },
  money: { isin: 'LU0290358497', mic: 'XETR' },
  moneyInMilan: { isin: 'LU0290358497', mic: 'XMIL' },
  world: { isin: 'IE00B4L5Y983', mic: 'XETR' },
  worldInAmsterdam: { isin: 'IE00B4L5Y983', mic: 'XAMS' },
} as const;

type Name = keyof typeof listings;

/**
 * Volatility of the market: 0.14 a year. The sector has 40 % of the variance that the market leaves of an instrument's.
 */
const MARKET_VARIANCE = 0.14 ** 2;

/** Variances of the basis at both ends of a return, which no two listings share. */
const BASIS_ENDS = 2 * 0.00015 ** 2;
const MONEY_BASIS_ENDS = 2 * 0.00007 ** 2;

describe('daily returns over two thousand seeds', () => {
  const isins = Object.values(listings).map(({ isin }) => isin);
  const samples = acrossSeeds(isins, (prices) =>
    Object.fromEntries(Object.entries(listings).map(([name, of]) => [name, logReturns(prices, of, DAY_SPANS)])),
  );
  const returns = (name: Name) => samples.flatMap((sample) => sample[name] ?? []);
  const isOffBy = (one: Name, other: Name, expected: number) =>
    correlationIsOffBy(returns(one), returns(other), expected);

  /** Correlation of two returns that share a yearly covariance, from their volatilities and the bases at their ends. */
  function correlationOf(sharedVariance: number, volatilities: readonly [number, number], basisEnds = BASIS_ENDS) {
    const [one, other] = volatilities.map((volatility) => volatility ** 2 / 260 + basisEnds) as [number, number];
    return sharedVariance / 260 / Math.sqrt(one * other);
  }

  it('of two shares in different sectors correlate through the market alone', () => {
    // Betas 1.1 and 0.95: 1.1 x 0.95 x 0.14^2 / (0.27 x 0.20) = 0.379.
    const expected = correlationOf(1.1 * 0.95 * MARKET_VARIANCE, [0.27, 0.2]);
    expect(expected).toBeCloseTo(0.379, 3);
    expect(isOffBy('sap', 'allianz', expected)).toBeLessThan(BAR);
  });

  it('of two shares in one sector correlate through market and sector, across venues', () => {
    // The market leaves 0.27^2 - (1.1 x 0.14)^2 = 0.049184 and 0.34^2 - (1.4 x 0.14)^2 = 0.077184, so together
    // 1.1 x 1.4 x 0.14^2 + 0.4 sqrt(0.049184 x 0.077184) = 0.054829, over 0.27 x 0.34: 0.597.
    const shared = 1.1 * 1.4 * MARKET_VARIANCE + 0.4 * Math.sqrt(0.049184 * 0.077184);
    const expected = correlationOf(shared, [0.27, 0.34]);
    expect(expected).toBeCloseTo(0.597, 3);
    expect(isOffBy('sap', 'asml', expected)).toBeLessThan(BAR);
  });

  it('of a share and a bond fund have a negative correlation, by the negative beta of bonds', () => {
    // 1.1 x -0.05 x 0.14^2 / (0.27 x 0.055) = -0.0726, and a little less for the basis of the bond fund.
    const expected = correlationOf(1.1 * -0.05 * MARKET_VARIANCE, [0.27, 0.055]);
    expect(isOffBy('sap', 'bonds', expected)).toBeLessThan(BAR);
  });

  it('of a share and a money market fund, whose beta is zero, are uncorrelated', () => {
    expect(isOffBy('sap', 'money', 0)).toBeLessThan(BAR);
  });

  it('of one day are uncorrelated with those of another day', () => {
    const on = (day: number) => samples.map((sample) => sample.sap?.[day] ?? Number.NaN);
    expect(correlationIsOffBy(on(0), on(1), 0)).toBeLessThan(BAR);
    expect(correlationIsOffBy(on(0), on(4), 0)).toBeLessThan(BAR);
  });

  it('of a share at two venues are the same except for the basis of each', () => {
    // 1 - r = 0.000000045 / (0.27^2 / 260 + 0.000000045) = 0.00016; the error of r is as small, 2 (1 - r) / sqrt(n).
    const expected = correlationOf(0.27 ** 2, [0.27, 0.27]);
    expect(1 - expected).toBeCloseTo(0.00016, 6);
    expect(isOffBy('sap', 'sapInParis', expected)).toBeLessThan(BAR);
  });

  it('of a converted fund at two venues share the exchange rate too', () => {
    const volatility = Math.hypot(0.15, 0.075);
    const expected = correlationOf(volatility ** 2, [volatility, volatility]);
    expect(isOffBy('world', 'worldInAmsterdam', expected)).toBeLessThan(BAR);
  });

  it('of a money market fund at two venues differ by a basis that is capped by its spread', () => {
    // 0.004^2 / 260 = 6.15e-8 shared, 2 x 0.00007^2 = 0.98e-8 not: 0.863.
    const expected = correlationOf(0.004 ** 2, [0.004, 0.004], MONEY_BASIS_ENDS);
    expect(expected).toBeCloseTo(0.863, 3);
    expect(isOffBy('money', 'moneyInMilan', expected)).toBeLessThan(BAR);
  });
});
