/** Plans of portfolios whose sums were once wrong, in a real world: idle cash, sells, and omitted orders. */

import { afterAll, describe, expect, test } from 'vitest';
import {
  createPortfolioB,
  type PortfolioRequestB,
} from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan, type PlanRequest } from '../../../src-server/engine/commands/rebalances/create-plan.ts';
import type { Outcome } from '../../../src-server/engine/outcome.ts';
import type { OrderRecord, RebalanceRecord } from '../../../src-server/engine/records.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorld } from '../../support/make-world.ts';

const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';
const EM_ETF = 'IE00BKM4GZ66';
const SHELL = 'GB00BP6MXD84';
const ASTRAZENECA = 'GB0009895292';
const LVMH = 'FR0000121014';
const SANOFI = 'FR0000120578';
const PEA_ETF = 'FR0011550185';
const GOLD = 'IE00B4ND3602';
const DIAGEO = 'GB0002374006';
const ING = 'NL0011821202';
const ERICSSON = 'SE0000115446';

const { world, close } = makeWorld({ seed: 1, startAt: Date.UTC(2026, 2, 2, 10) });
afterAll(close);

describe('cash after a plan that invests all of it', () => {
  const soldAt = (xetr: number, xlon: number) =>
    planOf({
      holdings: [held(EM_ETF, 'XETR', xetr), held(EM_ETF, 'XLON', xlon)].filter(({ quantity }) => quantity > 0),
      targets: [{ isin: SHELL, weight: 1 }],
    });

  test(
    'is a few cents wherever the shares are held: only the proceeds in GBP pay for a buy in GBP',
    proves('G37'),
    () => {
      const { rebalance, orders } = soldAt(30_000, 20_000);
      expect(orders.map(({ side, mic }) => `${side} ${mic}`)).toEqual(['sell XETR', 'sell XLON', 'buy XLON']);
      const [, inPounds, buy] = orders as [OrderRecord, OrderRecord, OrderRecord];
      // The smaller side of GBP converts nothing; of the larger one 1 594 425.09 - 643 068.63 is converted, at 3 bps.
      expect(inPounds.fxConversionBps).toBe(0);
      const netted = 1 - inPounds.estimatedValueMinor / buy.estimatedValueMinor;
      expect(buy.fxConversionBps).toBeCloseTo(3 * netted, 3);
      // A step of 0.0001 shares is 0.32 cents; charges and values round to the cent.
      expect(rebalance.plan.cashAfterMinor).toBeLessThanOrEqual(5);
      expect(soldAt(0, 50_000).rebalance.plan.cashAfterMinor).toBeLessThanOrEqual(5);
      expect(soldAt(50_000, 0).rebalance.plan.cashAfterMinor).toBeLessThanOrEqual(5);
    },
  );

  test('does not reserve the commission of a dust holding that is never sold', () => {
    const sold = [held(LVMH, 'XPAR', 2), held(ERICSSON, 'XSTO', 20)];
    const into = [{ isin: ING, weight: 1 }];
    const without = planOf({ holdings: sold, targets: into });
    // 0.00005 LVMH are worth 0.03; an order for them would pay at least 2.00 at XETR.
    const withDust = planOf({ holdings: [...sold, held(LVMH, 'XETR', 0.00005)], targets: into });
    expect(withDust.orders.map(({ side, mic }) => `${side} ${mic}`)).toEqual(['sell XPAR', 'sell XSTO', 'buy XAMS']);
    expect(withDust.rebalance.plan.costs.totalMinor).toBe(without.rebalance.plan.costs.totalMinor);
    expect(withDust.rebalance.plan.cashAfterMinor).toBeLessThanOrEqual(1);
    expect(withDust.rebalance.warnings).toEqual([]);
  });

  test('does not reserve the commission of the few cents that a sell would take from a second exchange', () => {
    // All of the 20 at XETR go to Allianz, and about 0.10 of the shares at XPAR would: no order.
    const [xetr, xpar] = [held(LVMH, 'XETR', 20), held(LVMH, 'XPAR', 19.9)];
    const { driftBefore } = planOf({ holdings: [xetr, xpar], targets: [{ isin: ALLIANZ, weight: 1 }] }).rebalance.plan;
    const navMinor = driftBefore.totalMinor;
    const retained = valueAt(xpar) - 10;
    const { orders, rebalance } = planOf({
      holdings: [xetr, xpar],
      targets: [
        { isin: LVMH, weight: Math.round((retained / navMinor) * 1e8) / 1e8 },
        { isin: ALLIANZ, weight: Math.floor((1 - retained / navMinor) * 1e8) / 1e8 },
      ],
    });
    expect(orders.map(({ side, mic }) => `${side} ${mic}`)).toEqual(['sell XETR', 'buy XETR']);
    // Less than the 2.00 of a second commission.
    expect(rebalance.plan.cashAfterMinor).toBeLessThan(50);
  });
});

describe('a position without target, under a cost budget', () => {
  test('is sold to its last lot if a search ends just short of the whole', proves('G21'), () => {
    const portfolio = {
      cash: 36_465,
      holdings: [
        held(GOLD, 'XLON', 127.421927),
        held(SANOFI, 'XPAR', 90.6636),
        held(PEA_ETF, 'XPAR', 131.222701),
        held(DIAGEO, 'XLON', 123.795581),
      ],
      targets: [
        { isin: PEA_ETF, weight: 0.3333 },
        { isin: DIAGEO, weight: 0.0801 },
        { isin: ASTRAZENECA, weight: 0.0681 },
      ],
    };
    const { orders, rebalance } = planOf(portfolio, { cost_budget: 3, fractional_precision: 2 });
    // 90.66 would leave 0.0036 shares, worth 0.31: too little for any later order.
    expect(orders.find(({ isin }) => isin === SANOFI)?.quantityMicro).toBe(90_663_600);
    expect(rebalance.plan.totalBps).toBeLessThanOrEqual(3);
  });
});

describe('an order that would cost more than a tenth of its value', () => {
  test('is omitted from a plan, which says why', proves('G47', 'G23'), () => {
    const { orders, rebalance } = planOf({
      cash: 8_000,
      targets: [
        { isin: ALLIANZ, weight: 0.998 },
        { isin: SAP, weight: 0.002 },
      ],
    });
    expect(orders.map(({ isin }) => isin)).toEqual([ALLIANZ]);
    // 0.2 % of 8 000.00 less costs are slightly below 16.00, and Xetra charges at least 2.00: 12.5 %.
    expect(rebalance.warnings).toEqual([
      {
        code: 'uneconomic_order',
        message: expect.stringMatching(
          /^SAP SE \(DE0007164600\) is not bought at XETR: an order for 1[56]\.\d\d EUR would cost 2\.0\d EUR, more than 10 % of its value\.$/,
        ),
      },
    ]);
  });

  test('is omitted under a budget, too', proves('G47'), () => {
    const portfolio = {
      cash: 8_000,
      targets: [ALLIANZ, SAP].map((isin, at) => ({ isin, weight: [0.99, 0.01][at] ?? 0 })),
    };
    for (const cost_budget of [3, 5, 6, 8, 100]) {
      for (const order of planOf(portfolio, { cost_budget }).orders) {
        expect(order.estimatedCosts.totalMinor * 10).toBeLessThanOrEqual(order.estimatedValueMinor);
      }
    }
  });

  test('leaves a position without target as it is, with the reason, and is no dust', proves('G47', 'G21'), () => {
    const { orders, rebalance } = planOf({
      cash: 8_000,
      holdings: [held(SAP, 'XETR', 0.05)],
      targets: [{ isin: ALLIANZ, weight: 1 }],
    });
    expect(orders.map(({ isin, side }) => `${side} ${isin}`)).toEqual([`buy ${ALLIANZ}`]);
    expect(rebalance.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^SAP SE \(DE0007164600\) is not sold at XETR: an order for 1\d\.\d\d EUR would cost 2\.0\d EUR, more/,
      ),
    ]);
  });
});

function held(isin: string, exchange: string, quantity: number) {
  return { isin, exchange, quantity };
}

function valueAt({ isin, exchange, quantity }: ReturnType<typeof held>): number {
  return Math.round((quantity * world.prices.quote(isin, exchange, world.kernel.nowMs).midMicro) / 1e4);
}

function planOf(portfolio: Partial<PortfolioRequestB>, settings: Partial<PlanRequest> = {}) {
  const base = { external_id: 'sums', currency: 'EUR', tax_wrapper: 'Depot', holdings: [], targets: [], cash: 0 };
  const { portfolioId } = acceptedBy(createPortfolioB(world, DEFAULT_ACCOUNT, { ...base, ...portfolio }));
  const rebalance: RebalanceRecord = acceptedBy(
    createPlan(world, DEFAULT_ACCOUNT, {
      portfolio_id: portfolioId,
      drift_threshold: 0.01,
      band_type: 'absolute',
      rebalance_trigger: 'any_position',
      simulation: true,
      fractional_precision: 4,
      fx_overlay: false,
      ...settings,
    }),
  );
  return { rebalance, orders: world.rebalances.orders(rebalance.rebalanceId) };
}

function acceptedBy<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
