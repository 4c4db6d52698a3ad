/** API schemas of webhooks under `/sim` (decisions I, L): endpoints and their secrets, deliveries, attempts. */

import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import {
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  USED_TRUSTS,
  WEBHOOK_TYPES,
} from '../../../domain/webhook-choices.ts';
import {
  at,
  count,
  deliveryId,
  eventId,
  faultId,
  orderId,
  portfolioId,
  real,
  rebalanceId,
  text,
  webhookId,
} from '../../fields/described.ts';
import { instant, numberWithin } from '../../fields/fields.ts';
import { jsonValue } from '../../fields/json-value.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { filterText, next, page } from '../../fields/paging.ts';
import { signatureExplanation } from './signature.ts';

/** A signing secret of Standard Webhooks: `whsec_` and base64 of 24 to 64 bytes (decisions I, I10). */
const BASE64 = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** A secret that the user chose for an endpoint. */
const secret = z
  .string()
  .refine(
    (text) => isSecret(text),
    'is not whsec_ and base64 of 24 to 64 bytes; leave it out to get one that is made from the seed',
  )
  .meta({
    description: 'Signing secret: `whsec_` and base64 of 24 to 64 bytes; by default, one is generated from the seed.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789ab'],
  });

/** Counts bytes in the text itself, because pages call this, too, and have no Buffer. */
function isSecret(text: string): boolean {
  const [, base64] = BASE64.exec(text) ?? [];
  if (base64 === undefined) return false;
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  const bytes = (base64.length / 4) * 3 - padding;
  return bytes >= 24 && bytes <= 64;
}

/** Response of `DELETE /sim/webhooks/{id}`. */
export const deletedWebhook = z
  .strictObject({ webhook_id: webhookId, deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedWebhook', description: 'A removed endpoint.' });

const url = z
  .string()
  .min(1)
  .max(2000)
  .describe('An http(s) address on loopback or of an allowed host, or a path of the built-in sink (`/sim/sink/name`).');
const types = z.array(z.enum(WEBHOOK_TYPES)).min(1);
const ordered = z
  .boolean()
  .describe('True: one event after the other, in the order in which they happened; false: up to 16 at once.');
const timeoutMs = numberWithin(BOUNDS.webhookTimeoutMs).describe(
  'Milliseconds of host time within which the endpoint has to respond.',
);

/** Both members are optional, so that one sentence covers none and both of them. */
const receiverTrust = z
  .strictObject({
    ca: z
      .string()
      .min(1)
      .max(200_000)
      .optional()
      .describe('One or more certificates of its CA (PEM): only what they have signed is trusted.'),
    insecure: z.literal(true).optional().describe('True: its certificate is not verified.'),
  })
  .refine(({ ca, insecure }) => (ca === undefined) !== (insecure === undefined), {
    error: 'is either {ca: PEM} or {insecure: true}',
  })
  .meta({
    id: 'ReceiverTrust',
    description:
      'How the certificate of a receiver at an https address is verified: `{ca: PEM}` or `{insecure: true}`.',
  });

/** Returns the one member that a valid `receiverTrust` has. */
export function trustOf(tls: z.output<typeof receiverTrust>): { readonly ca: string } | { readonly insecure: true } {
  return tls.ca === undefined ? { insecure: true } : { ca: tls.ca };
}

/** `POST /sim/webhooks`. */
export const createWebhook = z
  .strictObject({
    url,
    events: types.optional().describe('Event types to send; if left out, every type.'),
    ordered: ordered.default(true),
    timeout_ms: timeoutMs.default(15_000),
    secret: secret.optional(),
    tls: receiverTrust.optional(),
  })
  .meta({ id: 'CreateWebhook', description: 'The endpoint to send events to.' });

/** `PATCH /sim/webhooks/{id}`. */
export const changeWebhook = z
  .strictObject({
    url: url.optional(),
    events: types.nullable().optional().describe('Event types to send from now on; null: every type.'),
    status: z
      .enum(['enabled', 'paused'])
      .optional()
      .describe(
        '`paused`: new deliveries wait. `enabled`: waiting deliveries are sent; a disabled endpoint receives events again.',
      ),
    ordered: ordered.optional(),
    timeout_ms: timeoutMs.optional(),
    tls: receiverTrust
      .nullable()
      .optional()
      .describe('How its certificate is verified; null: as for all receivers, by what Node trusts and `--webhook-ca`.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'changes nothing: give at least one field')
  .meta({ id: 'ChangeWebhook', description: 'Settings of an endpoint to change; fields left out keep their values.' });

const LONGEST_OVERLAP_MS = 30 * 86_400_000;

/** Returns the virtual ms for which a replaced secret still signs; `null` for a text that is not such a duration. */
export function overlapMsOf(span: string): number | null {
  if (span === 'none') return 0;
  const spanMs = parseDuration(span);
  return spanMs !== null && spanMs <= LONGEST_OVERLAP_MS ? spanMs : null;
}

/** `POST /sim/webhooks/{id}/rotate-secret`; without a body, as `{}`. */
export const rotateSecretBody = z
  .strictObject({
    secret: secret.optional(),
    overlap: z
      .string()
      .refine((span) => overlapMsOf(span) !== null, 'is neither none nor a duration up to 30d, like 24h')
      .default('24h')
      .describe('Virtual time for which the previous secret also signs; `none`: it no longer signs.'),
  })
  .meta({
    id: 'RotateSecret',
    description: 'The secret that signs from now on; if left out, one is derived from the seed.',
  });

export const webhookEndpoint = z
  .strictObject({
    webhook_id: webhookId,
    url: text('Address to which events are sent.'),
    events: z.array(z.string()).nullable().describe('Event types that it receives; null: every type.'),
    secret: text('Secret that signs: `whsec_` and base64.'),
    previous_secrets: z
      .array(
        z.strictObject({
          secret: text('Secret that was replaced.'),
          valid_until: at('Time until which it signs in addition to the current one.'),
        }),
      )
      .describe('Secrets that still sign in addition to the current one, newest first.'),
    status: z.enum(ENDPOINT_STATUSES).describe('`paused`: its deliveries wait. `disabled`: it receives nothing.'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        '`gone`: it responded with 410. `failing`: nothing but failures for 120 hours. Null: it is not disabled.',
      ),
    failing_since: at(
      'Time of the first failed attempt since the last that succeeded; null: it does not fail.',
    ).nullable(),
    ordered,
    timeout_ms: timeoutMs,
    tls: receiverTrust
      .nullable()
      .describe('How its certificate is verified; null: as for all receivers, by what Node trusts and `--webhook-ca`.'),
    waiting: count('Number of pending deliveries.'),
    created_at: at('Time at which it was created.'),
  })
  .meta({ id: 'WebhookEndpoint', description: 'An endpoint that receives events.' });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
export const webhookList = z
  .strictObject({ webhooks: z.array(webhookEndpoint).describe('Endpoints, oldest first.'), next })
  .meta({ id: 'WebhookList', description: 'Every webhook endpoint.' });

/** `POST /sim/webhooks/{id}/redeliver`; without a body, as `{}`. */
export const redeliverAll = z
  .strictObject({
    since: instant.optional().describe('Only deliveries of events at this instant or later.'),
    statuses: z
      .array(z.enum(['failed', 'dropped']))
      .min(1)
      .default(['failed', 'dropped'])
      .describe('Statuses of the deliveries to send again.'),
  })
  .meta({ id: 'RedeliverAll', description: 'Deliveries of an endpoint to send again.' });
export const redelivered = z
  .strictObject({ redelivered: count('Number of deliveries that are sent again.') })
  .meta({ id: 'Redelivered', description: 'Number of deliveries that are sent again.' });

/** `POST /sim/webhooks/{id}/test`. */
export const testWebhook = z
  .strictObject({
    type: z.enum(WEBHOOK_TYPES).describe('Event type to send, whether or not the endpoint normally receives it.'),
    data: z
      .record(z.string(), jsonValue)
      .optional()
      .describe('The `data` of its payload; if left out, an example of the type.'),
  })
  .meta({ id: 'TestWebhook', description: 'The webhook with which to test an endpoint.' });

export const deliverySummary = z
  .strictObject({
    delivery_id: deliveryId,
    event_id: eventId,
    type: text('Type of the event.'),
    webhook_id: webhookId,
    url: text('Address to which it is sent; for one that has ended, the last address to which it was sent.'),
    status: z.enum(DELIVERY_STATUSES).describe('Status of the delivery; `dropped`: a fault suppressed it.'),
    attempts: count('Number of attempts so far.'),
    response_status: z.int().nullable().describe('HTTP status of the response to the last attempt.'),
    created_at: at('Time at which it was created.'),
    next_attempt_at: at('Time of the next attempt; null: none is scheduled.').nullable(),
    test: z.boolean().describe('Whether it was sent manually to test the endpoint: nothing happened in the world.'),
  })
  .meta({ id: 'DeliverySummary', description: 'Summary of the delivery of an event to an endpoint.' });
export type DeliverySummary = z.infer<typeof deliverySummary>;
/** A fault that was injected into an attempt, or into a message that a sink received. */
export const injectedFault = z.strictObject({ fault_id: faultId, kind: text('Kind of the fault.') });

const listedDelivery = deliverySummary
  .extend({
    injected: injectedFault
      .nullable()
      .describe('The fault that was injected into its latest attempt with one; null: none.'),
    injections: z
      .array(injectedFault)
      .describe('Every fault that was injected into its attempts, each once, in the order of the attempts.'),
    portfolio_id: portfolioId.nullable(),
    portfolio_label: z.string().nullable().describe('Name or external_id of that portfolio; null if it has none.'),
    rebalance_id: rebalanceId.nullable(),
    order_id: orderId.nullable(),
  })
  .meta({
    id: 'ListedDelivery',
    description: 'Delivery of an event to an endpoint, with what it concerns; null: its payload does not name one.',
  });
export type ListedDelivery = z.infer<typeof listedDelivery>;
export const deliveryList = z
  .strictObject({
    deliveries: z.array(listedDelivery).describe('Deliveries, latest first.'),
    next,
    total: count('Number of all matching deliveries.'),
  })
  .meta({ id: 'DeliveryList', description: 'Deliveries of webhooks.' });

const attempt = z
  .strictObject({
    attempt: count('Number of the attempt, from 1.'),
    url: text('Address to which it was sent.'),
    at: at('Virtual time of the attempt.'),
    sent_at: at('Time at which it was sent, by the wall clock; null if an older version sent it.').nullable(),
    request_headers: z.record(z.string(), z.string()).describe('Headers that were sent.'),
    response_status: z.int().nullable().describe('HTTP status of the response; null: no response.'),
    response_headers: z.record(z.string(), z.string()).describe('Headers of the response.'),
    response_body: text('Body of the response, at most 64 KiB.'),
    response_truncated: z.boolean().describe('Whether the response was longer than what is stored.'),
    error: z
      .string()
      .nullable()
      .describe('Reason why it failed, in words; null if the response is explanation enough.'),
    first_byte_ms: real(
      'Milliseconds of host time until the head of the response was received; null without one.',
    ).nullable(),
    duration_ms: real('Duration of the attempt in milliseconds of host time.'),
    tls: z
      .enum(USED_TRUSTS)
      .nullable()
      .describe(
        'Certificates that were trusted: `system`: those that Node trusts; `webhook_ca`: these and those of `--webhook-ca`; `endpoint_ca`: only those of `tls.ca` of the endpoint; `insecure`: any; null: nothing was sent over TLS.',
      ),
    injected: injectedFault.nullable().describe('The fault that was injected into it; null without one.'),
    signature: signatureExplanation
      .nullable()
      .describe('How a receiver should judge its signature; null if nothing was sent.'),
  })
  .meta({ id: 'Attempt', description: 'A delivery attempt.' });

export const deliveryView = deliverySummary
  .extend({
    payload: z.string().describe('The exact bytes that were signed, as text.'),
    waits_for: z
      .enum(['receiver', 'retry', 'earlier_delivery', 'endpoint'])
      .nullable()
      .describe(
        'What a pending delivery waits for: a response, the time of its next attempt, an earlier event of its endpoint, or the endpoint, which is paused; null: it is not pending.',
      ),
    waits_for_delivery: deliveryId
      .nullable()
      .describe('The delivery to the same endpoint that has to be over first; null: it waits for none.'),
    attempt_log: z.array(attempt).describe('Attempts, oldest first.'),
    signature: signatureExplanation.nullable().describe('Signature of the last attempt that was sent.'),
  })
  .meta({ id: 'DeliveryView', description: 'Delivery of an event to an endpoint, with every attempt.' });
export type DeliveryView = z.infer<typeof deliveryView>;

export const deliveriesQuery = z.strictObject({
  webhook_id: filterText.describe('Only deliveries to this endpoint.'),
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
  type: z.enum(WEBHOOK_TYPES).optional().describe('Only events of this type.'),
  event_id: filterText.describe('Only deliveries of this event.'),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Only deliveries with this text in their payload, their identifiers or the label of their portfolio; case is ignored.',
    ),
  ...page,
});
