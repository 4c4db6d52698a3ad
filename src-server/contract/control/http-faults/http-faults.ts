/**
 * API schemas of faults of the interface and of webhooks (decisions L39, L42), which clients and receivers of webhooks
 * meet. `/sim/faults`, world files and scenarios have them together with the market's kinds (`faults.ts`).
 */
import { z } from 'zod';
import type { WebhookEffect } from '../../../domain/faults/webhook-effect.ts';
import { SPAN_STATUSES } from '../../../domain/market-choices.ts';
import { at, count, faultId, real, text } from '../../fields/described.ts';
import { requestMatch } from '../../fields/request-match.ts';
import { API_FAULT_KINDS, API_FAULTS } from './api-fault-kinds.ts';
import { schemasOf } from './fault-kind.ts';
import { faultFields, shownResponse, webhookMatch } from './fault-terms.ts';
import { WEBHOOK_FAULT_KINDS, WEBHOOK_FAULTS, webhookFaultKind } from './webhook-fault-kinds.ts';

/** A fault as requested, without its bounds in time. */
export const interfaceFault = z.discriminatedUnion('kind', schemasOf(API_FAULTS));
export const webhookFault = z.discriminatedUnion('kind', schemasOf(WEBHOOK_FAULTS));

/** `terms`: those of a webhook fault, as it was set. */
export function webhookEffectOf(terms: object, strangeSecret: () => string): WebhookEffect {
  const fault = webhookFault.parse(terms);
  return webhookFaultKind(fault.kind).effect(fault, strangeSecret);
}

const shown = {
  fault_id: faultId,
  status: z.enum(SPAN_STATUSES).describe('Status of the fault; `cancelled`: it was ended before it began.'),
  from: at('Time at which it begins.'),
  until: at('Time at which it ends; null: when it is ended, or its hits are used up.').nullable(),
  share: real('Share of its matches that it hits, 0 to 1.'),
  skip: count('Number of matches that are spared first.'),
  count: z.int().nullable().describe('Number of hits after which it ends; null: no such limit.'),
  chances: count('Number of matches while it was active.'),
  hits: count('Number of hits.'),
  ended_at: at('Time at which it was ended manually or by its last hit; null: neither.').nullable(),
};

export const interfaceFaultView = z
  .strictObject({
    scope: z.literal('interface').describe('It affects requests to `/v1` and their responses.'),
    kind: z.enum(API_FAULT_KINDS).describe('Kind of the fault.'),
    match: requestMatch.nullable().describe('Requests that it applies to; null: every request.'),
    code: faultFields.code.optional().describe('For `api_error`: the error code.'),
    message: z.string().optional().describe('For `api_error`: its message, if one was given.'),
    retry_after_s: z.int().optional().describe('For `api_error`: header `Retry-After`, if one was given.'),
    latency_ms: faultFields.latency_ms
      .optional()
      .describe('For `api_latency`: host time by which the response is delayed.'),
    over_ms: z.int().optional().describe('For `api_slow_drip`: host time over which the body arrives.'),
    keep: z.number().optional().describe('For `api_truncated_body`: share of the body that arrives.'),
    after_processing: z
      .boolean()
      .optional()
      .describe('For `api_connection_reset` and `api_hang`: whether the request is processed first.'),
    content_type: z.string().optional().describe('For `api_wrong_content_type`: value of the header.'),
    answer: shownResponse.optional().describe('For `api_stub`: the response.'),
    before: z.boolean().optional().describe('For `api_stub`: whether the request is left unprocessed.'),
    delay_ms: z.int().optional().describe('For `api_stub`: host time by which the response is delayed.'),
    priority: z.int().optional().describe('For `api_stub`: stubs with a higher priority are tried first.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('When it has just been set: stubs that no request reaches any more; left out if there are none.'),
    ...shown,
  })
  .meta({ id: 'InterfaceFault', description: 'A fault of the interface.' });
export type InterfaceFaultView = z.infer<typeof interfaceFaultView>;

export const webhookFaultView = z
  .strictObject({
    scope: z.literal('webhook').describe('It affects the delivery of webhooks.'),
    kind: z.enum(WEBHOOK_FAULT_KINDS).describe('Kind of the fault.'),
    match: webhookMatch.nullable().describe('Attempts that it applies to; null: every attempt.'),
    delay: text('For `webhook_delay`: virtual time by which the attempt is late.').optional(),
    age: text('For `webhook_stale_timestamp`: by how much the timestamp is too old.').optional(),
    ...shown,
  })
  .meta({ id: 'WebhookFault', description: 'A webhook fault.' });
export type WebhookFaultView = z.infer<typeof webhookFaultView>;
