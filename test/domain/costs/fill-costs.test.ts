import { describe, expect, test } from 'vitest';
import {
  addCosts,
  cashDeltaAtMidMinor,
  cashDeltaMinor,
  NO_COSTS,
} from '../../../src-server/domain/costs/cost-parts.ts';
import { estimateOrderCosts } from '../../../src-server/domain/costs/estimate-order-costs.ts';
import { explicitCharges, NOTHING_TRADED } from '../../../src-server/domain/costs/explicit-charges.ts';
import { type FillToCost, fillCosts } from '../../../src-server/domain/costs/fill-costs.ts';
import { fc } from '../../support/draws.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const SDRT = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 } as const;
const listing = makeListing('XLON', 10, {
  currency: 'GBP',
  bidMicro: 9_990_000,
  askMicro: 10_010_000,
  commission: { bps: 5, minimumMinor: 300, capMinor: 5000 },
});
const instrument = makeInstrument('GB0000000001', [listing], { taxes: [SDRT], dailyVolatility: 0.02 });
const view = makeView([instrument], { fxConversionBps: 25, impactCoefficient: 0.5 });

describe('an estimate', () => {
  test('is the sum of spread, impact and charges: 10 000 shares at 10.00 GBP for a EUR portfolio', () => {
    const order = { side: 'buy', quantityMicro: 10_000_000_000, listing, instrument, currency: 'EUR' } as const;
    const { valueMinor, costs } = estimateOrderCosts(order, view);
    // 100 000.00 GBP / 0.862 = 116 009.28 EUR
    expect(valueMinor).toBe(11_600_928);
    // 5 bps = 50.00 GBP, the cap, = 58.00 EUR; half-spread 0.01 × 10 000 = 100.00 GBP = 116.01 EUR
    expect(costs.commissionMinor).toBe(5800);
    expect(costs.spreadMinor).toBe(11_601);
    // 0.5 × 0.02 × √(10 000 / 1 000 000) = 0.1 % of 116 009.28 = 116.01
    expect(costs.impactMinor).toBe(11_601);
    // 25 bps of 116 009.28 = 290.0232; 0.5 % of 100 000.00 GBP = 500.00 GBP = 580.05 EUR
    expect(costs.fxMinor).toBe(29_002);
    expect(costs.transactionTaxMinor).toBe(58_005);
    expect(costs.totalMinor).toBe(5800 + 11_601 + 11_601 + 29_002 + 58_005);
  });
});

describe('a fill', () => {
  test('above the ask has a spread up to the touch and impact beyond it', () => {
    const fill = makeFill({ quantityMicro: 100_000_000, priceMicro: 10_030_000 });
    const { valueMinor, valueAtMidMinor, costs } = fillCosts(fill, view);
    // 1 003.00 GBP = 1 163.57 EUR at the price, 1 000.00 GBP = 1 160.09 EUR at mid, 1 001.00 GBP = 1 161.25 EUR at the
    // ask
    expect({ valueMinor, valueAtMidMinor }).toEqual({ valueMinor: 116_357, valueAtMidMinor: 116_009 });
    expect(costs.spreadMinor).toBe(116_125 - 116_009);
    expect(costs.impactMinor).toBe(116_357 - 116_125);
  });

  test('better than mid has no spread and no impact, never a negative cost', () => {
    const { valueMinor, valueAtMidMinor, costs } = fillCosts(makeFill({ priceMicro: 9_500_000 }), view);
    expect(costs.spreadMinor + costs.impactMinor).toBe(0);
    expect(valueAtMidMinor).toBe(valueMinor);
  });

  test('at a touch better than mid and a price worse than it is all impact', () => {
    // As in an auction 0.10 below the mid that our own buying lifts 0.05 above it: 10 shares, 10 x 0.05 = 0.50 of
    // impact.
    const fill = makeFill({
      quantityMicro: 10_000_000,
      midMicro: 10_000_000,
      touchMicro: 9_900_000,
      priceMicro: 10_050_000,
    });
    const { costs } = fillCosts({ ...fill, listing: { ...fill.listing, currency: fill.currency } }, view);
    expect([costs.spreadMinor, costs.impactMinor]).toEqual([0, 50]);
  });

  test('pays the minimum commission once per order: 3.00 GBP = 3.48 EUR, then nothing', () => {
    const first = fillCosts(makeFill({ quantityMicro: 10_000_000 }), view);
    const second = fillCosts(makeFill({ quantityMicro: 10_000_000, cumulativeBefore: first.cumulativeAfter }), view);
    expect([first.costs.commissionMinor, second.costs.commissionMinor]).toEqual([348, 0]);
  });

  test('changes cash by value and explicit costs, which equals value at mid and all costs', () => {
    fc.assert(
      fc.property(arbitraryFill(), (fill) => {
        const { valueMinor, valueAtMidMinor, costs } = fillCosts(fill, view);
        expect(cashDeltaMinor(fill.side, valueMinor, costs)).toBe(
          cashDeltaAtMidMinor(fill.side, valueAtMidMinor, costs),
        );
        for (const part of Object.values(costs)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('by fill, an order split in any way pays to the cent what the whole order owes', () => {
    const slices = fc.array(fc.tuple(fc.integer({ min: 1, max: 1e10 }), fc.integer({ min: 9e6, max: 11e6 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(slices, fc.constantFrom('buy', 'sell'), fc.constantFrom('EUR', 'GBP'), (cuts, side, currency) => {
        let cumulativeBefore = NOTHING_TRADED;
        let paid = NO_COSTS;
        for (const [quantityMicro, priceMicro] of cuts) {
          const filled = fillCosts(makeFill({ side, currency, quantityMicro, priceMicro, cumulativeBefore }), view);
          cumulativeBefore = filled.cumulativeAfter;
          paid = addCosts(paid, filled.costs);
        }
        const owed = explicitCharges(cumulativeBefore, makeFill({ side, currency }), view);
        expect(paid).toMatchObject(owed);
      }),
    );
  });
});

function makeFill(changes: Partial<FillToCost>): FillToCost {
  const side = changes.side ?? 'buy';
  const touchMicro = side === 'buy' ? listing.askMicro : listing.bidMicro;
  const base = { side, quantityMicro: 1_000_000, priceMicro: touchMicro, touchMicro, midMicro: listing.midMicro };
  return { ...base, cumulativeBefore: NOTHING_TRADED, listing, instrument, currency: 'EUR', ...changes };
}

function arbitraryFill(): fc.Arbitrary<FillToCost> {
  return fc
    .record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      currency: fc.constantFrom('EUR', 'GBP'),
      quantityMicro: fc.integer({ min: 1, max: 1e11 }),
      priceMicro: fc.integer({ min: 9e6, max: 11e6 }),
      cumulativeBefore: fc.record({ considerationLocalMinor: fc.nat(1e8), valueMinor: fc.nat(1e8) }),
    })
    .map(makeFill);
}
