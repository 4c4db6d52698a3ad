/** Schemas of the events of orders, their fills and their trades. */
import { z } from 'zod';
import type { OrderStatus } from '../lifecycle/order-life-cycle.ts';
import { ORDER_ACTIONS, TERMINATION_CODES } from './event-choices.ts';
import {
  event,
  eventIdField,
  exchangeField,
  faultIdField,
  fillIdField,
  flagField,
  instantField,
  isinField,
  notice,
  oneOfField,
  orderIdField,
  portfolioIdField,
  quantityField,
  realField,
  rebalanceIdField,
  sideField,
  textField,
} from './event-fields.ts';

const orderFields = <const Statuses extends readonly OrderStatus[]>(statuses: Statuses) => ({
  order_id: orderIdField,
  side: sideField,
  isin: isinField,
  quantity: quantityField,
  filled_quantity: realField('Shares filled so far.'),
  status: oneOfField(statuses, 'The resulting status.'),
});

const ended = <const Statuses extends readonly OrderStatus[]>(statuses: Statuses) => ({
  rebalance_id: rebalanceIdField,
  portfolio_id: portfolioIdField,
  order: z.strictObject({ ...orderFields(statuses), exchange: exchangeField }).describe('The resulting order.'),
  reason: notice.extend({ code: oneOfField(TERMINATION_CODES, 'The reason, as a code.') }).describe('Why.'),
});

const costs = z.strictObject({
  commission: realField('Commission.'),
  spread: realField('Half-spread.'),
  impact: realField('Market impact.'),
  fx: realField('FX costs.'),
  transaction_tax: realField('Transaction tax.'),
  total: realField('All costs.'),
  total_bps: realField('All costs, in basis points of the NAV.'),
  budget_bps: z.number().nullable().describe('Cost budget, in basis points; null: a single fill has none.'),
});

const fill = z.strictObject({
  fill_id: fillIdField,
  order_id: orderIdField,
  exchange: exchangeField,
  quantity: quantityField,
  price: realField('Price per share.'),
  value: realField('Value of the fill.'),
  costs: costs.describe('Costs of the fill.'),
  filled_at: instantField('When it was filled'),
  mifid_record_id: textField('The MiFID II record of the fill.').optional(),
});

const trade = {
  fill_id: fillIdField,
  order_id: orderIdField,
  rebalance_id: rebalanceIdField,
  portfolio_id: portfolioIdField,
  isin: isinField,
  exchange: exchangeField,
  side: sideField,
  quantity: quantityField,
  trade_date: textField('Trade date.'),
  intended_at: instantField('When it is due to settle'),
};

export const ORDER_EVENT_SCHEMAS = {
  'order.sent': event('The service sent an order to an exchange.', {
    order_id: orderIdField,
    exchange: exchangeField,
    side: sideField,
    isin: isinField,
    quantity: realField('Number of shares sent, which may be lower than planned.'),
    limit_price: z.number().nullable().describe('Limit price, in the currency of the exchange; null: a market order.'),
  }),
  'order.sent_again': event('An order never arrived at its exchange and was sent again.', {
    order_id: orderIdField,
    exchange: exchangeField,
  }),
  'order.acknowledged': event('The service learned that the exchange has an order.', {
    order_id: orderIdField,
    exchange: exchangeField,
    reconciled: flagField('True: the service asked for the status; no acknowledgement came.'),
  }),
  'order.unacknowledged': event(
    'The exchange has not acknowledged an order in time, and the service asks for its status.',
    {
      order_id: orderIdField,
      exchange: exchangeField,
      asked: realField('How many times the service has asked for its status, including this time.'),
    },
  ),
  'order.awaits_settlement': event('A buy waits because its cash has not settled yet.', {
    order_id: orderIdField,
    rebalance_id: rebalanceIdField,
    portfolio_id: portfolioIdField,
    isin: isinField,
    exchange: exchangeField,
    would_settle_at: instantField('When the buy would settle if it were sent now'),
    available: realField('Settled cash that is available.'),
    settles_later: realField('Cash that settles too late to pay for the trade.'),
  }),
  'order.filled': event('An order was filled, wholly or in part; each fill is one event.', {
    event_id: eventIdField,
    rebalance_id: rebalanceIdField,
    portfolio_id: portfolioIdField,
    order: z.strictObject(orderFields(['partially_filled', 'filled'])).describe('The resulting order.'),
    fill: fill.describe('The fill.'),
  }),
  'order.rejected': event('The exchange rejected an order, or what was left of one that was partially filled.', {
    event_id: eventIdField,
    ...ended(['rejected', 'cancelled']),
  }),
  'order.expired': event('An order expired at the end of the trading day; earlier fills stand.', ended(['expired'])),
  'order.cancelled': event(
    'An order was cancelled before it was completely filled; earlier fills stand.',
    ended(['cancelled']),
  ),
  'order.returned': event('The exchange returned an order at the end of the trading day; the service sends it again.', {
    order_id: orderIdField,
    exchange: exchangeField,
    unfilled: realField('Number of shares not filled.'),
  }),
  'order.amended': event(
    'An order was reduced to what had been filled, or cancelled where nothing had, because cash ran short.',
    {
      order_id: orderIdField,
      status: oneOfField(['filled', 'cancelled'], 'The resulting status.'),
      quantity: realField('The resulting quantity of the order.'),
      reason: textField('Why.'),
    },
  ),
  'order.report_ignored': event('The exchange reported a fill twice, and the service ignored the second report.', {
    order_id: orderIdField,
    execution: realField("Number of the execution in the exchange's reports."),
    reason: oneOfField(['duplicate'], 'Why.'),
  }),
  'order.action_taken': event('The control plane made an exchange act on an order.', {
    order_id: orderIdField,
    exchange: exchangeField,
    action: oneOfField(ORDER_ACTIONS, 'What the exchange did.'),
    reason: z.string().nullable().describe('The reason given in the request.'),
    quantity: z.number().nullable().describe('Number of shares; null: nothing was traded.'),
    price: z.number().nullable().describe('Price per share; null: nothing was traded.'),
  }),
  'trade.settled': event('A fill settled: cash and shares were exchanged.', {
    ...trade,
    cash: realField('Change in cash; negative for a buy.'),
  }),
  'trade.settlement_failed': event('A fill failed to settle on its settlement date; settlement is tried again later.', {
    ...trade,
    cash: realField('Change in cash once it settles; negative for a buy.'),
    expected_at: instantField('When it is tried again'),
    days_late: realField('Number of business days by which settlement is late.'),
    fault_id: faultIdField,
  }),
};
