/** Converts an account of a world file to the engine's request. */
import type { ChangeAccount } from '../../contract/control/accounts/accounts.ts';
import type { AccountChange } from '../../engine/commands/accounts/manage-accounts.ts';

export function toAccountChange(body: ChangeAccount): AccountChange {
  const { name, tier, monthly_limit: monthlyLimit, rate_limit: rateLimit } = body;
  return { name, tier, monthlyLimit, rateLimit };
}
