/** Wire schemas of the control plane under `/sim` (decision L): what the world holds and what was sent. */
import { z } from 'zod';
import type { ClockWire } from './clock.ts';
import { planExplanation } from './explanation.ts';
import { instant, isin, mic, money, quantity } from './fields.ts';
import { costs, driftSnapshot, rebalanceB, warning } from './form-b.ts';

/** `GET /sim/session`: what a person at this machine needs to talk to the service. */
export const session = z.strictObject({
  base_url: z.string(),
  form_a_url: z.string(),
  form_b_url: z.string(),
  control_url: z.string(),
  api_key: z.string(),
  seed: z.int(),
  version: z.string(),
  data: z.string().nullable().describe('folder of the database, null when in memory'),
  rules: z.enum(['warn', 'enforce', 'off']),
});
export type Session = z.infer<typeof session>;

export const portfolioSummary = z.strictObject({
  portfolio_id: z.string(),
  form: z.enum(['A', 'B']),
  label: z.string().describe('Form A: name; Form B: external_id'),
  currency: z.string(),
  wrapper: z.string().describe('Form A: account_type; Form B: tax_wrapper'),
  tax_jurisdiction: z.string().nullable(),
  total_value: z.number(),
  cash: z.number(),
  positions: z.int(),
  exchanges: z.array(z.string()),
  has_targets: z.boolean().describe('false: drift is not measured and shown as 0'),
  max_drift: z.number(),
  portfolio_drift: z.number(),
  breached: z.boolean().describe('outside the default band: 5 %, absolute, any position'),
  rebalance: z.strictObject({ rebalance_id: z.string(), status: z.string() }).nullable().describe('the latest one'),
  created_at: z.string(),
});
export type PortfolioSummary = z.infer<typeof portfolioSummary>;
export const portfolioList = z.strictObject({ portfolios: z.array(portfolioSummary) });

export const positionView = z.strictObject({
  isin: z.string(),
  symbol: z.string(),
  name: z.string(),
  exchange: z.string(),
  exchange_open: z.boolean(),
  quantity: z.number(),
  listing_currency: z.string(),
  listing_price: z.number().describe('mid in the listing currency'),
  price: z.number().describe('base currency'),
  value: z.number().describe('base currency'),
  weight: z.number(),
});
/** One row per ISIN in holdings or targets. */
export const allocationRow = z.strictObject({
  isin: z.string(),
  symbol: z.string(),
  name: z.string(),
  current_weight: z.number(),
  target_weight: z.number(),
  drift: z.number(),
  relative_drift: z.number().nullable(),
});
export const rebalanceSummary = z.strictObject({
  rebalance_id: z.string(),
  portfolio_id: z.string(),
  portfolio_label: z.string(),
  status: z.string(),
  simulation: z.boolean(),
  orders: z.int(),
  fills: z.int(),
  total_cost_bps: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
});
export type RebalanceSummary = z.infer<typeof rebalanceSummary>;

export const portfolioView = portfolioSummary.extend({
  default_tax_method: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  holdings: z.array(positionView),
  allocation: z.array(allocationRow),
  cash_row: z.strictObject({ amount: z.number(), weight: z.number(), target_weight: z.number(), drift: z.number() }),
  drift: driftSnapshot,
  band: z.strictObject({ type: z.enum(['absolute', 'relative']), threshold: z.number() }),
  rebalances: z.array(rebalanceSummary),
  warnings: z.array(warning),
});
export type PortfolioView = z.infer<typeof portfolioView>;

export const rebalanceList = z.strictObject({ rebalances: z.array(rebalanceSummary) });

export const rebalanceView = z.strictObject({
  portfolio_label: z.string(),
  portfolio_currency: z.string(),
  form: z.enum(['A', 'B']),
  tax_method: z.string().describe('by which its sells use lots'),
  actual_costs: costs.describe('of the fills so far'),
  explanation: planExplanation.nullable().describe('null: planned before there were explanations'),
  rebalance: rebalanceB,
});
export type RebalanceView = z.infer<typeof rebalanceView>;

export const instrumentList = z.strictObject({
  instruments: z.array(
    z.strictObject({
      isin: z.string(),
      symbol: z.string(),
      name: z.string(),
      type: z.string(),
      sector: z.string(),
      currency: z.string(),
      primary_exchange: z.string(),
      listings: z.array(z.string()),
      pea_eligible: z.boolean(),
    }),
  ),
});
export type InstrumentList = z.infer<typeof instrumentList>;

const statedLot = z.strictObject({
  quantity: quantity.refine((value) => value > 0, 'is not above zero'),
  unit_cost: quantity.describe('base currency, charges included; at most six decimals'),
  acquired_at: instant,
});

/** `POST /sim/portfolios/{id}/positions`: replaces all positions. */
export const setPositions = z.strictObject({
  positions: z
    .array(
      z.strictObject({
        isin,
        exchange: mic,
        quantity,
        lots: z.array(statedLot).min(1).max(10_000).optional().describe('as many shares as the position'),
      }),
    )
    .max(10_000),
});
/** `POST /sim/portfolios/{id}/cash`: sets the amount, base currency. */
export const setCash = z.strictObject({ amount: money });

export const WEBHOOK_TYPES = [
  'rebalance.created',
  'rebalance.executing',
  'rebalance.partially_filled',
  'rebalance.complete',
  'rebalance.failed',
  'rebalance.cancelled',
  'order.filled',
  'order.rejected',
  'portfolio.drift_exceeded',
] as const;

/** `POST /sim/webhooks`. `url` is an http(s) address on loopback, or a path of the built-in sink (`/sim/sink/name`). */
export const createWebhook = z.strictObject({
  url: z.string().min(1).max(2000),
  events: z.array(z.enum(WEBHOOK_TYPES)).min(1).optional(),
});
export const webhookEndpoint = z.strictObject({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(z.string()).nullable().describe('null: every type'),
  secret: z.string(),
  status: z.enum(['enabled', 'disabled']),
  created_at: z.string(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
export const webhookList = z.strictObject({ webhooks: z.array(webhookEndpoint) });

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const deliverySummary = z.strictObject({
  delivery_id: z.string(),
  event_id: z.string(),
  type: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  response_status: z.int().nullable().describe('of the last attempt'),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
});
export type DeliverySummary = z.infer<typeof deliverySummary>;
export const deliveryList = z.strictObject({ deliveries: z.array(deliverySummary) });

export const deliveryView = deliverySummary.extend({
  payload: z.string().describe('the exact bytes that were signed, as text'),
  attempt_log: z.array(
    z.strictObject({
      attempt: z.int(),
      at: z.string(),
      request_headers: z.record(z.string(), z.string()),
      response_status: z.int().nullable(),
      response_body: z.string(),
      error: z.string().nullable(),
      duration_ms: z.number(),
    }),
  ),
  signature: z
    .strictObject({ valid: z.boolean(), explanation: z.string(), signed_content: z.string(), expected: z.string() })
    .nullable()
    .describe('check of the last attempt against the endpoint secret'),
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const sinkList = z.strictObject({ sinks: z.array(z.strictObject({ name: z.string(), received: z.int() })) });
export const sinkView = z.strictObject({
  name: z.string(),
  requests: z.array(
    z.strictObject({
      received_at: z.string(),
      method: z.string(),
      path: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      signature_valid: z.boolean().nullable().describe('null: no endpoint of this world points here'),
    }),
  ),
});

export const worldEvent = z.strictObject({
  seq: z.int(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
export type WorldEvent = z.infer<typeof worldEvent>;
export const eventList = z.strictObject({ events: z.array(worldEvent) });

export const journalEntry = z.strictObject({
  seq: z.int(),
  request_id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  form: z.enum(['A', 'B']).nullable(),
  status: z.int(),
  duration_ms: z.number(),
  request_body: z.string().nullable(),
  response_body: z.string(),
});
export const journalList = z.strictObject({ entries: z.array(journalEntry) });

export const fingerprint = z.strictObject({
  seed: z.int(),
  now: z.string(),
  events: z.int(),
  head: z.string(),
  versions: z.record(z.string(), z.string()),
  fixtures: z.record(z.string(), z.string()),
});
export type Fingerprint = z.infer<typeof fingerprint>;

/** What `GET /sim/stream` sends, as `event:` names with their `data:` shapes. */
export interface StreamMessages {
  clock: ClockWire;
  world: WorldEvent;
  delivery: DeliverySummary;
}
