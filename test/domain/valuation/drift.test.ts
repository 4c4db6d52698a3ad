import { describe, expect, test } from 'vitest';
import { breachesBand, measureDrift } from '../../../src-server/domain/valuation/drift.ts';
import { valuePortfolio } from '../../../src-server/domain/valuation/valuation.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const view = makeView([
  makeInstrument('AA', [makeListing('XETR', 100), makeListing('XPAR', 100)]),
  makeInstrument('BB', [makeListing('XETR', 50)]),
  makeInstrument('CC', [makeListing('XLON', 8.62, { currency: 'GBP' })]),
]);

/** 300 × 100 and 100 × 100 of AA = 40 000, 400 × 50 of BB = 20 000, 1 000 × 8.62 GBP of CC = 10 000, cash 30 000. */
const valuation = valuePortfolio(
  {
    currency: 'EUR',
    cashMinor: 3_000_000,
    positions: [
      { isin: 'CC', mic: 'XLON', quantityMicro: 1_000_000_000 },
      { isin: 'AA', mic: 'XETR', quantityMicro: 300_000_000 },
      { isin: 'AA', mic: 'XPAR', quantityMicro: 100_000_000 },
      { isin: 'BB', mic: 'XETR', quantityMicro: 400_000_000 },
    ],
  },
  view,
);

describe('a valuation', () => {
  test('adds positions at mid in base currency and cash', () => {
    expect(valuation.totalMinor).toBe(1_000_000 + 3_000_000 + 1_000_000 + 2_000_000 + 3_000_000);
    expect(valuation.positions.map((position) => position.weight)).toEqual([0.1, 0.3, 0.1, 0.2]);
    expect(valuation.positions[0]).toMatchObject({
      currency: 'GBP',
      priceBaseMicro: 10_000_000,
      valueMinor: 1_000_000,
    });
  });

  test('of nothing has weights of 0 instead of dividing by it', () => {
    const positions = [{ isin: 'AA', mic: 'XETR', quantityMicro: 0 }];
    const empty = valuePortfolio({ currency: 'EUR', cashMinor: 0, positions }, view);
    expect(empty.positions[0]?.weight).toBe(0);
    expect(measureDrift(empty, [{ isin: 'AA', weight: 1 }]).maxDrift).toBe(1);
  });
});

describe('a drift snapshot', () => {
  const snapshot = measureDrift(valuation, [
    { isin: 'DD', weight: 0.05 },
    { isin: 'BB', weight: 0.25 },
    { isin: 'AA', weight: 0.35 },
  ]);

  test('has a row per ISIN held or targeted, sorted, with clean decimals', () => {
    expect(snapshot.positions).toEqual([
      { isin: 'AA', currentWeight: 0.4, targetWeight: 0.35, drift: 0.05, relativeDrift: 0.1428571429 },
      { isin: 'BB', currentWeight: 0.2, targetWeight: 0.25, drift: -0.05, relativeDrift: -0.2 },
      { isin: 'CC', currentWeight: 0.1, targetWeight: 0, drift: 0.1, relativeDrift: null },
      { isin: 'DD', currentWeight: 0, targetWeight: 0.05, drift: -0.05, relativeDrift: -1 },
    ]);
  });

  test('has the rest of the targets as its cash target: 1 − 0.65 = 0.35 against 0.30 held', () => {
    expect(snapshot.cash).toEqual({ weight: 0.3, targetWeight: 0.35, drift: -0.05 });
  });

  test('sums with cash as a row: ½ (0.05 + 0.05 + 0.10 + 0.05 + 0.05) = 0.15', () => {
    expect(snapshot).toMatchObject({ maxDrift: 0.1, portfolioDrift: 0.15, totalMinor: 10_000_000 });
  });

  test.each([
    ['absolute: 0.10 is strictly above 0.09', 0.09, 'absolute', 'any_position', true, 'CC', 0.1],
    ['absolute: 0.10 is not strictly above 0.10', 0.1, 'absolute', 'any_position', false, 'CC', 0.1],
    ['relative: |−0.05| / 0.05 = 1 is above 0.20', 0.2, 'relative', 'any_position', true, 'DD', 1],
    ['portfolio: 0.15 is above 0.14', 0.14, 'absolute', 'portfolio', true, null, 0.15],
    ['portfolio: 0.15 is not strictly above 0.15', 0.15, 'relative', 'portfolio', false, null, 0.15],
  ] as const)('%s', (_title, threshold, bandType, trigger, breached, isin, drift) => {
    expect(breachesBand(snapshot, { threshold, bandType, trigger })).toEqual({ breached, largest: { isin, drift } });
  });
});

describe('the bands', () => {
  test('a relative band measures a position without target by its weight: 0.10 > 0.09, not > 0.10', () => {
    const snapshot = measureDrift(valuation, [
      { isin: 'AA', weight: 0.4 },
      { isin: 'BB', weight: 0.2 },
    ]);
    const breached = (threshold: number) =>
      breachesBand(snapshot, { threshold, bandType: 'relative', trigger: 'any_position' }).breached;
    expect([breached(0.09), breached(0.1)]).toEqual([true, false]);
  });

  test('cash alone never triggers any_position, but the portfolio trigger counts it', () => {
    const allCash = valuePortfolio({ currency: 'EUR', cashMinor: 100_000, positions: [] }, view);
    const snapshot = measureDrift(allCash, []);
    expect(snapshot.cash.drift).toBe(0);
    const idle = measureDrift(valuation, [
      { isin: 'AA', weight: 0.42 },
      { isin: 'BB', weight: 0.22 },
      { isin: 'CC', weight: 0.12 },
    ]);
    expect(idle.cash.drift).toBe(0.06);
    const band = { threshold: 0.05, bandType: 'absolute' } as const;
    expect(breachesBand(idle, { ...band, trigger: 'any_position' }).breached).toBe(false);
    expect(breachesBand(idle, { ...band, trigger: 'portfolio' }).breached).toBe(true);
  });

  test('0.55 against 0.50 is a drift of exactly 0.05 and not strictly above 0.05', () => {
    const even = valuePortfolio(
      { currency: 'EUR', cashMinor: 450_000, positions: [{ isin: 'AA', mic: 'XETR', quantityMicro: 55_000_000 }] },
      view,
    );
    const snapshot = measureDrift(even, [{ isin: 'AA', weight: 0.5 }]);
    expect(snapshot.maxDrift).toBe(0.05);
    const band = { threshold: 0.05, bandType: 'absolute', trigger: 'any_position' } as const;
    expect(breachesBand(snapshot, band).breached).toBe(false);
  });

  test('targets above one leave a cash target of 0, not a negative one', () => {
    expect(measureDrift(valuation, [{ isin: 'AA', weight: 1.001 }]).cash.targetWeight).toBe(0);
  });
});
