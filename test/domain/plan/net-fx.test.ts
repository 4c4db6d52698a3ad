import { describe, expect, test } from 'vitest';
import { nettedBps } from '../../../src-server/domain/plan/net-fx.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { fc } from '../../support/draws.ts';
import { makeInstrument, makeListing, makeView, RATES } from '../make-view.ts';

/** A EUR portfolio of two Swiss shares and a German one; converting costs 10 bps. */
function planOf(quantities: Readonly<Record<string, number>>, weights: Readonly<Record<string, number>>) {
  const swiss = (isin: string) => makeInstrument(isin, [makeListing('XSWX', 93.8, { currency: 'CHF' })]);
  const view = makeView([swiss('CA'), swiss('CB'), makeInstrument('DE', [makeListing('XETR', 100)])], {
    fxConversionBps: 10,
  });
  const input: PlanInput = {
    currency: 'EUR',
    cashMinor: 0,
    positions: Object.entries(quantities).map(([isin, quantity]) => ({
      isin,
      mic: isin === 'DE' ? 'XETR' : 'XSWX',
      quantityMicro: quantity * 1e6,
    })),
    targets: Object.entries(weights).map(([isin, weight]) => ({ isin, weight })),
    view,
    settings: {
      driftThreshold: 0.01,
      bandType: 'absolute',
      rebalanceTrigger: 'any_position',
      costBudgetBps: null,
      fractionalPrecision: 4,
      fxOverlay: false,
    },
    referencePerEurMicro: RATES,
  };
  const result = planRebalance(input);
  if (result.kind !== 'plan') throw new Error(result.kind);
  return result.plan;
}

describe('netting of FX', () => {
  test('converts nothing if one currency pays for itself', () => {
    // 93.80 CHF at 0.938 CHF per EUR are 100 EUR: 30 CA are sold for 3 000 EUR and 30 CB bought for as much.
    const plan = planOf({ CA: 80, CB: 20, DE: 100 }, { CA: 0.25, CB: 0.25, DE: 0.5 });
    expect(plan.orders.map(({ isin, side }) => `${side} ${isin}`)).toEqual(['sell CA', 'buy CB']);
    // A difference of a few cents of costs rounds to a cent at most.
    expect(plan.costs.fxMinor).toBeLessThanOrEqual(1);
  });

  test('charges only the difference, on the larger side', () => {
    // Sold are 60 CA = 6 000 EUR, bought 20 CB = 2 000 EUR and 40 DE = 4 000 EUR: 4 000 EUR are converted at 10 bps.
    const plan = planOf({ CA: 80, CB: 20, DE: 100 }, { CA: 0.1, CB: 0.2, DE: 0.7 });
    const fx = new Map(plan.orders.map(({ isin, costs }) => [isin, costs.fxMinor]));
    expect(fx.get('CB')).toBe(0);
    expect(fx.get('DE')).toBe(0);
    // A few cents less is bought than sold, because costs have to be paid.
    expect(Math.abs((fx.get('CA') ?? 0) - 400)).toBeLessThanOrEqual(1);
    expect(plan.costs.fxMinor).toBe(fx.get('CA'));
  });

  test('charges everything if all trades of a currency go one way', () => {
    const plan = planOf({ CA: 80, CB: 20, DE: 100 }, { CA: 0.3, CB: 0.05, DE: 0.65 });
    const sold = plan.orders.filter(({ side }) => side === 'sell');
    expect(sold.map(({ isin }) => isin)).toEqual(['CA', 'CB']);
    for (const { costs, estimatedValueMinor } of sold) {
      expect(costs.fxMinor).toBe(Math.floor(estimatedValueMinor * 0.001 + 0.5));
    }
  });

  test('never charges more than the full rate, nor less than nothing, and on one side only', () => {
    const amount = fc.integer({ min: 1, max: 1e12 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 1000 }), (sell, buy, bps) => {
        const rates = [nettedBps(bps, 'sell', { sell, buy }), nettedBps(bps, 'buy', { sell, buy })];
        for (const rate of rates) {
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(bps);
        }
        expect(Math.min(...rates)).toBe(0);
        // Together they charge the net, to the ten-thousandth of a basis point of the larger side.
        const charged = (rates[0] ?? 0) * sell + (rates[1] ?? 0) * buy;
        expect(Math.abs(charged - bps * Math.abs(sell - buy))).toBeLessThanOrEqual(0.0001 * Math.max(sell, buy));
      }),
    );
  });
});
