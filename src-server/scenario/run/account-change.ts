/** From an account as it is written down to what the engine is asked to make or change. */
import type { ChangeAccount } from '../../contract/control/accounts/accounts.ts';
import type { AccountChange } from '../../engine/commands/accounts/manage-accounts.ts';

export function toAccountChange(body: ChangeAccount): AccountChange {
  const { name, tier, monthly_limit: monthlyLimit, rate_limit: rateLimit } = body;
  return { name, tier, monthlyLimit, rateLimit };
}
