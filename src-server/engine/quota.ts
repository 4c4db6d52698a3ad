/**
 * The monthly quota (decision E3): counts the stored rebalances of the virtual clock's month, so that no separate
 * counter can differ from them after a crash. Refused requests and dry runs do not count.
 */

import { invariant } from '../domain/invariant.ts';
import { countOf } from '../domain/numbers/count-of.ts';
import { formatInstant, parseInstant } from '../domain/numbers/instant.ts';
import { type Refusal, refused } from './outcome.ts';
import type { AccountRecord, MonthlyLimit } from './ports/account-ports.ts';
import type { World } from './world.ts';

type QuotaWorld = Pick<World, 'accounts' | 'rebalances' | 'kernel'>;

/** A UTC calendar month. */
interface Month {
  /** Like `2026-03`. */
  readonly name: string;
  readonly fromMs: number;
  /** When the next one begins. */
  readonly untilMs: number;
}

interface Quota {
  readonly limit: MonthlyLimit;
  readonly used: number;
  readonly month: Month;
}

/** Returns the month of an instant. */
export function monthOf(instantMs: number): Month {
  const [year = 0, month = 0] = formatInstant(instantMs).split('-', 2).map(Number);
  const isDecember = month === 12;
  const fromMs = firstInstant(year, month);
  const untilMs = isDecember ? firstInstant(year + 1, 1) : firstInstant(year, month + 1);
  return { name: formatInstant(fromMs).slice(0, 7), fromMs, untilMs };
}

/** Returns the account's own limit, else its tier's. */
function monthlyLimitOf({ accounts }: Pick<World, 'accounts'>, { monthlyLimit, tier }: AccountRecord) {
  return monthlyLimit ?? accounts.tierLimit(tier);
}

/**
 * Returns an account's limit and usage of this month; every rebalance or plan that is not a dry run counts as one
 * rebalance.
 */
export function quotaOf(world: QuotaWorld, account: AccountRecord): Quota {
  const month = monthOf(world.kernel.nowMs);
  const used = world.rebalances.countBilled(account.accountId, month.fromMs);
  return { limit: monthlyLimitOf(world, account), used, month };
}

/**
 * Refused with 402 if the account has no rebalance left this month, else `null`. Rebalances of an unlimited account are
 * not counted.
 */
export function refusedBeyondQuota(world: QuotaWorld, accountId: string): Refusal | null {
  const account = world.accounts.find(accountId);
  invariant(account !== null, `a key belongs to ${accountId}, which is no account`);
  if (monthlyLimitOf(world, account) === 'unlimited') return null;
  const { limit, used, month } = quotaOf(world, account);
  if (limit === 'unlimited' || used < limit) return null;
  const whose = account.monthlyLimit === null ? `tier ${account.tier}` : 'its own limit';
  return refused(
    'quota_exceeded',
    `The account ${accountId} has used up its quota of ${month.name}: ${used} of ${countOf(limit, 'rebalance')} (${whose}). The next month begins at ${formatInstant(month.untilMs)}.`,
  );
}

function firstInstant(year: number, month: number): number {
  const instantMs = parseInstant(`${year}-${String(month).padStart(2, '0')}-01T00:00:00Z`);
  invariant(instantMs !== null, `${year}-${month} is no month`);
  return instantMs;
}
