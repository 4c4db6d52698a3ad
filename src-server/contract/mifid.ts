/** Wire schema of a MiFID II record (specification 2.5, decisions F7, F10, G7): one order execution, and why it was right. */
import { z } from 'zod';

const microsecond = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .describe('UTC with microseconds, like 2026-03-02T09:30:00.000000Z');
const lei = z
  .string()
  .regex(/^[A-Z0-9]{18}[0-9]{2}$/)
  .describe('a stand-in shaped by ISO 17442, nobody’s own');
const algorithm = z.strictObject({ type: z.literal('algorithm'), code: z.string() });
const party = z.strictObject({ lei, role: z.enum(['client', 'central_counterparty']) });
const charge = z.strictObject({
  amount: z.number().describe('base currency of the portfolio'),
  percent_of_value: z.number().nullable().describe('of the fill’s value; null where that rounds to nothing'),
});

const order = z.strictObject({
  legal_basis: z.string(),
  order_id: z.string(),
  rebalance_id: z.string(),
  portfolio_id: z.string(),
  side: z.enum(['buy', 'sell']),
  isin: z.string(),
  instrument_name: z.string().nullable(),
  instrument_classification: z.string().nullable().describe('CFI by ISO 10962; null where it is not known'),
  venue: z.string().describe('MIC by ISO 10383'),
  quantity: z.number().describe('of the order'),
  sent_quantity: z.number().describe('of the order or its rest, when it was last sent'),
  order_type: z.enum(['market', 'limit']),
  limit_price: z.number().nullable(),
  currency: z.string().describe('of the venue'),
  time_in_force: z.enum(['DAVY', 'GTCV']).describe('good for the day; until cancelled'),
  decided_at: microsecond,
  submitted_at: microsecond,
  investment_decision_maker: algorithm,
  execution_decision_maker: algorithm,
  trading_capacity: z.enum(['DEAL', 'MTCH', 'AOTC']),
});

const execution = z.strictObject({
  legal_basis: z.string(),
  fill_id: z.string(),
  transaction_reference: z.string().regex(/^[A-Z0-9]{1,52}$/),
  venue_transaction_id: z.string().regex(/^[A-Z0-9]{1,52}$/),
  venue: z.string(),
  executed_at: microsecond,
  price: z.number(),
  quantity: z.number(),
  currency: z.string(),
  consideration: z.number().describe('quantity × price, currency of the venue'),
  value: z.strictObject({
    amount: z.number(),
    currency: z.string(),
    fx_rate: z.number().describe('of the portfolio’s currency for one of the venue’s'),
  }),
  executing_entity: lei,
  buyer: party,
  seller: party,
});

const suitability = z.strictObject({
  legal_basis: z.string(),
  assessment: z.literal('suitable'),
  method: z.literal('automated_portfolio_management'),
  assessed_at: z.string(),
  risk_profile: z.enum(['defensive', 'cautious', 'balanced', 'growth', 'dynamic']),
  portfolio_volatility: z.number().describe('annual, of the targets, weighted'),
  instrument_volatility: z.number(),
  account: z.string(),
  drift_threshold: z.number(),
  weight_before: z.number(),
  weight_target: z.number(),
  weight_after: z.number(),
  reason: z.strictObject({
    code: z.enum(['overweight', 'underweight', 'not_in_targets', 'funding']),
    text: z.string(),
  }),
  reservations: z.array(z.string()),
});

/** Answer of `GET /mifid-records/{id}`. */
export const mifidRecord = z.strictObject({
  mifid_record_id: z.string(),
  record_type: z.literal('order_execution'),
  retained_until: z.string(),
  order,
  execution,
  client: z.strictObject({
    client_id: z.string(),
    category: z.literal('retail'),
    country: z.string().nullable().describe('where the portfolio is taxed'),
  }),
  suitability,
  costs_and_charges: z.strictObject({
    legal_basis: z.string(),
    timing: z.literal('ex_post'),
    currency: z.string(),
    items: z.array(
      charge.extend({
        item: z.enum(['commission', 'spread', 'impact', 'fx', 'transaction_tax']),
        category: z.enum(['service', 'execution', 'tax']),
      }),
    ),
    aggregated: z.strictObject({ service: charge, execution: charge, tax: charge, total: charge }),
  }),
});
export type MifidRecordWire = z.infer<typeof mifidRecord>;
