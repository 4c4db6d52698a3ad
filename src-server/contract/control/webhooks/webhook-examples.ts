/**
 * The `data` of an example of every type of webhook, for test events (decision I21). The app shows them before they are
 * sent, so this file has no schemas. `test/webhooks/test-event.test.ts` compares them with the documents.
 */

import type { WEBHOOK_TYPES } from '../../../domain/webhook-choices.ts';
import type { JsonValue } from '../../fields/json-value.ts';

type WebhookType = (typeof WEBHOOK_TYPES)[number];

const rebalance = {
  rebalance_id: 'rb_00000000000000000000000001',
  portfolio_id: 'pf_00000000000000000000000001',
};

const order = {
  order_id: 'or_00000000000000000000000001',
  side: 'buy',
  isin: 'DE0007164600',
};

const costs = { commission: 2, spread: 1.25, impact: 1.25, fx: 0, transaction_tax: 0, total: 4.5, total_bps: 4.5 };

const status = (reached: string) => ({ ...rebalance, status: reached, failure: null });

export const WEBHOOK_EXAMPLES: Readonly<Record<WebhookType, { [key: string]: JsonValue }>> = {
  'rebalance.created': {
    ...rebalance,
    status: 'plan_ready',
    simulation: false,
    orders: [{ ...order, exchange: 'XETR', quantity: 24.9913 }],
    total_cost_bps: 3.46,
  },
  'rebalance.executing': status('executing'),
  'rebalance.partially_filled': status('partially_filled'),
  'rebalance.complete': status('complete'),
  'rebalance.failed': {
    ...status('failed'),
    failure: {
      code: 'orders_unfilled',
      message: '1 of 2 orders were not filled: 2 (buy DE0007164600) cancelled: XETR lost its order book.',
    },
  },
  'rebalance.cancelled': status('cancelled'),
  'order.filled': {
    ...rebalance,
    order: { ...order, quantity: 24.9913, filled_quantity: 24.9913, status: 'filled' },
    fill: {
      fill_id: 'fl_00000000000000000000000001',
      order_id: order.order_id,
      exchange: 'XETR',
      quantity: 24.9913,
      price: 200.1,
      value: 5000.76,
      costs: { ...costs, budget_bps: null },
      filled_at: '2026-03-02T09:30:05.960Z',
      mifid_record_id: 'mr_00000000000000000000000001',
    },
  },
  'order.rejected': {
    ...rebalance,
    order: { ...order, exchange: 'XETR', quantity: 24.9913, filled_quantity: 0, status: 'rejected' },
    reason: { code: 'exchange_refused', message: 'XETR refuses orders.' },
  },
  'portfolio.drift_exceeded': {
    portfolio_id: rebalance.portfolio_id,
    isin: order.isin,
    drift: 0.0612,
    threshold: 0.05,
    band_type: 'absolute',
    portfolio_drift: 0.0612,
    as_of: '2026-03-02T09:30:00.000Z',
  },
};
