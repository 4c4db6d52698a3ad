import { describe, expect, test } from 'vitest';
import { splitFxDrift } from '../../../src-server/domain/valuation/fx-drift.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const view = makeView(
  [
    makeInstrument('AA', [makeListing('XETR', 100)]),
    makeInstrument('GG', [makeListing('XLON', 80, { currency: 'GBP' })]),
  ],
  { perEurMicro: { EUR: 1_000_000, GBP: 800_000 } },
);
const targets = [
  { isin: 'AA', weight: 0.5 },
  { isin: 'GG', weight: 0.5 },
];

/** AA: 100 × 100 = 10 000 EUR. GG: 100 × 80 = 8 000 GBP = 10 000 EUR at 0.80, 8 000 EUR at 1.00. Cash 2 000 EUR. */
const valuation = valuePortfolio(
  {
    currency: 'EUR',
    cashMinor: 200_000,
    positions: [
      { isin: 'AA', mic: 'XETR', quantityMicro: 100_000_000 },
      { isin: 'GG', mic: 'XLON', quantityMicro: 100_000_000 },
    ],
  },
  view,
);

describe('the FX overlay (decision G9)', () => {
  const split = splitFxDrift(valuation, targets, view, { GBP: 1_000_000 });

  test('computes the local part at reference rates: AA 10/20, GG 8/20, cash 2/20', () => {
    expect(split.local.positions.map((row) => row.currentWeight)).toEqual([0.5, 0.4]);
    expect(split.local.totalMinor).toBe(2_000_000);
  });

  test('attributes the rest to FX, row by row: 10/22 − 10/20 and 10/22 − 8/20', () => {
    expect(split.positions).toEqual([
      { isin: 'AA', drift: -0.0454545455, localDrift: 0, fxDrift: -0.0454545455 },
      { isin: 'GG', drift: -0.0454545455, localDrift: -0.1, fxDrift: 0.0545454545 },
    ]);
  });

  test('reports by currency with cash under the base currency: EUR 12/22 − 12/20, GBP 10/22 − 8/20', () => {
    expect(split.currencies).toEqual([
      { currency: 'EUR', weight: 0.5454545455, fxDrift: -0.0545454545 },
      { currency: 'GBP', weight: 0.4545454545, fxDrift: 0.0545454545 },
    ]);
  });

  test('finds no FX drift if rates have not moved or no reference is known', () => {
    for (const reference of [view.perEurMicro, {}]) {
      const still = splitFxDrift(valuation, targets, view, reference);
      expect(still.positions.map((row) => row.fxDrift)).toEqual([0, 0]);
      expect(still.currencies.map((row) => row.fxDrift)).toEqual([0, 0]);
    }
  });
});
