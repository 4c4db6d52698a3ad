/** API schemas of `/sim/accounts`, `/sim/tiers` and `/sim/keys` (decisions E7 to E13). Unknown fields are refused. */
import { z } from 'zod';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { at, count, text } from '../../fields/described.ts';
import { next, page } from '../../fields/paging.ts';
import {
  ACCOUNT_ID,
  isWithinLimit,
  type LimitRule,
  LONGEST_NAME,
  limitIssue,
  MONTHLY_LIMIT,
  RATE_LIMIT,
} from '../text-rules.ts';

const tier = z.enum(TIERS);

/** Every issue has the same sentence. */
function limitBy<None extends string>(rule: LimitRule<None>) {
  const { none, min: minimum, max: maximum } = rule;
  const issue = limitIssue(rule);
  return z.union([
    z
      .number(issue)
      .refine((value) => isWithinLimit(rule, value), issue)
      .meta({ type: 'integer', minimum, maximum }),
    z.literal(none, issue),
  ]);
}

const monthlyLimit = limitBy(MONTHLY_LIMIT).describe('Number of rebalances allowed in a UTC calendar month.');
/** The clock that counts the 60 seconds of a rate limit: that of this machine, or of the world. */
export const RATE_LIMIT_CLOCKS = ['real', 'virtual'] as const;
export type RateLimitClockName = (typeof RATE_LIMIT_CLOCKS)[number];
export const rateLimitClock = z
  .enum(RATE_LIMIT_CLOCKS)
  .describe('Clock by which rate limits count 60 s and `Retry-After` is given: that of this machine, or virtual time.');

export const rateLimit = limitBy(RATE_LIMIT).describe('Number of requests allowed in any 60 s.');

export const accountId = z
  .string()
  .regex(ACCOUNT_ID.pattern, ACCOUNT_ID.issue)
  .describe('Identifier of the account: a short name that its creator chose.');
const displayName = z.string().trim().min(1).max(LONGEST_NAME);
const keyId = z
  .string()
  .meta({ description: 'Identifier of the key, not its secret.', pattern: '^ak_[0-9A-HJKMNP-TV-Z]{26}$' });

const accountSettings = {
  name: displayName.optional().describe('Display name.'),
  tier: tier.optional().describe('Tier, whose monthly limit applies unless the account has its own.'),
  monthly_limit: monthlyLimit
    .nullable()
    .optional()
    .describe('Its own limit of rebalances per month; null if that of the tier applies.'),
  rate_limit: rateLimit
    .nullable()
    .optional()
    .describe('Number of requests allowed in any 60 s for each of its keys; null if the limit of the server applies.'),
};

/** `PATCH /sim/accounts/{account_id}`. */
export const changeAccountBody = z
  .strictObject(accountSettings)
  .meta({ id: 'ChangeAccount', description: 'Changes to an account; what is left out does not change.' });
export type ChangeAccount = z.infer<typeof changeAccountBody>;

/** `POST /sim/accounts`. */
export const createAccountBody = z
  .strictObject({ account_id: accountId, ...accountSettings })
  .meta({ id: 'CreateAccount', description: 'A new account; its name is its identifier by default.' });

export const accountView = z
  .strictObject({
    account_id: accountId,
    name: text('Display name.'),
    tier: tier.describe('Tier of the account.'),
    monthly_limit: monthlyLimit
      .nullable()
      .describe('Its own limit of rebalances per month; null if that of the tier applies.'),
    rate_limit: rateLimit
      .nullable()
      .describe(
        'Number of requests allowed in any 60 s for each of its keys; null if the limit of the server applies.',
      ),
    quota: z
      .strictObject({
        month: z.string().meta({ description: 'UTC calendar month of the virtual clock.', examples: ['2026-03'] }),
        limit: monthlyLimit.describe('Number of rebalances allowed in this month.'),
        used: count('Number of accepted Form A rebalances and of Form B plans that are not dry runs, in this month.'),
        remaining: z
          .union([count('Number of rebalances.'), z.literal('unlimited')])
          .describe('Number of rebalances left.'),
        resets_at: at('Time at which the next month begins.'),
      })
      .describe('Its quota in the current month.'),
    active_keys: count('Number of keys that are not revoked.'),
    created_at: at('Time at which it was created.'),
  })
  .meta({ id: 'Account', description: 'An account and what it has used of its quota.' });
export type AccountView = z.infer<typeof accountView>;
export const accountList = z
  .strictObject({ accounts: z.array(accountView).describe('Accounts, oldest first.'), next })
  .meta({ id: 'AccountList', description: 'Every account.' });

/** `PATCH /sim/tiers/{tier}`. */
export const changeTierBody = z
  .strictObject({ monthly_limit: monthlyLimit })
  .meta({ id: 'ChangeTier', description: 'The new limit of a tier.' });
export const tierView = z
  .strictObject({
    tier: tier.describe('Name of the tier.'),
    monthly_limit: monthlyLimit,
    accounts: count('Number of accounts that have it.'),
  })
  .meta({ id: 'Tier', description: 'A tier and what it allows.' });
export type TierView = z.infer<typeof tierView>;
export const tierList = z
  .strictObject({ tiers: z.array(tierView).describe('Tiers, from the smallest to the largest.') })
  .meta({ id: 'TierList', description: 'The three tiers.' });
export type TierList = z.infer<typeof tierList>;

const keySettings = {
  name: displayName.optional().describe('Display name.'),
  rate_limit: rateLimit
    .nullable()
    .optional()
    .describe('Number of requests allowed in any 60 s; null if the limit of the account applies.'),
};

/** `PATCH /sim/keys/{key_id}`. */
export const changeKeyBody = z
  .strictObject(keySettings)
  .meta({ id: 'ChangeKey', description: 'Changes to a key; what is left out does not change.' });

/** `POST /sim/keys`. */
export const createKeyBody = z
  .strictObject({ account_id: accountId.default('default'), ...keySettings })
  .meta({ id: 'CreateKey', description: 'A new key of an account.' });

/** `GET /sim/keys?account_id=`. */
export const keysQuery = z.strictObject({ account_id: accountId.optional(), ...page });

const keyFields = {
  key_id: keyId,
  account_id: accountId,
  name: text('Display name.'),
  status: z.enum(['active', 'revoked']).describe('Status of the key; requests with a revoked key receive 401.'),
  run_key: z.boolean().describe('True for the key that the server was started with.'),
  rate_limit: rateLimit
    .nullable()
    .describe('Its own limit of requests in any 60 s; null if the limit of the account applies.'),
  rate_limit_in_force: rateLimit.describe(
    "Number of requests allowed in any 60 s: its own limit, otherwise the account's, otherwise the server's.",
  ),
  created_at: at('Time at which it was created.'),
  revoked_at: at('Time at which it was revoked.').nullable(),
};
export const keyView = z.strictObject(keyFields).meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type KeyView = z.infer<typeof keyView>;
export const keyList = z
  .strictObject({ keys: z.array(keyView).describe('Keys, oldest first, including revoked ones.'), next })
  .meta({ id: 'ApiKeyList', description: 'API keys.' });

/** Response of `POST /sim/keys`: the only one that ever contains the secret. */
export const createdKey = z
  .strictObject({
    ...keyFields,
    secret: text('Secret that a client sends as `Bearer`. It is shown only once; only its hash is stored.'),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key with its secret.' });
export type CreatedKey = z.infer<typeof createdKey>;
