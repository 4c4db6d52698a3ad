/**
 * Plans that go back to the edge of the band (decision O6): rows outside go there, the others only as cash requires.
 */
import { describe, expect, test } from 'vitest';
import { type EdgeRow, edgeWeights } from '../../../src-server/domain/plan/band-edge.ts';
import { bandOf, type PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { BAND_5_25, breachesBand, halfWidth, measureDrift } from '../../../src-server/domain/valuation/drift.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { carriedOut } from '../fill-at-mid.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { PLANS_PER_PROPERTY, randomPlanInput } from '../random-portfolios.ts';

const NOISE = 1e-9;

const row = (weight: number, target: number, half = 0.05): EdgeRow => ({
  weight,
  target,
  half,
  isBreached: Math.abs(weight - target) > half,
  least: 0,
  most: Number.POSITIVE_INFINITY,
});

/** Weights that leave something for cash, and targets that do. */
const randomRows = fc
  .array(fc.record({ held: fc.integer({ min: 0, max: 100 }), aim: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      cash: fc.nat(50),
      aimCash: fc.nat(50),
      half: fc.constantFrom(0.01, 0.05, 0.1),
    }),
  )
  .map(({ rows, cash, aimCash, half }) => {
    const held = rows.reduce((sum, each) => sum + each.held, cash) || 1;
    const aims = rows.reduce((sum, each) => sum + each.aim, aimCash) || 1;
    return rows.map((each) => row(each.held / held, each.aim / aims, half));
  });

describe('the weights at the edge of a band', { tags: ['drawn'] }, () => {
  test(
    'are on the edge for rows outside, and other trades pay for those or take their proceeds',
    proves('O6.8'),
    () => {
      const property = fc.property(randomRows, (rows) => {
        const goals = edgeWeights(rows);
        const cashDrift = (weights: readonly number[]) =>
          weights.reduce((sum, weight, index) => sum + (rows[index]?.target ?? 0) - weight, 0);
        const before = cashDrift(rows.map(({ weight }) => weight));
        const after = cashDrift(goals);
        // Cash moves towards its target, and not beyond it.
        expect(after).toBeGreaterThanOrEqual(Math.min(before, 0) - NOISE);
        expect(after).toBeLessThanOrEqual(Math.max(before, 0) + NOISE);
        let funding = 0;
        let beyond = 0;
        rows.forEach(({ weight, target, half, isBreached }, index) => {
          const goal = goals[index] ?? Number.NaN;
          const [drift, left] = [weight - target, goal - target];
          expect(Math.abs(left)).toBeLessThanOrEqual(Math.max(half, isBreached ? 0 : Math.abs(drift)) + NOISE);
          // Nothing crosses its target, and nothing moves away from it.
          expect(left * drift).toBeGreaterThanOrEqual(-NOISE);
          expect(Math.abs(left)).toBeLessThanOrEqual(Math.abs(drift) + NOISE);
          const toEdge = isBreached ? target + Math.sign(drift) * half - weight : 0;
          beyond += toEdge;
          funding += goal - weight - toEdge;
        });
        // Trades other than those to the edges have one direction, and amount to what cash could not cover.
        const needed = before - beyond;
        const [floor, ceiling] = [Math.min(before, 0), Math.max(before, 0)];
        const wanted = needed > ceiling ? needed - ceiling : needed < floor ? needed - floor : 0;
        expect(funding).toBeCloseTo(wanted, 8);
      });
      fc.assert(property, { numRuns: draws(10_000) });
    },
  );
});

describe('weights computed manually', () => {
  test(
    'of one that is above: those below it take its proceeds, each at the same share of its own way',
    proves('O6.8'),
    () => {
      // 8 points above: 3 to the edge. Two are 4 points below; 1.5 points each bring them to 2.5, half of their band.
      const goals = edgeWeights([row(0.38, 0.3), row(0.31, 0.35), row(0.31, 0.35)]);
      expect(goals.map((goal) => Math.round(goal * 1e6) / 1e6)).toEqual([0.35, 0.325, 0.325]);
    },
  );

  test('of one that is below: idle cash pays for it first', proves('O6.8'), () => {
    const goals = edgeWeights([row(0.2, 0.3), row(0.52, 0.5), row(0.2, 0.2)]);
    // Cash is 8 points, its target 0: 5 of them go to the first.
    expect(goals.map((goal) => Math.round(goal * 1e6) / 1e6)).toEqual([0.25, 0.52, 0.2]);
  });

  test('of rows that are not outside do not change', proves('O6.8'), () => {
    const rows = [row(0.34, 0.3), row(0.31, 0.35), row(0.35, 0.35)];
    expect(edgeWeights(rows)).toEqual([0.34, 0.31, 0.35]);
  });
});

describe('a plan to the edge of the band', { tags: ['drawn'] }, () => {
  test(
    'leaves nothing beyond the edge, trades no more than a plan to the targets, and preserves its cash',
    proves('O6.7', 'O6.8'),
    () => {
      const reachable = randomPlanInput({ budgetsBps: [null], unreachable: [null] });
      const property = fc.property(reachable, fc.boolean(), (drawn, is525) => {
        const settings = { ...drawn.settings, fxOverlay: false, rebalanceTrigger: 'any_position' as const };
        const band = is525 ? { driftThreshold: 0.05, bandType: 'absolute' as const, bandTargetShare: 0.25 } : {};
        const input: PlanInput = { ...drawn, settings: { ...settings, ...band } };
        const whole = planRebalance(input);
        const edge = planRebalance({ ...input, settings: { ...input.settings, to: 'band_edge' } });
        fc.pre(whole.kind === 'plan' && edge.kind === 'plan');
        const turnover = (plan: typeof edge.plan) =>
          plan.orders.reduce((sum, { estimatedValueMinor: value }) => sum + value, 0);
        expect(edge.plan.cashAfterMinor).toBeGreaterThanOrEqual(0);
        // Only costs can differ: a plan that trades less has less of them to fund.
        const doubt = whole.plan.costs.totalMinor + edge.plan.costs.totalMinor + 200 * input.positions.length + 200;
        expect(turnover(edge.plan)).toBeLessThanOrEqual(turnover(whole.plan) + doubt);
        for (const { side, isin } of edge.plan.orders) {
          const before = edge.plan.driftBefore.positions.find((each) => each.isin === isin);
          const drift = (before?.currentWeight ?? 0) - (before?.targetWeight ?? 0);
          if (Math.abs(drift) * edge.plan.navMinor > doubt) expect(side).toBe(drift > 0 ? 'sell' : 'buy');
        }
      });
      fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
    },
  );
});

describe('a plan that is filled at mid', { tags: ['drawn'] }, () => {
  /** By the bands of the smallest target: the allowance for a step of the dearest share, half-spreads and impact. */
  const [COARSEST, DEAREST] = [0.05, 0.5];

  test.each([
    ['to the targets', {}],
    ['to the edge of the band', { to: 'band_edge' }],
  ] as const)('leaves nothing to do at the same prices: %s', proves('O6.7'), (_what, to) => {
    const reachable = randomPlanInput({ budgetsBps: [null], unreachable: [null] });
    const property = fc.property(reachable, fc.boolean(), fc.constantFrom(1, 1, 10), (drawn, is525, smaller) => {
      const settings = { ...drawn.settings, fxOverlay: false, rebalanceTrigger: 'any_position' as const, ...to };
      const own = is525 ? { driftThreshold: 0.05, bandType: 'absolute' as const, bandTargetShare: 0.25 } : {};
      const input: PlanInput = {
        ...drawn,
        cashMinor: Math.round(drawn.cashMinor / smaller),
        positions: drawn.positions.map((held) => ({
          ...held,
          quantityMicro: Math.round(held.quantityMicro / smaller),
        })),
        settings: { ...settings, ...own },
      };
      const first = planRebalance(input);
      fc.pre(first.kind === 'plan');
      const { plan } = first;
      // A position that cannot be sold for less than a tenth of its value is not traded, and a warning says so.
      fc.pre(plan.warnings.length === 0 && plan.orders.length > 0);
      const half = Math.min(...input.targets.map(({ weight }) => halfWidth(bandOf(input.settings), weight)), 0.01);
      const stepMinor = 600_00 / 10 ** input.settings.fractionalPrecision;
      fc.pre(stepMinor <= COARSEST * half * plan.navMinor);
      fc.pre(plan.costs.spreadMinor + plan.costs.impactMinor <= DEAREST * 0.01 * plan.navMinor);
      expect(planRebalance({ ...input, ...carriedOut(plan, input) }).kind).toBe('below_threshold');
    });
    fc.assert(property, { numRuns: draws(2000) });
  });
});

test(
  'costs are paid by the row furthest above its target: nothing ends further out than 499.5 of 500 bps',
  proves('O6.7', 'O6.8'),
  () => {
    const minimum = (bps: number) => ({ commission: { bps, minimumMinor: 200, capMinor: null } });
    const view = makeView([
      makeInstrument('DE0008404005', [makeListing('XETR', 100, minimum(0))]),
      makeInstrument('FR0000052292', [makeListing('XPAR', 100, minimum(0))], {
        taxes: [{ code: 'FR_FTT', side: 'buy', rate: 0.004, roundToMinor: 1 }],
      }),
      makeInstrument('IE00BDBRDM35', [makeListing('XETR', 100, minimum(0))]),
    ]);
    const isins = [...view.instruments.keys()];
    const result = planRebalance({
      currency: 'EUR',
      cashMinor: 0,
      view,
      referencePerEurMicro: {},
      positions: [57, 18, 25].map((shares, at) => ({
        isin: isins[at] ?? '',
        mic: at === 1 ? 'XPAR' : 'XETR',
        quantityMicro: shares * 1_000_000,
      })),
      targets: [0.5, 0.25, 0.25].map((weight, at) => ({ isin: isins[at] ?? '', weight })),
      settings: {
        driftThreshold: 0.05,
        bandType: 'absolute',
        rebalanceTrigger: 'any_position',
        to: 'band_edge',
        costBudgetBps: null,
        fractionalPrecision: 4,
        fxOverlay: false,
      },
    });
    const plan = result.kind === 'plan' ? result.plan : null;
    // Of 10 000.00 less 2.00, 2.00 and 0.798 of tax, 20.005 % are 1 999.5401. So 1.9955 shares are bought (199.5401,
    // rounded up) and 199.55 + 4.80 sold for that.
    expect(plan?.orders.map(({ side, isin, estimatedValueMinor }) => [side, isin, estimatedValueMinor])).toEqual([
      ['sell', 'DE0008404005', 20_435],
      ['buy', 'FR0000052292', 19_955],
    ]);
    expect(plan?.costs.totalMinor).toBe(480);
    for (const { drift } of plan?.driftAfter.positions ?? []) expect(Math.abs(drift)).toBeLessThanOrEqual(0.04995);
  },
);

test('a row outside by less than an order goes further inside: a tenth of it is 2.00', proves('O6.7', 'G47'), () => {
  const minimum = { commission: { bps: 0, minimumMinor: 200, capMinor: null } };
  const view = makeView(['AA', 'BB', 'CC'].map((isin) => makeInstrument(isin, [makeListing('XETR', 100, minimum)])));
  const held = (isin: string, shares: number) => ({ isin, mic: 'XETR', quantityMicro: shares * 1_000_000 });
  const input: PlanInput = {
    currency: 'EUR',
    cashMinor: 0,
    view,
    referencePerEurMicro: {},
    // Of 10 000.00, CC is 5.01 points short: 1.05 to the edge. AA and BB are 2.4 and 2.61 points too much.
    positions: [held('AA', 52.4), held('BB', 27.61), held('CC', 19.99)],
    targets: [0.5, 0.25, 0.25].map((weight, at) => ({ isin: ['AA', 'BB', 'CC'][at] ?? '', weight })),
    settings: {
      driftThreshold: 0.05,
      bandType: 'absolute',
      rebalanceTrigger: 'any_position',
      to: 'band_edge',
      costBudgetBps: null,
      fractionalPrecision: 4,
      fxOverlay: false,
    },
  };
  const result = planRebalance(input);
  const plan = result.kind === 'plan' ? result.plan : null;
  // One order on each side; more would cost more than a tenth of their values.
  expect(plan?.orders.map(({ side, isin }) => [side, isin])).toEqual([
    ['sell', 'BB'],
    ['buy', 'CC'],
  ]);
  expect(plan?.driftAfter.maxDrift).toBeLessThanOrEqual(0.04995);
});

test('a plan to the edge of the band ends a thousandth of its width inside: 499.5 of 500 bps', proves('O6.7'), () => {
  const view = makeView(['AA', 'BB'].map((isin) => makeInstrument(isin, [makeListing('XETR', 150)])));
  const held = (isin: string, shares: number) => ({ isin, mic: 'XETR', quantityMicro: shares * 1_000_000 });
  const targets = ['AA', 'BB'].map((isin) => ({ isin, weight: 0.5 }));
  const band = { driftThreshold: 0.05, bandType: 'absolute', rebalanceTrigger: 'any_position' } as const;
  const result = planRebalance({
    currency: 'EUR',
    cashMinor: 0,
    positions: [held('AA', 120), held('BB', 80)],
    targets,
    view,
    settings: { ...band, to: 'band_edge', costBudgetBps: null, fractionalPrecision: 4, fxOverlay: false },
    referencePerEurMicro: {},
  });
  // From 60 % to 54.995 % of 30 000.00 are 1 501.50, and that is 10.01 shares at 150.
  const orders = result.kind === 'plan' ? result.plan.orders : [];
  expect(orders.map(({ side, isin, quantityMicro }) => [side, isin, quantityMicro])).toEqual([
    ['sell', 'AA', 10_010_000],
    ['buy', 'BB', 10_010_000],
  ]);
});

describe('the 5/25 band', () => {
  const snapshotOf = (weights: Readonly<Record<string, readonly [number, number]>>) =>
    measureDrift(
      {
        asOf: 0,
        totalMinor: 1_000_000,
        cashMinor: 0,
        positions: Object.entries(weights).map(([isin, [weight]]) => ({ isin, valueMinor: weight * 1_000_000 })),
      },
      Object.entries(weights).map(([isin, [, weight]]) => ({ isin, weight })),
    );

  test.each([
    ['a quarter of a small target', { A: [0.127, 0.1], B: [0.873, 0.9] }, 'A', 0.025, true],
    ['not yet a quarter of it', { A: [0.124, 0.1], B: [0.876, 0.9] }, 'A', 0.025, false],
    ['five points of a large one', { A: [0.55, 0.6], B: [0.45, 0.4] }, 'A', 0.05, false],
    ['more than five points of a large one', { A: [0.549, 0.6], B: [0.451, 0.4] }, 'A', 0.05, true],
    ['five points of none', { A: [0.06, 0], B: [0.94, 1] }, 'B', 0.05, true],
  ] as const)('is breached by %s', proves('O6.9'), (_what, weights, isin, threshold, breached) => {
    const check = breachesBand(snapshotOf(weights), BAND_5_25);
    expect(check).toMatchObject({ breached, largest: { threshold } });
    if (_what !== 'five points of none') expect(check.largest.isin).toBe(isin);
  });

  test('is nowhere wider than either of its two bounds', proves('O6.9'), () => {
    const property = fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (target) => {
      expect(halfWidth(BAND_5_25, target)).toBeLessThanOrEqual(Math.min(0.05, target / 4) + NOISE);
    });
    fc.assert(property);
  });
});
