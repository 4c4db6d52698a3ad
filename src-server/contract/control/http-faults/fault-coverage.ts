/**
 * Wire schemas of `GET /sim/faults/coverage` (decision L45): which faults were met, and what the other side did then.
 */
import { z } from 'zod';
import { at, count, deliveryId, eventId, faultId, real, requestId, text, webhookId } from '../../fields/described.ts';
import { API_FAULT_KINDS, WEBHOOK_FAULT_KINDS } from './http-faults.ts';

export const CLIENT_REACTIONS = ['retried', 'went_on', 'nothing'] as const;
export const RECEIVER_REACTIONS = ['as_it_should', 'not_as_it_should', 'undecided'] as const;

const kindCoverage = z
  .strictObject({
    kind: z.enum([...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS]).describe('Kind of the fault.'),
    scope: z.enum(['interface', 'webhook']).describe('Who meets it: clients, or receivers of webhooks.'),
    set: count('Faults of this kind that were set.'),
    hits: count('How often they hit.'),
    met: z.boolean().describe('Whether one ever hit.'),
    reactions: z
      .partialRecord(z.enum([...CLIENT_REACTIONS, ...RECEIVER_REACTIONS]), count('How often.'))
      .describe('What followed in the encounters that are shown: of every reaction there is, how often.'),
  })
  .meta({ id: 'FaultKindCoverage', description: 'How a kind of fault was met.' });

/** What a client did after it met a fault. */
const clientReaction = z
  .strictObject({
    what: z
      .enum(CLIENT_REACTIONS)
      .describe('`retried`: the same again; `went_on`: something else; `nothing`: no request.'),
    request_id: z.string().nullable().describe('The request it made then; null: none.'),
    after_ms: z.int().nullable().describe('Milliseconds of host time after the fault was over.'),
    virtual_ms: z.int().nullable().describe('Milliseconds of virtual time after the fault.'),
    same_body: z.boolean().nullable().describe('Whether its body was the same, byte by byte.'),
    same_idempotency_key: z
      .boolean()
      .nullable()
      .describe('Whether its `idempotency_key` was the same; null where the first had none.'),
    status: z.int().nullable().describe('What it was answered; null: nothing, or there was none.'),
    sentence: text('What it did, for a developer.'),
  })
  .meta({ id: 'ClientReaction', description: 'What a client did after it met a fault.' });

const interfaceEncounter = z
  .strictObject({
    scope: z.literal('interface').describe('A client met it.'),
    fault_id: faultId,
    kind: z.enum(API_FAULT_KINDS).describe('Kind of the fault.'),
    at: at('When.'),
    request_id: requestId,
    key_id: z.string().nullable().describe('Key that was shown; null: none that is known.'),
    operation: z.string().nullable().describe('The operation; null: no known one.'),
    answered: text('What the client got.'),
    reaction: clientReaction,
  })
  .meta({ id: 'InterfaceEncounter', description: 'A client met a fault of the interface.' });
export type InterfaceEncounter = z.infer<typeof interfaceEncounter>;

const webhookEncounter = z
  .strictObject({
    scope: z.literal('webhook').describe('A receiver of webhooks met it.'),
    fault_id: faultId,
    kind: z.enum(WEBHOOK_FAULT_KINDS).describe('Kind of the fault.'),
    at: at('When.'),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempt: count('Number of the attempt, from 1.'),
    event_id: eventId,
    answered: text('What the receiver answered.'),
    verdict: text('Whether that was right, for a developer.'),
    ok: z.boolean().nullable().describe('Whether it reacted correctly; null: unknown.'),
  })
  .meta({ id: 'WebhookEncounter', description: 'A receiver met a fault on webhooks.' });
export type WebhookEncounter = z.infer<typeof webhookEncounter>;

export const faultCoverage = z
  .strictObject({
    kinds: z.array(kindCoverage).describe('Every kind of fault of the interface and of webhooks.'),
    encounters: z
      .array(z.discriminatedUnion('scope', [interfaceEncounter, webhookEncounter]))
      .describe('The latest 200 of either scope, latest first.'),
    journal_from: z.string().nullable().describe('Virtual time of the oldest request that the journal still has.'),
    longest_gap_ms: real('Host milliseconds after which a request is not taken for a reaction any more.'),
  })
  .meta({ id: 'FaultCoverage', description: 'Which faults were met, and what the other side did then.' });
export type FaultCoverage = z.infer<typeof faultCoverage>;
