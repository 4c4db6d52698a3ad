/** The fields of events that ledgers use; other fields are ignored. */
import { z } from 'zod';

const targetRows = z.array(z.object({ isin: z.string(), weight: z.number() }));
export const holdingRows = z.array(
  z.object({ isin: z.string(), exchange: z.string(), quantity: z.number(), rest: z.string().optional() }),
);

export const portfolioCreated = z.object({
  portfolio_id: z.string(),
  currency: z.string(),
  cash: z.number().optional(),
  name: z.string().optional(),
  external_id: z.string().optional(),
  holdings: holdingRows.default([]),
  targets: targetRows.default([]),
});
export const portfolioRenamed = z.object({
  portfolio_id: z.string(),
  name: z.string().optional(),
  external_id: z.string().optional(),
});
export const cashSet = z.object({ portfolio_id: z.string(), amount: z.number() });
const cashFlowData = z.object({
  cash_flow_id: z.string(),
  portfolio_id: z.string(),
  kind: z.string(),
  amount: z.number(),
});
/** `cash`: after it, base currency. */
export const cashFlowBooked = cashFlowData.extend({ cash: z.number() });
export const cashFlowRefused = cashFlowData.extend({ free_cash: z.number() });
/** `positions`: all of the instrument after it, under the ISIN that it has then. */
export const corporateActionApplied = z.object({
  corporate_action_id: z.string(),
  kind: z.string(),
  portfolio_id: z.string(),
  isin: z.string(),
  new_isin: z.string().nullable(),
  positions: holdingRows,
  cash_paid: z.number(),
  cash: z.number(),
});
/** `gross` in the dividend's own currency. */
export const dividendAccrued = z.object({
  portfolio_id: z.string(),
  dividend_id: z.string(),
  isin: z.string(),
  quantity: z.number(),
  gross: z.number(),
  currency: z.string(),
  pay_at: z.string(),
});
/** Base currency; `cash`: after it. */
export const dividendPaid = z.object({
  portfolio_id: z.string(),
  dividend_id: z.string(),
  isin: z.string(),
  gross: z.number(),
  withholding_tax: z.number(),
  net: z.number(),
  cash: z.number(),
});
/** `cash`: what the trade added to the cash when it was done, base currency. */
export const tradeSettled = z.object({ portfolio_id: z.string(), cash: z.number() });
export const policyTriggered = z.object({ when: z.string(), rebalance_id: z.string() });
export const policySkipped = z.object({ when: z.string(), message: z.string() });
export const positionsSet = z.object({ portfolio_id: z.string(), positions: holdingRows });
export const targetsSet = z.object({ portfolio_id: z.string(), targets: targetRows });
export const rebalanceRequested = z.object({
  portfolio_id: z.string(),
  target_weights: z.record(z.string(), z.number()),
});
export const rebalanceStatusData = z.object({ rebalance_id: z.string(), status: z.string() });
export const orderFilled = z.object({
  portfolio_id: z.string(),
  rebalance_id: z.string(),
  order: z.object({ side: z.enum(['buy', 'sell']), isin: z.string() }),
  fill: z.object({
    fill_id: z.string(),
    order_id: z.string(),
    exchange: z.string(),
    mifid_record_id: z.string().optional(),
    quantity: z.number(),
    price: z.number(),
    value: z.number(),
    costs: z.object({
      commission: z.number(),
      spread: z.number(),
      impact: z.number(),
      fx: z.number(),
      transaction_tax: z.number(),
    }),
  }),
});
export type HoldingRows = z.infer<typeof holdingRows>;
