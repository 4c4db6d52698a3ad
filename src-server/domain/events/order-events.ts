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
  status: oneOf(statuses, 'The resulting status.'),
});

const ended = <const Statuses extends readonly OrderStatus[]>(statuses: Statuses) => ({
  rebalance_id: rebalanceId,
  portfolio_id: portfolioId,
  order: z.strictObject({ ...orderFields(statuses), exchange }).describe('The resulting order.'),
  reason: notice.extend({ code: oneOf(TERMINATION_CODES, 'The reason, as a code.') }).describe('Why.'),
});

const costs = z.strictObject({
  commission: real('Commission.'),
  spread: real('Half-spread.'),
  impact: real('Market impact.'),
  fx: real('FX costs.'),
  transaction_tax: real('Transaction tax.'),
  total: real('All costs.'),
  total_bps: real('All costs, in basis points of the NAV.'),
  budget_bps: z.number().nullable().describe('Cost budget, in basis points; null: a single fill has none.'),
});

const fill = z.strictObject({
  fill_id: fillId,
  order_id: orderId,
  exchange,
  quantity,
  price: real('Price per share.'),
  value: real('Value of the fill.'),
  costs: costs.describe('Costs of the fill.'),
  filled_at: instant('When it was filled'),
  mifid_record_id: text('The MiFID II record of the fill.').optional(),
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
  trade_date: text('Trade date.'),
  intended_at: instant('When it is due to settle'),
};

export const ORDER_EVENT_SCHEMAS = {
  'order.sent': event('The service sent an order to an exchange.', {
    order_id: orderId,
    exchange,
    side,
    isin,
    quantity: real('Number of shares sent, which may be lower than planned.'),
    limit_price: z.number().nullable().describe('Limit price, in the currency of the exchange; null: a market order.'),
  }),
  'order.sent_again': event('An order never arrived at its exchange and was sent again.', {
    order_id: orderId,
    exchange,
  }),
  'order.acknowledged': event('The service learned that the exchange has an order.', {
    order_id: orderId,
    exchange,
    reconciled: flag('True: the service asked for the status; no acknowledgement came.'),
  }),
  'order.unacknowledged': event(
    'The exchange has not acknowledged an order in time, and the service asks for its status.',
    {
      order_id: orderId,
      exchange,
      asked: real('How many times the service has asked for its status, including this time.'),
    },
  ),
  'order.awaits_settlement': event('A buy waits because its cash has not settled yet.', {
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin,
    exchange,
    would_settle_at: instant('When the buy would settle if it were sent now'),
    available: real('Settled cash that is available.'),
    settles_later: real('Cash that settles too late to pay for the trade.'),
  }),
  'order.filled': event('An order was filled, wholly or in part; each fill is one event.', {
    event_id: eventId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    order: z.strictObject(orderFields(['partially_filled', 'filled'])).describe('The resulting order.'),
    fill: fill.describe('The fill.'),
  }),
  'order.rejected': event('The exchange rejected an order, or what was left of one that was partially filled.', {
    event_id: eventId,
    ...ended(['rejected', 'cancelled']),
  }),
  'order.expired': event('An order expired at the end of the trading day; earlier fills stand.', ended(['expired'])),
  'order.cancelled': event(
    'An order was cancelled before it was completely filled; earlier fills stand.',
    ended(['cancelled']),
  ),
  'order.returned': event('The exchange returned an order at the end of the trading day; the service sends it again.', {
    order_id: orderId,
    exchange,
    unfilled: real('Number of shares not filled.'),
  }),
  'order.amended': event(
    'An order was reduced to what had been filled, or cancelled where nothing had, because cash ran short.',
    {
      order_id: orderId,
      status: oneOf(['filled', 'cancelled'], 'The resulting status.'),
      quantity: real('The resulting quantity of the order.'),
      reason: text('Why.'),
    },
  ),
  'order.report_ignored': event('The exchange reported a fill twice, and the service ignored the second report.', {
    order_id: orderId,
    execution: real("Number of the execution in the exchange's reports."),
    reason: oneOf(['duplicate'], 'Why.'),
  }),
  'order.action_taken': event('The control plane made an exchange act on an order.', {
    order_id: orderId,
    exchange,
    action: oneOf(ORDER_ACTIONS, 'What the exchange did.'),
    reason: z.string().nullable().describe('The reason given in the request.'),
    quantity: z.number().nullable().describe('Number of shares; null: nothing was traded.'),
    price: z.number().nullable().describe('Price per share; null: nothing was traded.'),
  }),
  'trade.settled': event('A fill settled: cash and shares were exchanged.', {
    ...trade,
    cash: real('Change in cash; negative for a buy.'),
  }),
  'trade.settlement_failed': event('A fill failed to settle on its settlement date; settlement is tried again later.', {
    ...trade,
    cash: real('Change in cash once it settles; negative for a buy.'),
    expected_at: instant('When it is tried again'),
    days_late: real('Number of business days by which settlement is late.'),
    fault_id: faultId,
  }),
};
