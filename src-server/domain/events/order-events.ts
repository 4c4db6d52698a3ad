/** What happens to orders, their fills and their trades. */
import { z } from 'zod';
import type { OrderStatus } from '../lifecycle/order-life-cycle.ts';
import { ORDER_ACTIONS, TERMINATION_CODES } from './event-choices.ts';
import {
  event,
  eventId,
  exchange,
  faultId,
  fillId,
  flag,
  instant,
  isin,
  notice,
  oneOf,
  orderId,
  portfolioId,
  quantity,
  real,
  rebalanceId,
  side,
  text,
} from './event-fields.ts';

const orderFields = <const Statuses extends readonly OrderStatus[]>(statuses: Statuses) => ({
  order_id: orderId,
  side,
  isin,
  quantity,
  filled_quantity: real('Shares filled so far.'),
  status: oneOf(statuses, 'Status after it.'),
});

const ended = <const Statuses extends readonly OrderStatus[]>(statuses: Statuses) => ({
  rebalance_id: rebalanceId,
  portfolio_id: portfolioId,
  order: z.strictObject({ ...orderFields(statuses), exchange }).describe('The order after it.'),
  reason: notice.extend({ code: oneOf(TERMINATION_CODES, 'Reason, as a code.') }).describe('Why.'),
});

const costs = z.strictObject({
  commission: real('Commission.'),
  spread: real('Half of the spread.'),
  impact: real('Market impact.'),
  fx: real('Cost of exchanging currencies.'),
  transaction_tax: real('Transaction tax.'),
  total: real('All costs.'),
  total_bps: real('All costs, in basis points of the value of the portfolio.'),
  budget_bps: z.number().nullable().describe('Cost budget in basis points; null for a single fill.'),
});

const fill = z.strictObject({
  fill_id: fillId,
  order_id: orderId,
  exchange,
  quantity,
  price: real('Price of a share.'),
  value: real('Value of the fill.'),
  costs: costs.describe('Costs of the fill.'),
  filled_at: instant('When it was filled'),
  mifid_record_id: text('Record of MiFID II of the fill.').optional(),
});

const trade = {
  fill_id: fillId,
  order_id: orderId,
  rebalance_id: rebalanceId,
  portfolio_id: portfolioId,
  isin,
  exchange,
  side,
  quantity,
  trade_date: text('Day of the trade.'),
  intended_at: instant('When it should settle'),
};

export const ORDER_EVENT_SCHEMAS = {
  'order.sent': event('The service sent an order to an exchange.', {
    order_id: orderId,
    exchange,
    side,
    isin,
    quantity: real('Shares sent, which may be fewer than those of the plan.'),
    limit_price: z.number().nullable().describe('Limit, currency of the exchange; null: a market order.'),
  }),
  'order.sent_again': event('An order never arrived at its exchange and was sent again.', {
    order_id: orderId,
    exchange,
  }),
  'order.acknowledged': event('The exchange has an order, as the service now knows.', {
    order_id: orderId,
    exchange,
    reconciled: flag('True: the service learned it by asking, not from an acknowledgement.'),
  }),
  'order.unacknowledged': event(
    'The exchange has not acknowledged an order in time, and the service asks for its status.',
    {
      order_id: orderId,
      exchange,
      asked: real('How often its status has been asked for, this time counted.'),
    },
  ),
  'order.awaits_settlement': event('A buy waits, because its cash has not settled yet.', {
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin,
    exchange,
    would_settle_at: instant('When the buy would settle if it were sent now'),
    available: real('Settled cash that is free.'),
    settles_later: real('Cash that settles after the trade would have to be paid.'),
  }),
  'order.filled': event('An order, or a part of it, was filled; a fill is one event.', {
    event_id: eventId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    order: z.strictObject(orderFields(['partially_filled', 'filled'])).describe('The order after it.'),
    fill: fill.describe('The fill.'),
  }),
  'order.rejected': event('The exchange refused an order, which has no fill, or the rest of one that has.', {
    event_id: eventId,
    ...ended(['rejected', 'cancelled']),
  }),
  'order.expired': event('An order ended with the day of its exchange; earlier fills stay.', ended(['expired'])),
  'order.cancelled': event('An order ended without being filled whole; earlier fills stay.', ended(['cancelled'])),
  'order.returned': event('The exchange gave an order back with the end of its day; the service sends it again.', {
    order_id: orderId,
    exchange,
    unfilled: real('Shares that are not filled.'),
  }),
  'order.amended': event(
    'An order ended at what was filled of it, or was cancelled without a fill, because cash ran short.',
    {
      order_id: orderId,
      status: oneOf(['filled', 'cancelled'], 'Status after it.'),
      quantity: real('Shares of the order after it.'),
      reason: text('Why.'),
    },
  ),
  'order.report_ignored': event('The exchange reported a fill twice, and the service ignored the second report.', {
    order_id: orderId,
    execution: real('Number of the execution in the reports of the exchange.'),
    reason: oneOf(['duplicate'], 'Why.'),
  }),
  'order.action_taken': event('Somebody had an exchange do something with an order, through the control plane.', {
    order_id: orderId,
    exchange,
    action: oneOf(ORDER_ACTIONS, 'What the exchange was to do.'),
    reason: z.string().nullable().describe('Why, as the request says.'),
    quantity: z.number().nullable().describe('Number of shares; null: nothing was traded.'),
    price: z.number().nullable().describe('Price of a share; null: nothing was traded.'),
  }),
  'trade.settled': event('A fill settled: cash and shares changed hands.', {
    ...trade,
    cash: real('What the fill added to the cash, negative for a buy.'),
  }),
  'trade.settlement_failed': event('A fill did not settle on its day; it is tried again later.', {
    ...trade,
    cash: real('What the fill adds to the cash, negative for a buy.'),
    expected_at: instant('When it is tried again'),
    days_late: real('Business days by which settlement is late.'),
    fault_id: faultId,
  }),
};
