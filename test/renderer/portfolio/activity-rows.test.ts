/** The fills of an order are one row of the activity. */
import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../../src-renderer/api/activity-api.ts';
import { activityRows } from '../../../src-renderer/screens/portfolios/detail/activity/activity-rows.ts';

const NOTHING: ActivityEntry = {
  ...{ seq: 0, at: '2026-03-02T09:30:00.000Z', kind: 'change', what: 'cash_set', isin: null, exchange: null },
  ...{ quantity: null, price: null, price_currency: null, amount: null, costs: null, cash: null, reason: null },
  ...{ rebalance_id: null, order_id: null, mifid_record_id: null, source_id: null },
};

function fill(seq: number, order: string, quantity: number, price: number): ActivityEntry {
  const what = 'buy';
  return {
    ...{ ...NOTHING, seq, kind: 'trade', what, isin: 'DE0007164600', exchange: 'XETR', price_currency: 'EUR' },
    ...{ quantity, price, amount: -quantity * price - 0.1, costs: 0.1, cash: 1000 - seq, order_id: order },
    ...{ rebalance_id: 'rb_1', mifid_record_id: `mr_${seq}` },
  };
}

it('has their sums, their average price and the cash after the last of them', () => {
  const entries = [fill(4, 'or_1', 3, 20), fill(3, 'or_2', 1, 7), fill(2, 'or_1', 1, 10), { ...NOTHING, seq: 1 }];
  const [first, second, third, ...rest] = activityRows(entries);
  expect(rest).toEqual([]);
  // (3 × 20 + 1 × 10) ÷ 4 = 17.5; 60.1 + 10.1 = 70.2.
  expect(first).toMatchObject({ order_id: 'or_1', quantity: 4, price: 17.5, amount: -70.2, costs: 0.2, cash: 996 });
  expect(first?.fills.map(({ seq, mifid_record_id: record }) => [seq, record])).toEqual([
    [4, 'mr_4'],
    [2, 'mr_2'],
  ]);
  expect(first?.mifid_record_id).toBe(null);
  // One fill is its own row, and what is no trade stands alone.
  expect(second).toMatchObject({ seq: 3, fills: [], mifid_record_id: 'mr_3' });
  expect(third).toMatchObject({ seq: 1, fills: [] });
});
