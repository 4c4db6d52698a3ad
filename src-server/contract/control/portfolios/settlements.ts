/** Wire schemas of trades on their way to settlement (decision O4). */
import { z } from 'zod';
import {
  at,
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

export const SETTLEMENT_STATUSES = ['pending', 'late', 'settled'] as const;

/** `GET /sim/portfolios/{id}/settlements`. */
export const settlementsQuery = z.strictObject({
  status: z
    .enum(['pending', 'settled'])
    .optional()
    .describe('Only trades that have not settled, late ones included, or only those that have.'),
  ...page,
});

export const tradeSettlement = z
  .strictObject({
    fill_id: fillId,
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin: isinText,
    exchange: micText,
    side: z.enum(['buy', 'sell']).describe('Whether shares come or go.'),
    quantity: real('Shares.'),
    cash: real('What it adds to the cash, after all charges; below 0 for a purchase. Base currency.'),
    currency: currencyText,
    trade_date: z.iso.date().describe('Local date of the exchange on which it was traded.'),
    intended_at: at('When it has to settle.'),
    expected_at: at('When it settles or did, as far as is known: later than intended once it has failed.'),
    status: z.enum(SETTLEMENT_STATUSES).describe('Late: it did not settle when it had to, and has not yet.'),
    failed_at: at('When it did not settle; null: it did not fail.').nullable(),
    settled_at: at('When it settled; null: not yet.').nullable(),
  })
  .meta({ id: 'TradeSettlement', description: 'A fill and its settlement.' });
export type TradeSettlementWire = z.infer<typeof tradeSettlement>;

/** Part of `GET /sim/rebalances/{id}`. */
export const heldBuy = z
  .strictObject({ order_id: orderId, until: at('When it is tried again.') })
  .meta({ id: 'HeldBuy', description: 'A buy that would settle before the proceeds that pay for it.' });

export const settlementList = z
  .strictObject({
    settlements: z.array(tradeSettlement).describe('Newest trade first; empty where trades settle at once.'),
    next,
  })
  .meta({ id: 'SettlementList', description: 'The trades of a portfolio that settle days later.' });
export type SettlementList = z.infer<typeof settlementList>;
