/**
 * Messages to receivers of webhooks (decisions I, F11, G35): one payload for every type of event. Events that no
 * receiver gets are refused.
 */
import { z } from 'zod';
import type { WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
import { at, isinText, micText, orderId, portfolioId, real, rebalanceId, unixSeconds } from '../fields/described.ts';
import { fill, orderSide, warning } from './form-b.ts';

type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Additional fields of Form A's rebalances (decision F11). */
const timesA = {
  created: unixSeconds('Form A: when it was accepted.').optional(),
  updated: unixSeconds('Form A: when it last changed.').optional(),
  completed: unixSeconds('Form A: when it became final; null before.').nullable().optional(),
};

const plannedOrder = z
  .strictObject({
    order_id: orderId,
    side: orderSide,
    isin: isinText,
    exchange: micText,
    quantity: real('Shares to trade.'),
  })
  .meta({ id: 'PlannedOrder', description: 'An order of a plan, in brief.' });

const createdData = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: z.literal('plan_ready').describe('Status of the rebalance.'),
    simulation: z.literal(false).describe('Always false: no webhook is sent for dry runs.'),
    orders: z.array(plannedOrder).describe('Orders in the order in which they would be sent.'),
    total_cost_bps: real('Estimated cost in basis points of the portfolio value.'),
  })
  .meta({ id: 'RebalanceCreatedData', description: 'A plan that was made.' });

function statusData<const S extends string>(status: S, id: string) {
  return z
    .strictObject({
      rebalance_id: rebalanceId,
      portfolio_id: portfolioId,
      status: z.literal(status).describe('Status of the rebalance.'),
      failure: warning.nullable().describe('Reason it failed; null if it did not.'),
      ...timesA,
    })
    .meta({ id, description: `A rebalance that became ${status.replace('_', ' ')}.` });
}

const orderInShort = {
  order_id: orderId,
  side: orderSide,
  isin: isinText,
  quantity: real('Shares to trade.'),
  filled_quantity: real('Shares traded so far.'),
};

const filledData = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    order: z
      .strictObject({
        ...orderInShort,
        status: z.enum(['partially_filled', 'filled']).describe('Status of the order.'),
      })
      .meta({ id: 'FilledOrder', description: 'The order after the fill.' }),
    fill,
  })
  .meta({ id: 'OrderFilledData', description: 'A fill; a webhook is sent for every fill.' });

const rejectedData = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    order: z
      .strictObject({
        ...orderInShort,
        exchange: micText,
        status: z.enum(['rejected', 'cancelled']).describe('Status of the order; `cancelled` if it had fills before.'),
      })
      .meta({ id: 'RejectedOrder', description: 'The order that was rejected.' }),
    reason: warning.describe('Reason it was rejected.'),
  })
  .meta({ id: 'OrderRejectedData', description: 'An order that its exchange rejected.' });

const driftData = z
  .strictObject({
    portfolio_id: portfolioId,
    isin: isinText.describe('The position that drifted furthest.'),
    drift: real('Its weight minus its target.'),
    threshold: real('The band: 0.05 is 5 %.'),
    band_type: z
      .enum(['absolute', 'relative'])
      .describe('Whether the band is absolute or relative to the target weight.'),
    portfolio_drift: real('Half the sum of all absolute drifts.'),
    as_of: at('When it was measured.'),
  })
  .meta({ id: 'DriftExceededData', description: 'A portfolio that left its band.' });

function payload<const T extends WebhookType, D extends z.ZodType>(type: T, id: string, data: D) {
  return z
    .strictObject({
      type: z.literal(type).describe('Type of the event.'),
      timestamp: at('When it happened.'),
      data,
    })
    .meta({ id, description: `Payload of \`${type}\`.` });
}

/** Every type of event with its body. */
export const WEBHOOK_PAYLOADS = {
  'rebalance.created': payload('rebalance.created', 'RebalanceCreated', createdData),
  'rebalance.executing': payload(
    'rebalance.executing',
    'RebalanceExecuting',
    statusData('executing', 'RebalanceExecutingData'),
  ),
  'rebalance.partially_filled': payload(
    'rebalance.partially_filled',
    'RebalancePartiallyFilled',
    statusData('partially_filled', 'RebalancePartiallyFilledData'),
  ),
  'rebalance.complete': payload(
    'rebalance.complete',
    'RebalanceComplete',
    statusData('complete', 'RebalanceCompleteData'),
  ),
  'rebalance.failed': payload('rebalance.failed', 'RebalanceFailed', statusData('failed', 'RebalanceFailedData')),
  'rebalance.cancelled': payload(
    'rebalance.cancelled',
    'RebalanceCancelled',
    statusData('cancelled', 'RebalanceCancelledData'),
  ),
  'order.filled': payload('order.filled', 'OrderFilled', filledData),
  'order.rejected': payload('order.rejected', 'OrderRejected', rejectedData),
  'portfolio.drift_exceeded': payload('portfolio.drift_exceeded', 'PortfolioDriftExceeded', driftData),
} satisfies Record<WebhookType, z.ZodType>;
