/** Accounts, tiers and keys in the terms of the control plane; never a secret or its hash. */

import type { AccountView, KeyView, TierList, TierView } from '../../../contract/control/accounts/accounts.ts';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { AccountRecord, KeyRecord, RateLimit, Tier } from '../../../engine/ports/account-ports.ts';
import { quotaOf } from '../../../engine/quota.ts';
import type { World } from '../../../engine/world.ts';

type AccountWorld = Pick<World, 'kernel' | 'accounts' | 'apiKeys' | 'rebalances'>;

/** Returns an account with its use of the quota this month. */
export function viewAccount(world: AccountWorld, account: AccountRecord): AccountView {
  const { limit, used, month } = quotaOf(world, account);
  const keys = world.apiKeys.list().filter((key) => key.accountId === account.accountId && key.revokedMs === null);
  return {
    account_id: account.accountId,
    name: account.name,
    tier: account.tier,
    monthly_limit: account.monthlyLimit,
    rate_limit: account.rateLimit,
    quota: {
      month: month.name,
      limit,
      used,
      remaining: limit === 'unlimited' ? limit : Math.max(0, limit - used),
      resets_at: formatInstant(month.untilMs),
    },
    active_keys: keys.length,
    created_at: formatInstant(account.createdMs),
  };
}

/** Returns the tier with its limit and the number of its accounts. */
export function viewTier({ accounts }: Pick<World, 'accounts'>, tier: Tier): TierView {
  const members = accounts.list().filter((account) => account.tier === tier);
  return { tier, monthly_limit: accounts.tierLimit(tier), accounts: members.length };
}

export function listTiers(world: Pick<World, 'accounts'>): TierList {
  return { tiers: TIERS.map((tier) => viewTier(world, tier)) };
}

/** `serverLimit` applies if neither the key nor its account has a limit of its own. */
export function viewKey({ accounts }: Pick<World, 'accounts'>, key: KeyRecord, serverLimit: RateLimit): KeyView {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    name: key.name,
    status: key.revokedMs === null ? ('active' as const) : ('revoked' as const),
    run_key: key.isRunKey,
    rate_limit: key.rateLimit,
    rate_limit_in_force: key.rateLimit ?? accounts.find(key.accountId)?.rateLimit ?? serverLimit,
    created_at: formatInstant(key.createdMs),
    revoked_at: key.revokedMs === null ? null : formatInstant(key.revokedMs),
  };
}
