/** Accounts, their API keys, and webhook endpoints. Secrets are not logged. */
import { z } from 'zod';
import { TIERS } from './event-choices.ts';
import { accountId, event, flag, keyId, oneOf, real, text, webhookId } from './event-fields.ts';

const rateLimit = z
  .union([z.number(), z.literal('off')])
  .nullable()
  .describe('Requests a minute; `off`; null: that of the account, or of the server.');
const monthlyLimit = z.union([z.number(), z.literal('unlimited')]);
const accountFields = {
  name: text('Name.'),
  tier: oneOf(TIERS, 'The tier.'),
  monthly_limit: monthlyLimit.nullable().describe('Rebalances a month; `unlimited`; null: that of its tier.'),
  rate_limit: rateLimit,
};

const url = text('Address of the receiver.');
const events = z.array(text('A type.')).nullable().describe('Types that it is told; null: all.');
const ordered = flag('True: webhooks come in their order.');
const timeoutMs = real('Milliseconds that the receiver has to answer.');
const tls = z
  .union([
    z.strictObject({ ca: text('Certificates of its own authority, PEM, which count alone.') }),
    z.strictObject({ insecure: z.literal(true).describe('True: its certificate is not checked.') }),
  ])
  .nullable()
  .describe('Whose certificates are trusted; null: those that are trusted everywhere.');

export const SERVER_EVENT_SCHEMAS = {
  'account.created': event('An account was made.', { account_id: accountId, ...accountFields }),
  'account.changed': event('The tier, limits or name of an account changed; its data has what was changed.', {
    account_id: accountId,
    name: accountFields.name.optional(),
    tier: accountFields.tier.optional(),
    monthly_limit: accountFields.monthly_limit.optional(),
    rate_limit: accountFields.rate_limit.optional(),
  }),
  'tier.changed': event('The monthly limit of a tier changed.', {
    tier: accountFields.tier,
    monthly_limit: monthlyLimit.describe('Rebalances a month; `unlimited`.'),
  }),
  'key.created': event('An API key was made; its secret is not logged.', {
    key_id: keyId,
    account_id: accountId,
    name: text('Name.'),
    rate_limit: rateLimit,
  }),
  'key.changed': event('The name or rate limit of an API key changed.', {
    key_id: keyId,
    name: text('Name.'),
    rate_limit: rateLimit,
  }),
  'key.revoked': event('An API key was revoked.', { key_id: keyId, account_id: accountId }),
  'webhook.registered': event('A webhook endpoint was registered; its secret is not logged.', {
    webhook_id: webhookId,
    url,
    events,
    ordered: ordered.optional(),
    timeout_ms: timeoutMs.optional(),
    tls: tls.optional(),
  }),
  'webhook.changed': event('A webhook endpoint changed; its data has what was changed.', {
    webhook_id: webhookId,
    url: url.optional(),
    events: events.optional(),
    status: oneOf(['enabled', 'paused'], 'Status after it.').optional(),
    ordered: ordered.optional(),
    timeout_ms: timeoutMs.optional(),
    tls: tls.optional(),
  }),
  'webhook.secret_rotated': event('The signing secret of a webhook endpoint was replaced.', {
    webhook_id: webhookId,
    rotations: real('How often it was replaced.'),
  }),
  'webhook.removed': event('A webhook endpoint was removed.', { webhook_id: webhookId }),
};
