/**
 * The kinds of webhook faults (decisions L39, L42, L45), one row each: its fields in the API, its effect on an attempt,
 * the correct reaction of a receiver, and how the explorer uses it.
 */
import { z } from 'zod';
import type { WebhookEffect } from '../../../domain/faults/webhook-effect.ts';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { type ExploredKind, type Exploring, exploredKind, kindNames } from './fault-kind.ts';
import { faultFields, webhookHits } from './fault-terms.ts';
import {
  type FinishedAttempt,
  type ReceiverVerdict,
  toRefuse,
  toTake,
  toTakeAgain,
  toTakeDespiteLoss,
} from './receiver-verdicts.ts';

/** The deviation of a timestamp that receivers accept (Standard Webhooks, 5 minutes). */
const TOLERANCE_MS = 300_000;

interface Effect<Terms> {
  /** `strangeSecret`: a well-formed secret that belongs to no endpoint. */
  effect(terms: Terms, strangeSecret: () => string): WebhookEffect;
  /** `null`: nothing is sent. */
  verdictOn: ((attempt: FinishedAttempt, terms: Terms) => ReceiverVerdict) | null;
}

interface WebhookFaultKind<Terms> {
  effect(terms: Terms, strangeSecret: () => string): WebhookEffect;
  /** Whether the receiver reacted correctly; attempt null: it did not respond. */
  verdictOn(attempt: FinishedAttempt | null, terms: Terms): ReceiverVerdict;
  readonly explored: ExploredKind<Terms>;
}

/** Takes the description in the documents as `what`. */
function webhookFault<const Kind extends string, Fields extends z.ZodRawShape>(
  kind: Kind,
  what: string,
  fields: Fields,
  { effect, verdictOn }: Effect<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields & typeof webhookHits>>>,
  explored: Exploring<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields & typeof webhookHits>>>,
) {
  type Terms = z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields & typeof webhookHits>>;
  return {
    create: z.strictObject({ kind: z.literal(kind).describe(what), ...fields, ...webhookHits }),
    effect,
    verdictOn(attempt: FinishedAttempt | null, terms: Terms): ReceiverVerdict {
      if (verdictOn === null) return UNSENT;
      return attempt === null ? NO_RESPONSE : verdictOn(attempt, terms);
    },
    explored: exploredKind(kind, true, explored),
  };
}

const UNSENT = {
  ok: null,
  verdict: 'The webhook was never sent. Only the receiver can show whether it notices the missing webhook.',
};
const NO_RESPONSE = { ok: null, verdict: 'The receiver did not respond, so its reaction is unknown.' };

const FORGED = 'so anyone could send it events';

export const WEBHOOK_FAULTS = {
  webhook_drop: webhookFault(
    'webhook_drop',
    'The attempt is never sent, but the service considers it delivered.',
    {},
    { effect: () => ({ what: 'drop' }), verdictOn: null },
    { tried: [{ rank: 21 }], predicate: 'is never sent', isTransient: () => false },
  ),
  webhook_delay: webhookFault(
    'webhook_delay',
    'The attempt is sent later.',
    { delay: faultFields.delay },
    {
      effect: ({ delay }) => ({ what: 'delay', delayMs: parseDuration(delay) ?? 0 }),
      verdictOn: (attempt) => toTake(attempt, 'a late webhook'),
    },
    {
      tried: [{ rank: 20, terms: { delay: '1h' } }],
      predicate: 'arrives late',
      milder: (body) => (body.delay === '1h' ? [{ ...body, delay: '5m' }] : []),
    },
  ),
  webhook_duplicate: webhookFault(
    'webhook_duplicate',
    'The same webhook is sent twice.',
    {},
    {
      effect: () => ({ what: 'duplicate' }),
      verdictOn: (attempt) =>
        attempt.wasTakenBefore ? toTakeAgain(attempt.status) : toTake(attempt, 'the first of two identical webhooks'),
    },
    { tried: [{ rank: 2 }], predicate: 'arrives twice', family: 'repeated_webhook' },
  ),
  webhook_reorder: webhookFault(
    'webhook_reorder',
    'The next event of the same endpoint is sent first.',
    {},
    {
      effect: () => ({ what: 'reorder' }),
      verdictOn: (attempt) => toTake(attempt, 'a webhook that arrived out of order'),
    },
    { tried: [{ rank: 10 }], predicate: 'arrives after the next one' },
  ),
  webhook_stale_timestamp: webhookFault(
    'webhook_stale_timestamp',
    'The attempt has a valid signature for an earlier time.',
    { age: faultFields.age.default('10m') },
    {
      effect: ({ age }) => ({ what: 'stale_timestamp', ageSeconds: Math.ceil((parseDuration(age) ?? 0) / 1000) }),
      verdictOn(attempt, { age }) {
        const what = `a webhook whose timestamp was ${age} old`;
        if ((parseDuration(age) ?? 0) > TOLERANCE_MS)
          return toRefuse(attempt, what, 'so a recorded webhook could be replayed');
        return {
          ok: null,
          verdict: `The receiver responded ${attempt.status} to ${what}, which is within the usual tolerance of five minutes.`,
        };
      },
    },
    { tried: [{ rank: 11, terms: { age: '1h' } }], predicate: 'has an old timestamp' },
  ),
  webhook_bad_signature: webhookFault(
    'webhook_bad_signature',
    'The attempt has a signature that no secret produces.',
    {},
    {
      effect: () => ({ what: 'bad_signature' }),
      verdictOn: (attempt) => toRefuse(attempt, 'a webhook whose signature was broken', FORGED),
    },
    { tried: [{ rank: 12 }], predicate: 'has a wrong signature', family: 'forged_webhook' },
  ),
  webhook_wrong_secret: webhookFault(
    'webhook_wrong_secret',
    'The attempt is signed with a secret that the receiver does not know.',
    {},
    {
      effect: (_terms, strangeSecret) => ({ what: 'wrong_secret', secret: strangeSecret() }),
      verdictOn: (attempt) => toRefuse(attempt, 'a webhook signed with a secret that it does not know', FORGED),
    },
    { tried: [{ rank: 13 }], predicate: 'is signed with another secret', family: 'forged_webhook' },
  ),
  webhook_lost_acknowledgement: webhookFault(
    'webhook_lost_acknowledgement',
    'The response of the receiver is lost, so the same webhook is sent again.',
    {},
    { effect: () => ({ what: 'lost_acknowledgement' }), verdictOn: toTakeDespiteLoss },
    { tried: [{ rank: 14 }], predicate: 'is sent again, because its response is lost', family: 'repeated_webhook' },
  ),
};

export const WEBHOOK_FAULT_KINDS = kindNames(WEBHOOK_FAULTS);
export type WebhookFault = z.output<(typeof WEBHOOK_FAULTS)[keyof typeof WEBHOOK_FAULTS]['create']>;

const KINDS: Readonly<Record<WebhookFault['kind'], WebhookFaultKind<WebhookFault>>> = WEBHOOK_FAULTS;

export function webhookFaultKind(kind: WebhookFault['kind']): WebhookFaultKind<WebhookFault> {
  return KINDS[kind];
}
