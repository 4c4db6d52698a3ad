/** Trades that are cut because others are impossible or forbidden: nothing is cut twice, and nothing said that is untrue. */
import { describe, expect, test } from 'vitest';
import { explainOrder } from '../../../src-server/domain/explain/explain-order.ts';
import { explainPlan } from '../../../src-server/domain/explain/explain-plan.ts';
import { UNCONSTRAINED } from '../../../src-server/domain/plan/constraints.ts';
import type { Plan, PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const SETTINGS = {
  driftThreshold: 0.05,
  bandType: 'absolute',
  rebalanceTrigger: 'any_position',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: false,
} as const;
const COMMISSION = { bps: 1.2, minimumMinor: 200, capMinor: 9900 };
/** AA has no target; BB has too much, and CC too little. */
function inputOf(buyTax: number, changes: Partial<PlanInput> = {}, isConnected = true): PlanInput {
  const taxes = buyTax === 0 ? [] : [{ code: 'T', side: 'buy' as const, rate: buyTax, roundToMinor: 1 }];
  const instruments = ['AA', 'BB', 'CC'].map((isin) => {
    const listing = makeListing('XETR', 150, { commission: COMMISSION, connected: isConnected || isin !== 'BB' });
    return makeInstrument(isin, [listing], { name: isin, taxes });
  });
  return {
    currency: 'EUR',
    cashMinor: 0,
    view: makeView(instruments),
    settings: SETTINGS,
    referencePerEurMicro: {},
    positions: held({ AA: 100, BB: 700, CC: 100 }),
    targets: [
      { isin: 'BB', weight: 0.5 },
      { isin: 'CC', weight: 0.5 },
    ],
    ...changes,
  };
}

function held(quantities: Readonly<Record<string, number>>): PlanInput['positions'] {
  return Object.entries(quantities).map(([isin, quantity]) => ({
    isin,
    mic: 'XETR',
    quantityMicro: Math.round(quantity * 1e6),
  }));
}

function planned(input: PlanInput): Plan {
  const result = planRebalance(input);
  if (result.kind !== 'plan') throw new Error(`no plan: ${result.kind}`);
  return result.plan;
}

describe('an instrument without a target', () => {
  const doNotSell = { ...UNCONSTRAINED, doNotSell: ['BB'] };
  test.each([0, 0.004, 0.01])(
    'is sold whole beside one that must not be sold, at a tax of %d',
    proves('O5.6'),
    (tax) => {
      const [sell] = planned(inputOf(tax, { constraints: doNotSell })).orders;
      expect(sell).toMatchObject({ side: 'sell', isin: 'AA', quantityMicro: 100_000_000 });
    },
  );

  test('is sold to its last millionth', proves('G21'), () => {
    const positions = held({ AA: 100.123456, BB: 700, CC: 100 });
    const [sell] = planned(inputOf(0, { constraints: doNotSell, positions })).orders;
    expect(sell?.quantityMicro).toBe(100_123_456);
  });

  test('is not measured against a target that it lacks', proves('G22'), () => {
    const positions = held({ AA: 80, BB: 920 });
    const settings = { ...SETTINGS, bandType: 'relative' } as const;
    const input = inputOf(0, { positions, settings, targets: [{ isin: 'BB', weight: 1 }] });
    expect(explainPlan(planned(input), input, () => null).summary).toContain(
      'AA is above its target by 8.00 % of the portfolio',
    );
  });
});

test.each([0, 0.004, 0.01])(
  'a buy cut for want of cash spends what its own costs save, at a tax of %d',
  proves('G4'),
  (tax) => {
    const free = planned(inputOf(tax, {}, false));
    const budgeted = planned(inputOf(tax, { settings: { ...SETTINGS, costBudgetBps: 10_000 } }, false));
    expect(free.cashAfterMinor).toBeGreaterThanOrEqual(0);
    expect(free.cashAfterMinor).toBeLessThan(100);
    // A budget that does not bind makes no better plan.
    expect(free.driftAfter.portfolioDrift).toBeLessThan(budgeted.driftAfter.portfolioDrift + 1e-6);
  },
);

test('a sale that is forbidden gets no warning about its exchange', proves('O5.2'), () => {
  const constraints = { ...UNCONSTRAINED, doNotSell: ['BB'] };
  const { warnings } = planned(inputOf(0, { constraints }, false));
  expect(warnings.map(({ code }) => code)).not.toContain('exchange_disconnected');
});

test('an ordinary sell under targets that sum to 1.001 restores its target', proves('G5'), () => {
  const listing = makeListing('XETR', 1.5);
  const view = makeView(['AA', 'BB'].map((isin) => makeInstrument(isin, [listing], { name: isin })));
  const targets = ['AA', 'BB'].map((isin) => ({ isin, weight: 0.5005 }));
  const input = inputOf(0, { view, positions: held({ AA: 120_000, BB: 80_000 }), targets });
  const plan = planned(input);
  const [sell] = plan.orders;
  expect(sell?.reasonCode).toBe('overweight');
  expect(sell && explainOrder(sell, plan, input)).not.toContain('below its target');
});
