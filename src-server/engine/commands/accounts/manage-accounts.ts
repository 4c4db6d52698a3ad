/**
 * Creates and changes accounts and tiers (decisions E1, E3). These are in the event log, because they affect refusals.
 */
import { accepted, type Outcome, refused } from '../../outcome.ts';
import {
  type AccountRecord,
  DEFAULT_TIER,
  type MonthlyLimit,
  type RateLimit,
  type Tier,
} from '../../ports/account-ports.ts';
import type { World } from '../../world.ts';

/** Fields of an account; `undefined` leaves a field unchanged, or at its default. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly monthlyLimit?: MonthlyLimit | null | undefined;
  readonly rateLimit?: RateLimit | null | undefined;
}

type AccountWorld = Pick<World, 'kernel' | 'accounts'>;

/** Refused with 400 if an account with this id exists. The id is well-formed. */
export function createAccount(world: AccountWorld, accountId: string, change: AccountChange): Outcome<AccountRecord> {
  if (world.accounts.find(accountId) !== null) {
    const issue = 'is the id of another account';
    return refused('invalid_request', `There is already an account ${accountId}.`, [{ path: '/account_id', issue }]);
  }
  return world.kernel.execute((unit) => {
    const { name = accountId, tier = DEFAULT_TIER, monthlyLimit = null, rateLimit = null } = change;
    const account = { accountId, name, tier, monthlyLimit, rateLimit, createdMs: unit.nowMs };
    world.accounts.put(account);
    unit.emit('account.created', { account_id: accountId, ...eventDataOf(account) });
    return accepted(account);
  });
}

/** Refused with 404 for an unknown account. An empty change writes no event. */
export function changeAccount(world: AccountWorld, accountId: string, change: AccountChange): Outcome<AccountRecord> {
  const before = world.accounts.find(accountId);
  if (before === null) return refused('not_found', `There is no account ${accountId}.`);
  const { name = before.name, tier = before.tier } = change;
  const { monthlyLimit = before.monthlyLimit, rateLimit = before.rateLimit } = change;
  const after: AccountRecord = { ...before, name, tier, monthlyLimit, rateLimit };
  const [was, is] = [eventDataOf(before), eventDataOf(after)];
  const changes: Partial<typeof is> = Object.fromEntries(
    Object.entries(is).filter(([field, value]) => was[field as keyof typeof was] !== value),
  );
  if (Object.keys(changes).length === 0) return accepted(before);
  return world.kernel.execute((unit) => {
    world.accounts.put(after);
    unit.emit('account.changed', { account_id: accountId, ...changes });
    return accepted(after);
  });
}

/** Applies from now on to every account of the tier without a limit of its own; accepted rebalances remain accepted. */
export function changeTier(world: AccountWorld, tier: Tier, monthlyLimit: MonthlyLimit): void {
  if (world.accounts.tierLimit(tier) === monthlyLimit) return;
  world.kernel.execute((unit) => {
    world.accounts.setTierLimit(tier, monthlyLimit);
    unit.emit('tier.changed', { tier, monthly_limit: monthlyLimit });
  });
}

function eventDataOf({ name, tier, monthlyLimit, rateLimit }: AccountRecord) {
  return { name, tier, monthly_limit: monthlyLimit, rate_limit: rateLimit };
}
