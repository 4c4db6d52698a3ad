/** API schemas of trades with a pending settlement (decision O4). */
import { z } from 'zod';
import {
  at,
  count,
  currencyText,
  fillId,
  isinText,
  micText,
  orderId,
  portfolioId,
  real,
  rebalanceId,
} from '../../fields/described.ts';
import { next, page } from '../../fields/paging.ts';

const SETTLEMENT_STATUSES = ['pending', 'late', 'settled'] as const;

/** `GET /sim/portfolios/{id}/settlements`. */
export const settlementsQuery = z.strictObject({
  status: z
    .enum(['pending', 'settled'])
    .optional()
    .describe('Only trades that have not settled, including late ones, or only those that have.'),
  by: z
    .enum(['fill', 'order'])
    .default('fill')
    .describe(
      'What one row stands for. `fill`: one fill. `order`: all fills of an order that settle at the same time, with ' +
        'their total quantity and cash; a page never divides them.',
    ),
  ...page,
});

const tradeSettlement = z
  .strictObject({
    fill_id: fillId.describe('Identifier of the fill; for several fills, of the latest.'),
    fills: count('Number of fills for which the row stands.'),
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin: isinText,
    exchange: micText,
    side: z.enum(['buy', 'sell']).describe('Side of the trade.'),
    quantity: real('Number of shares.'),
    cash: real('Change in cash after all charges, in base currency; below 0 for a purchase.'),
    currency: currencyText,
    trade_date: z.iso.date().describe('Trade date: the local date at the exchange.'),
    intended_at: at('Time at which it is due to settle.'),
    expected_at: at(
      'Time of settlement, future or past, as far as it is known; later than intended once the trade has failed.',
    ),
    status: z
      .enum(SETTLEMENT_STATUSES)
      .describe('Status of the settlement. `late`: it did not settle when it was due, and has not settled yet.'),
    failed_at: at('Time at which it failed to settle; null if it did not fail.').nullable(),
    settled_at: at('Time at which it settled; null if it has not settled yet.').nullable(),
  })
  .meta({ id: 'TradeSettlement', description: 'A fill and its settlement.' });
export type TradeSettlementWire = z.infer<typeof tradeSettlement>;

/** Part of `GET /sim/rebalances/{id}`. */
export const heldBuy = z
  .strictObject({ order_id: orderId, until: at('Time at which it is tried again.') })
  .meta({ id: 'HeldBuy', description: 'A buy that would settle before the proceeds that pay for it.' });

export const settlementList = z
  .strictObject({
    due: z
      .array(
        z
          .strictObject({
            at: at('Time at which they are expected to settle.'),
            trades: count('Number of fills.'),
            received: real('Cash to be received, in base currency.'),
            paid: real('Cash to be paid, in base currency.'),
            net: real('Cash to be received minus cash to be paid, in base currency.'),
          })
          .meta({ id: 'SettlementDue', description: 'The trades that settle at one time.' }),
      )
      .describe('Totals of all trades that have not settled, on whatever page they are, earliest first.'),
    settlements: z.array(tradeSettlement).describe('Trades, newest first; empty if trades settle at once.'),
    next,
  })
  .meta({ id: 'SettlementList', description: 'The trades of a portfolio that settle days later.' });
export type SettlementList = z.infer<typeof settlementList>;
