/** API schemas of `GET /sim/faults/coverage` (decision L45): which faults were met, and how the other side reacted. */
import { z } from 'zod';
import { at, count, deliveryId, eventId, faultId, real, requestId, text, webhookId } from '../../fields/described.ts';
import { API_FAULT_KINDS } from './api-fault-kinds.ts';
import { WEBHOOK_FAULT_KINDS } from './webhook-fault-kinds.ts';

export const CLIENT_REACTIONS = ['retried', 'went_on', 'nothing'] as const;
export const RECEIVER_REACTIONS = ['as_it_should', 'not_as_it_should', 'undecided'] as const;

const kindCoverage = z
  .strictObject({
    kind: z.enum([...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS]).describe('Kind of the fault.'),
    scope: z.enum(['interface', 'webhook']).describe('Who is hit by it: clients, or receivers of webhooks.'),
    set: count('Number of faults of this kind that were set.'),
    hits: count('Number of their hits.'),
    met: z
      .boolean()
      .describe('Whether any of them ever hit a request or a receiver of yours; built-in sinks do not count.'),
    reactions: z
      .partialRecord(z.enum([...CLIENT_REACTIONS, ...RECEIVER_REACTIONS]), count('Number of hits with this reaction.'))
      .describe('Number of listed hits with each reaction, excluding those of built-in sinks.'),
  })
  .meta({ id: 'FaultKindCoverage', description: 'A kind of fault and its hits.' });

/** The reaction of a client to a fault. */
const clientReaction = z
  .strictObject({
    what: z
      .enum(CLIENT_REACTIONS)
      .describe(
        'By its next request: `retried`: the same again; `went_on`: another one; `nothing`: it has sent none so far.',
      ),
    request_id: z.string().nullable().describe('Identifier of the request that it sent then; null: none.'),
    after_ms: z.int().nullable().describe('Milliseconds of host time after the fault was over.'),
    virtual_ms: z.int().nullable().describe('Milliseconds of virtual time after the fault.'),
    same_body: z.boolean().nullable().describe('Whether its body was the same, byte for byte.'),
    same_idempotency_key: z
      .boolean()
      .nullable()
      .describe('Whether its `idempotency_key` was the same; null if the first request had none.'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status of the response to that request; null: no response, or no request.'),
    too_soon: z
      .boolean()
      .nullable()
      .describe(
        'Whether it retried before `Retry-After` had passed; null: it did not retry, or the header was missing.',
      ),
    sentence: text('What it did, as a sentence for developers.'),
  })
  .meta({ id: 'ClientReaction', description: 'What a client did after a fault hit it.' });

const interfaceEncounter = z
  .strictObject({
    scope: z.literal('interface').describe('It hit a client.'),
    fault_id: faultId,
    kind: z.enum(API_FAULT_KINDS).describe('Kind of the fault.'),
    at: at('Time of the hit.'),
    request_id: requestId,
    key_id: z.string().nullable().describe('Identifier of the API key used; null: no known key.'),
    operation: z.string().nullable().describe('The operation; null: no known operation.'),
    answered: text('What the client received.'),
    reaction: clientReaction,
  })
  .meta({ id: 'InterfaceEncounter', description: 'An HTTP fault that hit a client.' });
export type InterfaceEncounter = z.infer<typeof interfaceEncounter>;

const webhookEncounter = z
  .strictObject({
    scope: z.literal('webhook').describe('It hit a receiver of webhooks.'),
    fault_id: faultId,
    kind: z.enum(WEBHOOK_FAULT_KINDS).describe('Kind of the fault.'),
    at: at('Time of the hit.'),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempt: count('Number of the attempt, from 1.'),
    event_id: eventId,
    answered: text('What the receiver responded.'),
    verdict: text('Whether that was correct, as an explanation for developers.'),
    ok: z.boolean().nullable().describe('Whether it reacted correctly; null: unknown.'),
    sink: z
      .string()
      .nullable()
      .describe('Name of the built-in sink that received it, which is not checked; null: another receiver.'),
  })
  .meta({ id: 'WebhookEncounter', description: 'A webhook fault that hit a receiver.' });
export type WebhookEncounter = z.infer<typeof webhookEncounter>;

export const faultCoverage = z
  .strictObject({
    kinds: z.array(kindCoverage).describe('Every kind of fault of the interface and of webhooks.'),
    encounters: z
      .array(z.discriminatedUnion('scope', [interfaceEncounter, webhookEncounter]))
      .describe('The latest 200 hits of each scope, latest first.'),
    journal_from: z.string().nullable().describe('Virtual time of the oldest request that the journal still has.'),
    longest_gap_ms: real('Milliseconds of host time after which a request no longer counts as a reaction.'),
  })
  .meta({ id: 'FaultCoverage', description: 'Which faults had hits, and how the other side reacted.' });
export type FaultCoverage = z.infer<typeof faultCoverage>;
