import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breachesBand, measureDrift } from '../../src-server/domain/drift.ts';
import type { InstrumentView } from '../../src-server/domain/market-view.ts';
import type { Plan, PlanInput } from '../../src-server/domain/plan.ts';
import { planRebalance } from '../../src-server/domain/plan-rebalance.ts';
import { valuePortfolio } from '../../src-server/domain/valuation.ts';
import { makeInstrument, makeListing, makeView } from './make-view.ts';

/** Random portfolios of up to eight rows in three currencies with real costs, some rows held, some targeted, some both. */
describe('every plan', () => {
  test('keeps cash, value and costs in balance to the cent', () => {
    forEveryPlan((plan, input) => {
      let cashMinor = input.cashMinor;
      for (const { side, estimatedValueMinor, costs } of plan.orders) {
        cashMinor += (side === 'sell' ? estimatedValueMinor : -estimatedValueMinor) - costs.totalMinor;
      }
      expect(plan.cashAfterMinor).toBe(cashMinor);
      const parts = plan.costs.commissionMinor + plan.costs.spreadMinor + plan.costs.impactMinor;
      expect(plan.costs.totalMinor).toBe(parts + plan.costs.fxMinor + plan.costs.transactionTaxMinor);
      expect(plan.costs.totalMinor).toBe(plan.orders.reduce((sum, order) => sum + order.costs.totalMinor, 0));
      // Each order may round the value of what it moves by one cent against the valuations before and after.
      const lostMinor = plan.navMinor - plan.costs.totalMinor - plan.driftAfter.totalMinor;
      expect(Math.abs(lostMinor)).toBeLessThanOrEqual(2 * plan.orders.length);
    });
  });

  test('never overdraws', () => {
    forEveryPlan((plan) => expect(plan.cashAfterMinor).toBeGreaterThanOrEqual(0));
  });

  test('never sells more than is held where it is held', () => {
    forEveryPlan((plan, input) => {
      for (const order of plan.orders.filter(({ side }) => side === 'sell')) {
        const held = input.positions.find(({ isin, mic }) => isin === order.isin && mic === order.mic);
        expect(order.quantityMicro).toBeLessThanOrEqual(held?.quantityMicro ?? 0);
      }
    });
  });

  test('lists sells first, each side from large to small, numbered from 1, in allowed steps', () => {
    forEveryPlan((plan, input) => {
      const stepMicro = 10 ** (6 - input.settings.fractionalPrecision);
      plan.orders.forEach((order, index) => {
        const previous = plan.orders[index - 1];
        expect(order.sequence).toBe(index + 1);
        if (previous?.side === 'buy') expect(order.side).toBe('buy');
        if (previous?.side === order.side)
          expect(order.estimatedValueMinor).toBeLessThanOrEqual(previous.estimatedValueMinor);
        const isExit = order.weightTarget === 0;
        if (!isExit) expect(order.quantityMicro % stepMicro).toBe(0);
        expect(order.estimatedValueMinor).toBeGreaterThanOrEqual(100);
      });
    });
  });

  test('leaves no more drift than it found', () => {
    forEveryPlan((plan) => {
      expect(plan.driftAfter.portfolioDrift).toBeLessThanOrEqual(plan.driftBefore.portfolioDrift);
    });
  });

  test('without a budget brings rows to their targets but for rounding, dust and trades not worth their costs', () => {
    forEveryPlan((plan, input) => {
      if (input.settings.costBudgetBps !== null || plan.warnings.length > 0) return;
      const stepValueMinor = 10 ** (4 - input.settings.fractionalPrecision) * 600;
      const slackMinor = (plan.driftAfter.positions.length + 1) * (stepValueMinor + 200);
      // Targets rounded to a sum above one cannot all be reached.
      const excess = Math.max(0, input.targets.reduce((sum, { weight }) => sum + weight, 0) - 1);
      expect(plan.driftAfter.portfolioDrift).toBeLessThanOrEqual(excess + slackMinor / plan.driftAfter.totalMinor);
    });
  });

  test('costs no more than its budget', () => {
    forEveryPlan((plan, input) => {
      const budgetBps = input.settings.costBudgetBps;
      if (budgetBps === null) return;
      expect(plan.costs.totalMinor).toBeLessThanOrEqual((budgetBps * plan.navMinor) / 10_000);
      expect(plan.costs.totalBps).toBeLessThanOrEqual(budgetBps);
    });
  });

  test('is the same every time', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        expect(planRebalance(input)).toEqual(planRebalance(input));
      }),
      { numRuns: 50 },
    );
  });
});

describe('drift', () => {
  test('does not depend on size: twice the quantities and cash give the same weights and verdict', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const positions = input.positions.map((row) => ({ ...row, quantityMicro: row.quantityMicro * 2 }));
        const once = measureDrift(valuePortfolio(input, input.view), input.targets);
        const doubled = { ...input, positions, cashMinor: input.cashMinor * 2 };
        const twice = measureDrift(valuePortfolio(doubled, input.view), input.targets);
        twice.positions.forEach((row, index) => {
          // Values round to the cent, so weights may differ by that much of the total.
          const difference = Math.abs(row.currentWeight - (once.positions[index]?.currentWeight ?? 0));
          expect(difference).toBeLessThanOrEqual((2 * twice.positions.length) / Math.max(1, once.totalMinor) + 1e-9);
        });
        const band = { threshold: 0.9999, bandType: 'absolute', trigger: 'any_position' } as const;
        expect(breachesBand(twice, band).largest.isin).toBe(breachesBand(once, band).largest.isin);
      }),
      { numRuns: 100 },
    );
  });
});

function forEveryPlan(check: (plan: Plan, input: PlanInput) => void): void {
  fc.assert(
    fc.property(arbitraryInput(), (input) => {
      const result = planRebalance(input);
      if (result.kind === 'plan') check(result.plan, input);
    }),
    { numRuns: 300 },
  );
}

const SDRT = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 } as const;
const STAMP = { code: 'CH_STAMP', side: 'both', rate: 0.0015, roundToMinor: 5, currency: 'CHF' } as const;

function arbitraryInput(): fc.Arbitrary<PlanInput> {
  const row = fc.record({
    price: fc.integer({ min: 1_000_000, max: 600_000_000 }),
    spreadBps: fc.integer({ min: 0, max: 30 }),
    shares: fc.option(fc.integer({ min: 0, max: 3_000_000_000 })),
    heldAt: fc.constantFrom('XETR', 'XLON', 'XSWX'),
    share: fc.option(fc.integer({ min: 0, max: 100 })),
    taxed: fc.constantFrom([], [SDRT], [STAMP]),
  });
  const settings = fc.record({
    driftThreshold: fc.constantFrom(0.01, 0.05),
    bandType: fc.constantFrom('absolute' as const, 'relative' as const),
    rebalanceTrigger: fc.constantFrom('any_position' as const, 'portfolio' as const),
    costBudgetBps: fc.constantFrom(null, null, 0, 0.5, 3, 10, 40),
    fractionalPrecision: fc.integer({ min: 2, max: 6 }),
    fxOverlay: fc.boolean(),
  });
  const inputParts = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    cashShare: fc.integer({ min: 0, max: 50 }),
    cashMinor: fc.nat(50_000_000),
    currency: fc.constantFrom('EUR', 'GBP', 'CHF'),
    settings,
  });
  return inputParts.map(({ rows, cashShare, cashMinor, currency, settings: chosen }) => {
    const shares = rows.reduce((sum, { share }) => sum + (share ?? 0), cashShare) || 1;
    const isinOf = (index: number) => `ISIN${index}`;
    const instruments = rows.map((each, index) => instrumentOf(isinOf(index), each));
    return {
      currency,
      cashMinor,
      positions: rows.flatMap(({ shares: quantityMicro, heldAt }, index) =>
        quantityMicro === null ? [] : [{ isin: isinOf(index), mic: heldAt, quantityMicro }],
      ),
      targets: rows.flatMap(({ share }, index) =>
        share === null ? [] : [{ isin: isinOf(index), weight: Math.round((share / shares) * 1e4) / 1e4 }],
      ),
      view: makeView(instruments, { fxConversionBps: 20, impactCoefficient: 0.7 }),
      settings: chosen,
      referencePerEurMicro: { GBP: 850_000, CHF: 950_000 },
    };
  });
}

function instrumentOf(
  isin: string,
  row: { price: number; spreadBps: number; taxed: InstrumentView['taxes'] },
): InstrumentView {
  const half = Math.round((row.price * row.spreadBps) / 20_000);
  const quotes = { bidMicro: row.price - half, askMicro: row.price + half };
  const commission = { bps: 4, minimumMinor: 350, capMinor: 9900 };
  const listings = [
    makeListing('XETR', row.price / 1e6, { ...quotes, commission }),
    makeListing('XLON', row.price / 1e6, { ...quotes, currency: 'GBP', commission: { ...commission, bps: 3 } }),
    makeListing('XSWX', row.price / 1e6, {
      ...quotes,
      currency: 'CHF',
      commission: { ...commission, minimumMinor: 0 },
    }),
  ];
  return makeInstrument(isin, listings, { dailyVolatility: 0.02, taxes: row.taxed });
}
