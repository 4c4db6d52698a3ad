/**
 * The numbers that were worked out manually before the code was written, from start to end: taxes as in the shipped
 * market data, prices that make the consideration, and the order of a plan that shows the charge.
 */

import { afterAll, describe, expect, test } from 'vitest';
import { estimateOrderCosts } from '../../../src-server/domain/costs/estimate-order-costs.ts';
import { taxMinorFor } from '../../../src-server/domain/costs/explicit-charges.ts';
import type { InstrumentView, Side } from '../../../src-server/domain/market-view.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { instrumentOf, listingOf } from '../../../src-server/domain/valuation/valuation.ts';
import { takeMarketSnapshot } from '../../../src-server/engine/planning/take-market-snapshot.ts';
import type { World } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorld } from '../../support/make-world.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

const SHELL = 'GB00BP6MXD84';
const LVMH = 'FR0000121014';
const SAP = 'DE0007164600';
const ENEL = 'IT0003128367';

const world = makeWorld();
afterAll(() => world.close());

describe('transaction tax by the shipped rules', () => {
  test('SDRT: buying 1 600 at 26.70 GBP, 42 720.00 × 0.5 % = 213.60', () => {
    expect(taxOf(SHELL, 'XLON', 'GBP', { side: 'buy', shares: 1600, mid: 26.7 })).toBe(21_360);
  });

  test('SDRT is paid by the buyer: selling the same costs 0.00', () => {
    expect(taxOf(SHELL, 'XLON', 'GBP', { side: 'sell', shares: 1600, mid: 26.7 })).toBe(0);
  });

  test('French FTT: buying 1 at 600.00, 600.00 × 0.4 % = 2.40', () => {
    expect(taxOf(LVMH, 'XPAR', 'EUR', { side: 'buy', shares: 1, mid: 600 })).toBe(240);
  });

  test('French FTT half up at the cent: 3 363.68 × 0.4 % = 13.45472 is 13.45, 3 363.75 × 0.4 % = 13.4550 is 13.46', () => {
    expect(taxOf(LVMH, 'XPAR', 'EUR', { side: 'buy', shares: 1, mid: 3363.68 })).toBe(1345);
    expect(taxOf(LVMH, 'XPAR', 'EUR', { side: 'buy', shares: 1, mid: 3363.75 })).toBe(1346);
  });

  test.each(['Depot', 'GIA', 'ISA', 'SIPP', 'PEA'])(
    'is charged inside a %s: no statute exempts a wrapper',
    proves('G16'),
    (wrapper) => {
      // Of 10 000.00: 0.5 % in Britain, 0.4 % in France, 0.2 % in Italy and Spain, 1 % in Ireland.
      const order = { side: 'buy', shares: 100, mid: 100 } as const;
      expect(taxOf(SHELL, 'XLON', 'GBP', order, null, wrapper)).toBe(5_000);
      expect(taxOf(LVMH, 'XPAR', 'EUR', order, null, wrapper)).toBe(4_000);
      expect(taxOf(ENEL, 'XMIL', 'EUR', order, null, wrapper)).toBe(2_000);
      for (const [code, taxMinor] of [
        ['ES_FTT', 2_000],
        ['IE_STAMP', 10_000],
      ] as const) {
        expect(taxOf(SAP, 'XETR', 'EUR', order, null, wrapper, worldWhere(SAP, [code]))).toBe(taxMinor);
      }
    },
  );

  test('Swiss stamp on a foreign paper: 500 at 184.0625 CHF, 92 031.25 × 0.15 % = 138.046875 is 138.05, on either side', () => {
    const order = { shares: 500, mid: 184.0625 };
    expect(taxOf(SAP, 'XETR', 'CHF', { side: 'buy', ...order }, 'CH')).toBe(13_805);
    expect(taxOf(SAP, 'XETR', 'CHF', { side: 'sell', ...order }, 'CH')).toBe(13_805);
  });
});

test('half up at the penny: 13.4547 is 13.45 and 13.4550 is 13.46', () => {
  const sdrt = { rate: 0.005, roundToMinor: 1 };
  // 2 690.94 × 0.5 % = 13.4547, 2 691.00 × 0.5 % = 13.4550
  expect(taxMinorFor(269_094, sdrt)).toBe(1345);
  expect(taxMinorFor(269_100, sdrt)).toBe(1346);
});

describe('a full rebalance of 120 and 80 shares at 150 to halves', () => {
  test('without costs sells 20 and buys 20', () => {
    expect(halvesPlan([])).toEqual(['sell 20 A', 'buy 20 B']);
  });

  test('with SDRT on buys, sells more than 20 and buys less, by half of the tax', () => {
    const sdrt = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 } as const;
    // With x sold and y bought, 120 − x = 80 + y for equal halves and x = 1.005·y for the cash, so y = 40 / 2.005 =
    // 19.95012… and x = 20.04987…; both are rounded down, and the sale so rounded pays for one step less.
    expect(halvesPlan([sdrt])).toEqual(['sell 20.0498 A', 'buy 19.95 B']);
  });
});

function halvesPlan(taxes: InstrumentView['taxes']): string[] {
  const instruments = ['A', 'B'].map((isin) => makeInstrument(isin, [makeListing('XLON', 150)], { taxes }));
  const positions = [
    { isin: 'A', mic: 'XLON', quantityMicro: 120_000_000 },
    { isin: 'B', mic: 'XLON', quantityMicro: 80_000_000 },
  ];
  const result = planRebalance({
    currency: 'EUR',
    cashMinor: 0,
    positions,
    targets: ['A', 'B'].map((isin) => ({ isin, weight: 0.5 })),
    view: makeView(instruments),
    referencePerEurMicro: {},
    settings: {
      driftThreshold: 0.05,
      bandType: 'absolute',
      rebalanceTrigger: 'any_position',
      costBudgetBps: null,
      fractionalPrecision: 4,
      fxOverlay: false,
    },
  });
  if (result.kind !== 'plan') throw new Error(result.kind);
  return result.plan.orders.map(({ side, quantityMicro, isin }) => `${side} ${quantityMicro / 1e6} ${isin}`);
}

/**
 * Transaction tax of an order in its own currency, with the rules of a world, by default for an ordinary account, with
 * `mid` inserted.
 */
function taxOf(
  isin: string,
  mic: string,
  currency: string,
  { side, shares, mid }: { side: Side; shares: number; mid: number },
  taxJurisdiction: string | null = null,
  wrapper = 'Depot',
  { kernel, ...rest }: World = world.world,
): number {
  const view = takeMarketSnapshot(rest, [isin], { wrapper, taxJurisdiction }, kernel.nowMs);
  const instrument = instrumentOf(view, isin);
  const listing = { ...listingOf(instrument, mic), currency, midMicro: Math.round(mid * 1e6) };
  const order = { side, quantityMicro: shares * 1e6, listing, instrument, currency };
  return estimateOrderCosts(order, view).costs.transactionTaxMinor;
}

/** A world in which an instrument has other taxes: nothing in the shipped data has Spain's or Ireland's. */
function worldWhere(isin: string, buyerTaxes: readonly string[]): World {
  const { market } = world.world;
  const instruments = [...market.instruments].map(
    ([key, instrument]) => [key, key === isin ? { ...instrument, buyerTaxes } : instrument] as const,
  );
  return { ...world.world, market: { ...market, instruments: new Map(instruments) } };
}
