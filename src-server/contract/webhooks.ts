/** Wire schemas of webhooks under `/sim` (decisions I, L): endpoints, deliveries, attempts. */
import { z } from 'zod';
import { at, count, deliveryId, eventId, real, text, webhookId } from './described.ts';

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
