/** The text about orders that cost much for what they move. */
import { describe, expect, it } from 'vitest';
import {
  type CostlyOrder,
  costlyOrders,
  costlyText,
} from '../../../src-renderer/components/constraints/costly-orders-notice.tsx';

const order = (isin: string, value: number, total: number): CostlyOrder => ({
  side: 'buy',
  isin,
  estimated_value: value,
  costs: { commission: total, spread: 0, impact: 0, fx: 0, transaction_tax: 0, total, total_bps: 0, budget_bps: null },
});
const TINY = order('IE00BKM4GZ66', 27.1, 2.01);
const SMALL = order('FR0000120271', 43.03, 2.18);
const USUAL = order('DE0007164600', 5_000, 6.2);

describe('orders that cost more than a hundredth of their value', () => {
  it('are found, the most expensive for its value first, and others are not', () => {
    expect(costlyOrders([USUAL, SMALL, TINY])).toEqual([TINY, SMALL]);
    expect(costlyOrders([order('DE0007164600', 0, 0), order('DE0007164600', 200, 2)])).toEqual([]);
  });

  it('are shown with what they move and cost', () => {
    expect(costlyText([TINY], 'EUR', () => 'EIMI')).toBe(
      '1 order costs more than 1.00\u202f% of its value: buy EIMI for 27.10 EUR costs 2.01 EUR.',
    );
    expect(costlyText([TINY, SMALL, SMALL], 'EUR', (isin) => isin.slice(0, 2))).toBe(
      '3 orders cost more than 1.00\u202f% of their value: buy IE for 27.10 EUR costs 2.01 EUR, buy FR for 43.03 EUR costs 2.18 EUR and others.',
    );
  });
});
