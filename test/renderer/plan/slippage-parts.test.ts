/**
 * The parts of a slippage and of a difference in cash sum to the whole, whatever the fills, and so do the parts that
 * are shown (decisions L83, L134).
 */
import { describe, expect, it } from 'vitest';
import { roundedParts, roundTo } from '../../../src-renderer/components/format/rounded-parts.ts';
import {
  cashGap,
  orderResult,
  shownCosts,
  shownSlippage,
  totalResult,
} from '../../../src-renderer/screens/rebalances/detail/execution-result.ts';
import type { Costs, OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';

const cents = fc.integer({ min: 0, max: 500_000 }).map((minor) => minor / 100);

const costs: fc.Arbitrary<Costs> = fc
  .record({ commission: cents, spread: cents, impact: cents, fx: cents, transaction_tax: cents })
  .map((parts) => {
    const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
    return { ...parts, total: roundTo(total, 2), total_bps: total / 10, budget_bps: null };
  });

const price = fc.integer({ min: 1, max: 100_000_000 }).map((micro) => micro / 10_000);

const fill = fc
  .record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    price,
    costs,
    rate: fc.double({ min: 0.2, max: 5, noNaN: true }),
  })
  .map(({ quantity, price: at, costs: paid, rate }) => ({
    fill_id: 'fl',
    order_id: 'or',
    mifid_record_id: 'mr',
    exchange: 'XETR',
    quantity,
    price: at,
    costs: paid,
    value: Math.max(0.01, roundTo(quantity * at * rate, 2)),
    filled_at: '2026-03-02T09:30:00.000Z',
  }));

const order = fc
  .record({
    side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
    fills: fc.array(fill, { minLength: 1, maxLength: 5 }),
    costs,
    estimatedPrice: price,
    estimatedValue: cents,
    more: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(({ side, fills, costs: planned, estimatedPrice, estimatedValue, more }): OrderWire => {
    const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      order_id: 'or',
      sequence: 1,
      side,
      isin: 'DE0007164600',
      exchange: 'XETR',
      currency: 'EUR',
      status: 'filled',
      quantity: filled + more,
      filled_quantity: filled,
      fills,
      costs: planned,
      lots: [],
      estimated_price: estimatedPrice,
      estimated_value: estimatedValue,
      weight_before: 0,
      weight_target: 0,
      weight_after: 0,
      reason: { code: 'underweight', text: '' },
    };
  });

const hundredths = (bps: number) => Math.round(bps * 100);

function expectSum(result: Parameters<typeof shownSlippage>[0]): void {
  const { slippageBps, expectedBps, unexpectedBps, marketBps } = result;
  const scale = Math.max(1, ...[slippageBps, expectedBps, unexpectedBps, marketBps].map(Math.abs));
  expect(Math.abs(expectedBps + unexpectedBps + marketBps - slippageBps) / scale).toBeLessThan(1e-9);
  const { total, expected, unexpected, market } = shownSlippage(result);
  // Above this many basis points a hundredth of one is less than the precision of a float.
  if (scale < 1e8) expect(hundredths(expected) + hundredths(unexpected) + hundredths(market)).toBe(hundredths(total));
}

describe('the slippage', () => {
  it('of an order and of all orders is the sum of its parts', { ...proves('L134'), tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), (orders) => {
        const results = orders.flatMap((each) => orderResult(each) ?? []);
        for (const result of results) expectSum(result);
        const total = totalResult(results);
        expect(total).not.toBeNull();
        if (total !== null) expectSum(total);
      }),
      { numRuns: draws(5_000) },
    );
  });

  it(
    'names the cost beyond the estimate: 60 bps = 10 expected + 0.6 beyond + 49.4 of the market',
    proves('L134'),
    () => {
      const none = { commission: 0, impact: 0, fx: 0, transaction_tax: 0, budget_bps: null, total_bps: 0 };
      const result = orderResult({
        order_id: 'or',
        sequence: 1,
        side: 'buy',
        isin: 'DE0007164600',
        exchange: 'XETR',
        currency: 'EUR',
        quantity: 10,
        filled_quantity: 10,
        status: 'filled',
        estimated_price: 100,
        estimated_value: 1_000,
        weight_before: 0,
        weight_target: 0,
        weight_after: 0,
        lots: [],
        reason: { code: 'underweight', text: '' },
        costs: { ...none, spread: 1, total: 1 },
        fills: [
          {
            fill_id: 'fl',
            order_id: 'or',
            mifid_record_id: 'mr',
            exchange: 'XETR',
            filled_at: '2026-03-02T09:30:00Z',
            quantity: 10,
            price: 100.6,
            value: 1_006,
            costs: { ...none, spread: 1.06, total: 1.06 },
          },
        ],
      });
      expect(result && shownSlippage(result)).toEqual({ total: 60, expected: 10, unexpected: 0.6, market: 49.4 });
    },
  );
});

describe('rounded parts', () => {
  it('sum to the rounded whole, and none is off by more than a unit', { ...proves('L134'), tags: ['drawn'] }, () => {
    const parts = fc.array(fc.double({ min: -1e5, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.constantFrom(0, 1, 2), (each, decimals) => {
        const whole = each.reduce((sum, part) => sum + part, 0);
        const shown = roundedParts(whole, each, decimals);
        const unit = 10 ** -decimals;
        const inUnits = shown.map((part) => Math.round(part / unit));
        expect(inUnits.reduce((sum, part) => sum + part, 0)).toBe(Math.round(roundTo(whole, decimals) / unit));
        for (const [index, part] of shown.entries()) {
          expect(Math.abs(part - (each[index] ?? 0))).toBeLessThan(unit * 1.01);
        }
      }),
      { numRuns: draws(20_000) },
    );
  });

  it('of costs are cents that sum to the total', { ...proves('L134'), tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(costs, fc.double({ min: 0.01, max: 1, noNaN: true }), (whole, share) => {
        const part = Object.fromEntries(
          Object.entries(whole).map(([kind, value]) => [kind, (value ?? 0) * share]),
        ) as unknown as Costs;
        const { total, ...kinds } = shownCosts(part);
        const minor = (amount: number) => Math.round(amount * 100);
        expect(Object.values(kinds).reduce((sum, kind) => sum + minor(kind), 0)).toBe(minor(total));
      }),
      { numRuns: draws(10_000) },
    );
  });
});

describe('the difference in cash', () => {
  const orders = fc.array(
    fc
      .tuple(order, fc.boolean())
      .map(([each, isFilled]): OrderWire => ({ ...each, fills: isFilled ? each.fills : [] })),
    { maxLength: 4 },
  );
  const cash = fc.integer({ min: 0, max: 100_000_000 }).map((minor) => minor / 100);

  it('is the sum of its parts to the cent', { ...proves('L83'), tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(orders, cash, cash, cash, (all, before, planned, after) => {
        const gap = cashGap({ orders: all, cash_before: before, cash_after: planned }, after);
        const parts = [gap.costs, gap.orders, gap.moves, gap.payments].map(hundredths);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(hundredths(gap.total));
        expect(hundredths(gap.total)).toBe(hundredths(after) - hundredths(planned));
      }),
      { numRuns: draws(5_000) },
    );
  });

  it('has no part of orders where all were filled in full', { ...proves('L83'), tags: ['drawn'] }, () => {
    const full = fc.array(
      order.map((each): OrderWire => ({ ...each, quantity: each.filled_quantity })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(full, cash, cash, cash, (all, before, planned, after) => {
        expect(cashGap({ orders: all, cash_before: before, cash_after: planned }, after).orders).toBe(0);
      }),
      { numRuns: draws(1_000) },
    );
  });
});
