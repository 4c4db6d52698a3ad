import { describe, expect, test } from 'vitest';
import { costCurve } from '../../../src-server/domain/costs/cost-curve.ts';
import { isWorthTrading, MIN_ORDER_MINOR } from '../../../src-server/domain/costs/economic-order.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { instrumentOf, listingOf } from '../../../src-server/domain/valuation/valuation.ts';
import { proves } from '../../conformance/proves.ts';
import { forEveryPlan } from '../random-portfolios.ts';

const ANY_BUDGET = { budgetsBps: [null, 0.5, 3, 40] };

/** Each property checks ten thousand random plans; `random-portfolios.ts` describes how they are drawn. */
describe('every plan', { tags: ['drawn'] }, () => {
  test('balances cash, value and costs to the cent', () => {
    forEveryPlan((plan, input) => {
      let cashMinor = input.cashMinor;
      for (const { side, estimatedValueMinor, costs } of plan.orders) {
        cashMinor += (side === 'sell' ? estimatedValueMinor : -estimatedValueMinor) - costs.totalMinor;
      }
      expect(plan.cashAfterMinor).toBe(cashMinor);
      const parts = plan.costs.commissionMinor + plan.costs.spreadMinor + plan.costs.impactMinor;
      expect(plan.costs.totalMinor).toBe(parts + plan.costs.fxMinor + plan.costs.transactionTaxMinor);
      expect(plan.costs.totalMinor).toBe(plan.orders.reduce((sum, order) => sum + order.costs.totalMinor, 0));
      // Each order may round its value by one cent against the valuations before and after.
      const lostMinor = plan.navMinor - plan.costs.totalMinor - plan.driftAfter.totalMinor;
      expect(Math.abs(lostMinor)).toBeLessThanOrEqual(2 * plan.orders.length);
    });
  });

  test('never overdraws', () => {
    forEveryPlan((plan) => expect(plan.cashAfterMinor).toBeGreaterThanOrEqual(0));
  });

  test('never sells more than the holding at an exchange, and buys nothing that it sells', () => {
    forEveryPlan((plan, input) => {
      const sells = plan.orders.filter(({ side }) => side === 'sell');
      const places = new Set(sells.map(({ isin, mic }) => `${isin} ${mic}`));
      expect(places.size).toBe(sells.length);
      for (const order of sells) {
        const held = input.positions.find(({ isin, mic }) => isin === order.isin && mic === order.mic);
        expect(order.quantityMicro).toBeLessThanOrEqual(held?.quantityMicro ?? 0);
      }
      const sold = new Set(sells.map(({ isin }) => isin));
      expect(plan.orders.some(({ side, isin }) => side === 'buy' && sold.has(isin))).toBe(false);
    });
  });

  test('sends nothing to an exchange that cannot be reached', () => {
    forEveryPlan((plan, input) => {
      for (const { isin, mic } of plan.orders) {
        const listing = input.view.instruments.get(isin)?.listings.find((each) => each.mic === mic);
        expect(listing?.connected).toBe(true);
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

  test('leaves no more drift than it found, unless an exchange that cannot be reached prevents that', () => {
    forEveryPlan((plan) => {
      if (plan.warnings.some(({ code }) => code === 'exchange_disconnected')) return;
      expect(plan.driftAfter.portfolioDrift).toBeLessThanOrEqual(plan.driftBefore.portfolioDrift);
    });
  });

  test('without a budget brings rows to their targets except for rounding, dust and trades not worth their costs', () => {
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
    forEveryPlan(
      (plan, input) => {
        const budgetBps = input.settings.costBudgetBps ?? Number.NaN;
        expect(plan.costs.totalMinor).toBeLessThanOrEqual((budgetBps * plan.navMinor) / 10_000);
        expect(plan.costs.totalBps).toBeLessThanOrEqual(budgetBps);
        expect(plan.costs.budgetBps).toBe(budgetBps);
      },
      { budgetsBps: [0, 0.5, 1, 3, 10, 40] },
    );
  });

  test('has no order that costs more than a tenth of its value', proves('G47'), () => {
    forEveryPlan((plan) => {
      for (const { costs, estimatedValueMinor } of plan.orders) {
        expect(costs.totalMinor * 10).toBeLessThanOrEqual(estimatedValueMinor);
      }
    }, ANY_BUDGET);
  });

  test(
    'sells rows without target to the last lot, or under a budget leaves what is worth an order',
    proves('G21'),
    () => {
      forEveryPlan((plan, input) => {
        for (const { side, isin, mic, quantityMicro, weightTarget } of plan.orders) {
          if (side === 'buy' || weightTarget > 0) continue;
          const held = input.positions.find((position) => position.isin === isin && position.mic === mic);
          const restMicro = (held?.quantityMicro ?? Number.NaN) - quantityMicro;
          if (restMicro === 0) continue;
          expect(input.settings.costBudgetBps).not.toBeNull();
          const instrument = instrumentOf(input.view, isin);
          const curve = costCurve(instrument, listingOf(instrument, mic), 'sell', input.currency, input.view);
          expect(isWorthTrading(curve, (restMicro / 1e6) * curve.shareMinor)).toBe(true);
        }
      }, ANY_BUDGET);
    },
  );

  test('without a budget trades every row that is off its target, or says why it does not', proves('G23'), () => {
    forEveryPlan((plan, { settings, targets }) => {
      if (settings.costBudgetBps !== null || plan.warnings.length > 0) return;
      const traded = new Set(plan.orders.map(({ isin }) => isin));
      const scale =
        1 /
        Math.max(
          1,
          targets.reduce((sum, { weight }) => sum + weight, 0),
        );
      for (const { isin, currentWeight, targetWeight } of plan.driftAfter.positions) {
        const gapMinor = Math.abs(targetWeight * scale - currentWeight) * plan.driftAfter.totalMinor;
        if (!traded.has(isin)) expect(gapMinor).toBeLessThan(2 * MIN_ORDER_MINOR);
      }
    });
  });

  test('is the same every time', () => {
    forEveryPlan((plan, input) =>
      expect(JSON.stringify(planRebalance(input))).toBe(JSON.stringify({ kind: 'plan', plan })),
    );
  });
});
