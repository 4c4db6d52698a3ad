import { describe, expect, test } from 'vitest';
import type { Plan, PlanInput, PlanSettings } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const SETTINGS: PlanSettings = {
  driftThreshold: 0.05,
  bandType: 'absolute',
  rebalanceTrigger: 'any_position',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: false,
};

const view = makeView([
  makeInstrument('AA', [makeListing('XETR', 150)], { name: 'Alpha SE' }),
  makeInstrument('BB', [makeListing('XETR', 150)], { name: 'Beta SE' }),
]);
const halves = [
  { isin: 'AA', weight: 0.5 },
  { isin: 'BB', weight: 0.5 },
];

describe('the worked example: 120 and 80 shares at 150 against halves', () => {
  const plan = planOf({ positions: held(['AA', 120], ['BB', 80]), targets: halves });

  test('sells 20 and buys 20, sell first', () => {
    expect(plan.orders.map(({ sequence, side, isin, quantityMicro }) => [sequence, side, isin, quantityMicro])).toEqual(
      [
        [1, 'sell', 'AA', 20_000_000],
        [2, 'buy', 'BB', 20_000_000],
      ],
    );
  });

  test('shows 0.6 and 0.4 going to 0.5, and 20 × 150 = 3 000.00 each', () => {
    expect(plan.orders[0]).toMatchObject({ weightBefore: 0.6, weightTarget: 0.5, weightAfter: 0.5 });
    expect(plan.orders[1]).toMatchObject({ weightBefore: 0.4, estimatedValueMinor: 300_000, mic: 'XETR' });
    expect(plan.driftBefore.portfolioDrift).toBe(0.1);
    expect(plan.driftAfter.portfolioDrift).toBe(0);
    expect(plan.cashAfterMinor).toBe(0);
  });

  test('states the reason', () => {
    expect(plan.orders.map((order) => order.reasonCode)).toEqual(['overweight', 'underweight']);
  });
});

describe('whether there is a plan at all', () => {
  test('a drift of 0.10 is not strictly above a threshold of 0.10', () => {
    const settings = { ...SETTINGS, driftThreshold: 0.1 };
    const result = planRebalance(input({ positions: held(['AA', 120], ['BB', 80]), targets: halves, settings }));
    expect(result).toEqual({
      kind: 'below_threshold',
      largestDrift: 0.1,
      largestIsin: 'AA',
      threshold: 0.1,
      bandType: 'absolute',
      trigger: 'any_position',
    });
  });

  test('a portfolio without value is worthless', () => {
    expect(planRebalance(input({ positions: held(['AA', 0]), targets: halves })).kind).toBe('worthless');
  });

  test('with the FX overlay on, drift that FX alone has caused does not breach the band', () => {
    const fxView = makeView([
      makeInstrument('AA', [makeListing('XETR', 100)]),
      makeInstrument('GG', [makeListing('XLON', 86.2, { currency: 'GBP' })]),
    ]);
    // Level at the reference of 1.00 GBP per EUR with 100 × 86.20 each way; at 0.862 GG is 10 000 of 18 620 EUR.
    const positions = held(['AA', 86.2], ['GG', 100, 'XLON']);
    const targets = [
      { isin: 'AA', weight: 0.5 },
      { isin: 'GG', weight: 0.5 },
    ];
    const changes = { view: fxView, positions, targets, referencePerEurMicro: { GBP: 1_000_000 } };
    const settings = { ...SETTINGS, driftThreshold: 0.03 };
    const overlaid = planRebalance(input({ ...changes, settings: { ...settings, fxOverlay: true } }));
    expect(overlaid).toMatchObject({ kind: 'below_threshold', largestDrift: 0 });
    expect(planOf({ ...changes, settings }).fx).toBeNull();
    const overlay = planOf({
      ...changes,
      settings: { ...SETTINGS, driftThreshold: 0.01, fxOverlay: true },
      cashMinor: 100_000,
    });
    expect(overlay.fx?.map(({ currency }) => currency)).toEqual(['EUR', 'GBP']);
  });
});

describe('orders', () => {
  test('sell a row without target to the last millionth, whatever the precision', () => {
    const plan = planOf({ positions: held(['AA', 10.123456], ['BB', 80]), targets: [{ isin: 'BB', weight: 1 }] });
    expect(plan.orders[0]).toMatchObject({ side: 'sell', quantityMicro: 10_123_456 });
    expect(plan.orders[0]?.reasonCode).toBe('not_in_targets');
  });

  test('are rounded down to the precision: 1 000.00 / 150 = 6.666… shares is 6.66 with two decimals', () => {
    const settings = { ...SETTINGS, fractionalPrecision: 2 };
    const plan = planOf({ cashMinor: 100_000, positions: [], targets: [{ isin: 'AA', weight: 1 }], settings });
    expect(plan.orders[0]?.quantityMicro).toBe(6_660_000);
    expect(plan.cashAfterMinor).toBe(100_000 - 99_900);
  });

  test('pay for themselves: 10 000.00 less a commission of 1 % buys less than 10 000.00 and leaves no debt', () => {
    const listing = makeListing('XETR', 100, { commission: { bps: 100, minimumMinor: 0, capMinor: null } });
    const costly = makeView([makeInstrument('AA', [listing])]);
    const plan = planOf({ view: costly, cashMinor: 1_000_000, positions: [], targets: [{ isin: 'AA', weight: 1 }] });
    // x + 1 % x = 10 000.00 gives x = 9 900.990…, at 100 a share 99.0099 shares.
    expect(plan.orders[0]?.quantityMicro).toBe(99_009_900);
    expect(plan.costs.commissionMinor).toBe(9901);
    expect(plan.costs.totalBps).toBe(99.01);
    expect(plan.cashAfterMinor).toBe(1_000_000 - 990_099 - 9901);
  });

  test('sell at the exchanges that hold the shares, the largest holding first', () => {
    const two = makeView([
      makeInstrument('AA', [makeListing('XETR', 100), makeListing('XPAR', 100)]),
      makeInstrument('BB', [makeListing('XETR', 100)]),
    ]);
    const positions = held(['AA', 20], ['AA', 50, 'XPAR'], ['BB', 30]);
    const targets = [
      { isin: 'AA', weight: 0.1 },
      { isin: 'BB', weight: 0.9 },
    ];
    const plan = planOf({ view: two, positions, targets });
    expect(plan.orders.map(({ side, mic, quantityMicro }) => [side, mic, quantityMicro])).toEqual([
      ['sell', 'XPAR', 50_000_000],
      ['sell', 'XETR', 10_000_000],
      ['buy', 'XETR', 60_000_000],
    ]);
  });

  test('that only pay for the cash target are funding', () => {
    const targets = [
      { isin: 'AA', weight: 0.5 },
      { isin: 'BB', weight: 0.4 },
    ];
    const costly = { commission: { bps: 300, minimumMinor: 0, capMinor: null } };
    const costlyView = makeView([
      makeInstrument('AA', [makeListing('XETR', 150, costly)]),
      makeInstrument('BB', [makeListing('XETR', 150, costly)]),
    ]);
    const plan = planOf({ view: costlyView, positions: held(['AA', 500], ['BB', 500]), targets });
    expect(plan.orders.map((order) => [order.isin, order.reasonCode])).toEqual([
      ['BB', 'overweight'],
      ['AA', 'funding'],
    ]);
  });
});

describe('the venue of a buy', () => {
  const buyAt = (...listings: ReturnType<typeof makeListing>[]) => {
    const instrument = makeInstrument('AA', listings, { primaryMic: 'XPAR' });
    const changes = { view: makeView([instrument]), cashMinor: 1_000_000, positions: [] };
    return planOf({ ...changes, targets: [{ isin: 'AA', weight: 1 }] }).orders[0]?.mic;
  };

  test('is the one with the least cost per unit of value', () => {
    const dear = { commission: { bps: 10, minimumMinor: 0, capMinor: null } };
    const cheap = { commission: { bps: 5, minimumMinor: 0, capMinor: null } };
    expect(buyAt(makeListing('XPAR', 100, dear), makeListing('XETR', 100, cheap))).toBe('XETR');
  });

  test('is the primary exchange on a tie, else the first by MIC', () => {
    expect(buyAt(makeListing('XAMS', 100), makeListing('XPAR', 100))).toBe('XPAR');
    expect(buyAt(makeListing('XETR', 100), makeListing('XAMS', 100))).toBe('XAMS');
  });

  test('is never a disconnected exchange', () => {
    expect(buyAt(makeListing('XPAR', 100, { connected: false }), makeListing('XETR', 100))).toBe('XETR');
  });
});

describe('rows that cannot trade', () => {
  test('are skipped with a warning when no exchange is connected, and the rest is carried out', () => {
    const broken = makeView([
      makeInstrument('AA', [makeListing('XETR', 150)]),
      makeInstrument('BB', [makeListing('XLON', 150, { connected: false })], { name: 'Beta SE' }),
    ]);
    const plan = planOf({ view: broken, positions: held(['AA', 120], ['BB', 80, 'XLON']), targets: halves });
    expect(plan.orders.map((order) => order.isin)).toEqual(['AA']);
    expect(plan.warnings).toEqual([
      {
        code: 'exchange_disconnected',
        message: 'Beta SE (BB) cannot be bought: XLON disconnected or no current price.',
      },
    ]);
  });

  test('are skipped with a warning when the minimum commission eats the trade', () => {
    const minimum = { commission: { bps: 0, minimumMinor: 1000, capMinor: null } };
    const tiny = makeView([
      makeInstrument('AA', [makeListing('XETR', 1, minimum)]),
      makeInstrument('BB', [makeListing('XETR', 1, minimum)]),
    ]);
    const plan = planOf({ view: tiny, positions: held(['AA', 12], ['BB', 8]), targets: halves });
    expect(plan.orders).toEqual([]);
    const why = 'an order for 2.00 EUR would cost 10.00 EUR, more than 10 % of its value.';
    expect(plan.warnings).toEqual([
      { code: 'uneconomic_order', message: `Company AA (AA) is not sold at XETR: ${why}` },
      { code: 'uneconomic_order', message: `Company BB (BB) is not bought at XETR: ${why}` },
    ]);
  });

  test.each([
    // 21.50 less the commission of 2.00 are 19.50, of which 2.00 are 10.26 %.
    ['of 21.50 of cash', 2150, 4, '19.50'],
    // 22.00 less 2.00 are 20.00, of which 2.00 are 10 %; at 150 and two decimals that is 0.13 shares, 19.50.
    ['of 22.00 of cash, two decimals', 2200, 2, '19.50'],
  ])(
    'because of their cost, once it is paid, are skipped with that reason: %s',
    proves('G47'),
    (_what, cashMinor, precision, value) => {
      const minimum = { commission: { bps: 0, minimumMinor: 200, capMinor: null } };
      const dear = makeView([makeInstrument('AA', [makeListing('XETR', 150, minimum)])]);
      const settings = { ...SETTINGS, fractionalPrecision: precision };
      const plan = planOf({ view: dear, cashMinor, positions: [], targets: [{ isin: 'AA', weight: 1 }], settings });
      const why = `an order for ${value} EUR would cost 2.00 EUR, more than 10 % of its value.`;
      expect(plan.orders).toEqual([]);
      expect(plan.warnings).toEqual([
        { code: 'uneconomic_order', message: `Company AA (AA) is not bought at XETR: ${why}` },
      ]);
    },
  );

  test('of less than one whole share say so: 150.00 of cash, a share is 200.00', proves('G23'), () => {
    const whole = makeView([makeInstrument('AA', [makeListing('XETR', 200, { lotMicro: 1_000_000 })])]);
    const plan = planOf({ view: whole, cashMinor: 15_000, positions: [], targets: [{ isin: 'AA', weight: 1 }] });
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      'Company AA (AA) is not bought at XETR: 150.00 EUR is less than the smallest order of 1 share.',
    ]);
  });

  test('worth less than 1.00 are dropped as dust without a warning', () => {
    const plan = planOf({ positions: held(['AA', 0.004], ['BB', 0.001]), targets: halves });
    expect(plan).toMatchObject({ orders: [], warnings: [] });
  });
});

describe('a cost budget (decision G10)', () => {
  const minimum = { commission: { bps: 10, minimumMinor: 500, capMinor: null } };
  const costly = makeView(
    ['AA', 'BB', 'CC', 'DD'].map((isin) => makeInstrument(isin, [makeListing('XETR', 10, minimum)])),
  );
  const targets = ['AA', 'BB', 'CC', 'DD'].map((isin) => ({ isin, weight: 0.25 }));
  const positions = held(['AA', 400], ['BB', 200], ['CC', 300], ['DD', 100]);
  const withBudget = (costBudgetBps: number | null) =>
    planOf({ view: costly, positions, targets, settings: { ...SETTINGS, costBudgetBps } });

  test('changes nothing if the full plan is within it: 4 × 5.00 of 10 000.00 is 20 bps', () => {
    expect(withBudget(20).orders).toEqual(withBudget(null).orders);
    expect(withBudget(20).costs).toMatchObject({ totalMinor: 2000, totalBps: 20, budgetBps: 20 });
  });

  test('of 10 bps affords two orders of 5.00: the large pair AA to DD', () => {
    const plan = withBudget(10);
    expect(plan.orders.map(({ side, isin }) => [side, isin])).toEqual([
      ['sell', 'AA'],
      ['buy', 'DD'],
    ]);
    expect(plan.costs.totalMinor).toBe(1000);
    expect(plan.driftAfter.portfolioDrift).toBeLessThan(0.06);
  });

  test.each([0, 1, 9])('of %d bps affords no useful trade, so there are no orders', (budgetBps) => {
    const plan = withBudget(budgetBps);
    expect(plan.orders).toEqual([]);
    expect(plan.driftAfter).toEqual(plan.driftBefore);
  });
});

function held(...rows: readonly (readonly [string, number, string?])[]) {
  return rows.map(([isin, shares, mic = 'XETR']) => ({ isin, mic, quantityMicro: Math.round(shares * 1e6) }));
}

function input(changes: Partial<PlanInput>): PlanInput {
  const base = { currency: 'EUR', cashMinor: 0, positions: [], targets: [], view, settings: SETTINGS };
  return { ...base, referencePerEurMicro: {}, ...changes };
}

function planOf(changes: Partial<PlanInput>): Plan {
  const result = planRebalance(input(changes));
  if (result.kind !== 'plan') throw new Error(`expected a plan, got ${JSON.stringify(result)}`);
  return result.plan;
}
