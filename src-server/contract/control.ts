/** Wire schemas of the control plane under `/sim` (decision L): what the world holds and what was sent. */
import { z } from 'zod';
import type { ClockWire } from './clock.ts';
import {
  at,
  count,
  currencyText,
  deliveryId,
  eventId,
  isinText,
  micText,
  portfolioId,
  real,
  rebalanceId,
  text,
  webhookId,
} from './described.ts';
import { planExplanation } from './explanation.ts';
import { instant, isin, mic, money, quantity } from './fields.ts';
import { costs, driftSnapshot, rebalanceB, relativeDrift, warning } from './form-b.ts';
import type { WorldEvent } from './records.ts';

export const portfolioSummary = z
  .strictObject({
    portfolio_id: portfolioId,
    account_id: z.string().describe('Account to which it belongs.'),
    form: z.enum(['A', 'B']).describe('Form that made it.'),
    label: z.string().describe('Form A: name; Form B: external_id'),
    currency: currencyText,
    wrapper: z.string().describe('Form A: account_type; Form B: tax_wrapper'),
    tax_jurisdiction: z.string().nullable().describe('Country of taxation; null in Form B.'),
    total_value: real('Value with cash; base currency.'),
    cash: real('Base currency.'),
    positions: count('How many.'),
    exchanges: z.array(z.string()).describe('Where it holds, by code.'),
    has_targets: z.boolean().describe('false: drift is not measured and shown as 0'),
    max_drift: real('Largest absolute drift of a position.'),
    portfolio_drift: real('Half the sum of all absolute drifts.'),
    breached: z.boolean().describe('outside the default band: 5 %, absolute, any position'),
    rebalance: z
      .strictObject({ rebalance_id: rebalanceId, status: text('Where it stands.') })
      .nullable()
      .describe('the latest one'),
    created_at: at('When it was created.'),
  })
  .meta({ id: 'PortfolioSummary', description: 'A portfolio of either form, in short.' });
export type PortfolioSummary = z.infer<typeof portfolioSummary>;
export const portfolioList = z
  .strictObject({ portfolios: z.array(portfolioSummary).describe('Oldest first.') })
  .meta({ id: 'PortfolioList', description: 'Every portfolio of both forms.' });

export const positionView = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    exchange: micText,
    exchange_open: z.boolean().describe('Whether its exchange trades.'),
    quantity: real('Shares.'),
    listing_currency: currencyText,
    listing_price: z.number().describe('mid in the listing currency'),
    price: z.number().describe('base currency'),
    value: z.number().describe('base currency'),
    weight: real('Share of the portfolio, 0 to 1.'),
  })
  .meta({ id: 'PositionView', description: 'A position, valued.' });
/** One row per ISIN in holdings or targets. */
export const allocationRow = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    current_weight: real('Share of the portfolio, 0 to 1.'),
    target_weight: real('Share it should have, 0 to 1.'),
    drift: real('Current less target weight.'),
    relative_drift: relativeDrift,
  })
  .meta({ id: 'AllocationRow', description: 'A row of the allocation.' });
export const rebalanceSummary = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    portfolio_label: text('Name or external_id of its portfolio.'),
    status: text('Where it stands.'),
    simulation: z.boolean().describe('True for a dry run.'),
    orders: count('How many.'),
    fills: count('How many.'),
    total_cost_bps: real('Estimated cost in basis points of the portfolio value.'),
    created_at: at('When it was created.'),
    completed_at: at('When it became final; null before.').nullable(),
  })
  .meta({ id: 'RebalanceSummary', description: 'A rebalance of either form, in short.' });
export type RebalanceSummary = z.infer<typeof rebalanceSummary>;

export const portfolioView = portfolioSummary
  .extend({
    default_tax_method: z.string().nullable().describe('How sells use lots by default; null in Form B.'),
    metadata: z.record(z.string(), z.string()).nullable().describe('Metadata as given; null in Form B.'),
    holdings: z.array(positionView).describe('Positions, valued.'),
    allocation: z.array(allocationRow).describe('One row for each ISIN held or wanted.'),
    cash_row: z
      .strictObject({
        amount: real('Base currency.'),
        weight: real('Share of the portfolio, 0 to 1.'),
        target_weight: real('What the targets leave.'),
        drift: real('Current less target weight.'),
      })
      .describe('Its cash.'),
    drift: driftSnapshot,
    band: z
      .strictObject({
        type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        threshold: real('0.05 is 5 %.'),
      })
      .describe('The band it is watched by.'),
    rebalances: z.array(rebalanceSummary).describe('Latest first.'),
    warnings: z.array(warning).describe('Rules of wrappers that it breaks.'),
  })
  .meta({ id: 'PortfolioView', description: 'A portfolio of either form.' });
export type PortfolioView = z.infer<typeof portfolioView>;

export const rebalanceList = z
  .strictObject({ rebalances: z.array(rebalanceSummary).describe('Latest first.') })
  .meta({ id: 'RebalanceList', description: 'Rebalances of both forms.' });

export const rebalanceView = z
  .strictObject({
    portfolio_label: text('Name or external_id of its portfolio.'),
    portfolio_currency: currencyText,
    form: z.enum(['A', 'B']).describe('Form that made it.'),
    tax_method: z.string().describe('by which its sells use lots'),
    actual_costs: costs.describe('of the fills so far'),
    explanation: planExplanation.nullable().describe('null: planned before there were explanations'),
    rebalance: rebalanceB,
  })
  .meta({ id: 'RebalanceView', description: 'A rebalance of either form, and why it is what it is.' });
export type RebalanceView = z.infer<typeof rebalanceView>;

export const instrumentList = z
  .strictObject({
    instruments: z
      .array(
        z
          .strictObject({
            isin: isinText,
            symbol: text('Ticker.'),
            name: text('Name of the instrument.'),
            type: text('Type.'),
            sector: text('Sector.'),
            currency: currencyText,
            primary_exchange: micText,
            listings: z.array(z.string()).describe('Every exchange that lists it.'),
            pea_eligible: z.boolean().describe('Whether a PEA may hold it.'),
          })
          .meta({ id: 'Instrument', description: 'An instrument.' }),
      )
      .describe("In the order of the market's data."),
  })
  .meta({ id: 'InstrumentList', description: 'Every instrument.' });
export type InstrumentList = z.infer<typeof instrumentList>;

const statedLot = z
  .strictObject({
    quantity: quantity.refine((value) => value > 0, 'is not above zero'),
    unit_cost: quantity.describe('base currency, charges included; at most six decimals'),
    acquired_at: instant,
  })
  .meta({ id: 'StatedLot', description: 'A tax lot.' });

/** `POST /sim/portfolios/{id}/positions`: replaces all positions. */
export const setPositions = z
  .strictObject({
    positions: z
      .array(
        z
          .strictObject({
            isin,
            exchange: mic,
            quantity,
            lots: z.array(statedLot).min(1).max(10_000).optional().describe('as many shares as the position'),
          })
          .meta({ id: 'PositionInput', description: 'A position to set.' }),
      )
      .max(10_000)
      .describe('All positions.'),
  })
  .meta({ id: 'SetPositions', description: 'Positions that replace all there are.' });
/** `POST /sim/portfolios/{id}/cash`: sets the amount, base currency. */
export const setCash = z
  .strictObject({ amount: money.describe('Base currency, at most two decimals.') })
  .meta({ id: 'SetCash', description: 'Cash to set.' });

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

/** Answer of `DELETE /sim/webhooks/{id}`. */
export const deletedWebhook = z
  .strictObject({ webhook_id: webhookId, deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedWebhook', description: 'An endpoint that is not told any more.' });
/** `POST /sim/webhooks`. `url` is an http(s) address on loopback, or a path of the built-in sink (`/sim/sink/name`). */
export const createWebhook = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(2000)
      .describe('An http(s) address on loopback, or a path of the built-in sink (`/sim/sink/name`).'),
    events: z
      .array(z.enum(WEBHOOK_TYPES))
      .min(1)
      .optional()
      .describe('Types to tell of; every type where it is left out.'),
  })
  .meta({ id: 'CreateWebhook', description: 'Who to tell of events.' });
export const webhookEndpoint = z
  .strictObject({
    webhook_id: webhookId,
    url: text('Where it is sent.'),
    events: z.array(z.string()).nullable().describe('null: every type'),
    secret: text('Secret that signs, `whsec_` and base64.'),
    status: z.enum(['enabled', 'disabled']).describe('disabled: it answered 410.'),
    created_at: at('When it was created.'),
  })
  .meta({ id: 'WebhookEndpoint', description: 'Who is told of events.' });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
export const webhookList = z
  .strictObject({ webhooks: z.array(webhookEndpoint).describe('Oldest first.') })
  .meta({ id: 'WebhookList', description: 'Every webhook endpoint.' });

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const deliverySummary = z
  .strictObject({
    delivery_id: deliveryId,
    event_id: eventId,
    type: text('Type of the event.'),
    webhook_id: webhookId,
    url: text('Where it is sent.'),
    status: z.enum(DELIVERY_STATUSES).describe('Where it stands.'),
    attempts: count('Attempts so far.'),
    response_status: z.int().nullable().describe('of the last attempt'),
    created_at: at('When it was created.'),
    next_attempt_at: at('When it is tried next; null: not any more.').nullable(),
  })
  .meta({ id: 'DeliverySummary', description: 'An event on its way to an endpoint, in short.' });
export type DeliverySummary = z.infer<typeof deliverySummary>;
export const deliveryList = z
  .strictObject({ deliveries: z.array(deliverySummary).describe('Latest first.') })
  .meta({ id: 'DeliveryList', description: 'Deliveries of webhooks.' });

export const deliveryView = deliverySummary
  .extend({
    payload: z.string().describe('the exact bytes that were signed, as text'),
    attempt_log: z
      .array(
        z
          .strictObject({
            attempt: count('Number of the attempt, from 1.'),
            at: at('When.'),
            request_headers: z.record(z.string(), z.string()).describe('Headers that were sent.'),
            response_status: z.int().nullable().describe('Null: no answer.'),
            response_body: text('What was answered.'),
            error: z.string().nullable().describe('Why there was no answer; null where there was one.'),
            duration_ms: real('Milliseconds, host time.'),
          })
          .meta({ id: 'Attempt', description: 'One attempt to deliver.' }),
      )
      .describe('Every attempt, oldest first.'),
    signature: z
      .strictObject({
        valid: z.boolean().describe('Whether it is sound.'),
        explanation: text('How it is checked.'),
        signed_content: text('What was signed.'),
        expected: text('The signature that it should have.'),
      })
      .nullable()
      .describe('check of the last attempt against the endpoint secret'),
  })
  .meta({ id: 'DeliveryView', description: 'An event on its way to an endpoint, with every attempt.' });
export type DeliveryView = z.infer<typeof deliveryView>;

/** What `GET /sim/stream` sends, as `event:` names with their `data:` shapes. */
export interface StreamMessages {
  clock: ClockWire;
  world: WorldEvent;
  delivery: DeliverySummary;
}
