/** Accounts, their API keys, and webhook endpoints. Secrets are not logged. */
import { z } from 'zod';
import { TIERS } from './event-choices.ts';
import {
  accountIdField,
  event,
  flagField,
  keyIdField,
  oneOfField,
  realField,
  textField,
  webhookIdField,
} from './event-fields.ts';

const rateLimit = z
  .union([z.number(), z.literal('off')])
  .nullable()
  .describe('Requests per minute, or `off`; null: the limit of the account, or else of the server.');
const monthlyLimit = z.union([z.number(), z.literal('unlimited')]);
const accountFields = {
  name: textField('Name.'),
  tier: oneOfField(TIERS, 'The tier.'),
  monthly_limit: monthlyLimit.nullable().describe('Rebalances per month, or `unlimited`; null: the limit of its tier.'),
  rate_limit: rateLimit,
};

const url = textField('URL of the receiver.');
const events = z
  .array(textField('A type of event.'))
  .nullable()
  .describe('Types of events that it receives; null: all.');
const ordered = flagField('True: webhooks are delivered in order.');
const timeoutMs = realField('How long the receiver has to respond, in milliseconds.');
const tls = z
  .union([
    z.strictObject({ ca: textField('The only certificates that are trusted, PEM.') }),
    z.strictObject({ insecure: z.literal(true).describe('True: its certificate is not verified.') }),
  ])
  .nullable()
  .describe('Which certificates are trusted; null: those of the public authorities.');

export const SERVER_EVENT_SCHEMAS = {
  'account.created': event('An account was created.', { account_id: accountIdField, ...accountFields }),
  'account.changed': event('The tier, limits or name of an account were changed; the data has what changed.', {
    account_id: accountIdField,
    name: accountFields.name.optional(),
    tier: accountFields.tier.optional(),
    monthly_limit: accountFields.monthly_limit.optional(),
    rate_limit: accountFields.rate_limit.optional(),
  }),
  'tier.changed': event('The monthly limit of a tier was changed.', {
    tier: accountFields.tier,
    monthly_limit: monthlyLimit.describe('Rebalances per month, or `unlimited`.'),
  }),
  'key.created': event('An API key was created; its secret is not logged.', {
    key_id: keyIdField,
    account_id: accountIdField,
    name: textField('Name.'),
    rate_limit: rateLimit,
  }),
  'key.changed': event('The name or rate limit of an API key was changed.', {
    key_id: keyIdField,
    name: textField('Name.'),
    rate_limit: rateLimit,
  }),
  'key.revoked': event('An API key was revoked.', { key_id: keyIdField, account_id: accountIdField }),
  'webhook.registered': event('A webhook endpoint was registered; its secret is not logged.', {
    webhook_id: webhookIdField,
    url,
    events,
    ordered: ordered.optional(),
    timeout_ms: timeoutMs.optional(),
    tls: tls.optional(),
  }),
  'webhook.changed': event('A webhook endpoint was changed; the data has what changed.', {
    webhook_id: webhookIdField,
    url: url.optional(),
    events: events.optional(),
    status: oneOfField(['enabled', 'paused'], 'The resulting status.').optional(),
    ordered: ordered.optional(),
    timeout_ms: timeoutMs.optional(),
    tls: tls.optional(),
  }),
  'webhook.secret_rotated': event('The signing secret of a webhook endpoint was replaced.', {
    webhook_id: webhookIdField,
    rotations: realField('How many times it has been replaced.'),
  }),
  'webhook.removed': event('A webhook endpoint was removed.', { webhook_id: webhookIdField }),
};
