/** Commands about accounts and API keys. Each throws ApiError. */
import type {
  AccountView,
  CreatedKey,
  KeyView,
  TierView,
} from '../../src-server/contract/control/accounts/accounts.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

export function createAccount(body: FormBody): Promise<AccountView> {
  return sendJson('POST', '/sim/accounts', { body });
}

/** What is left out stays; null takes a limit of its own away. */
export function changeAccount(accountId: string, body: FormBody): Promise<AccountView> {
  return sendJson('PATCH', `/sim/accounts/${encodeURIComponent(accountId)}`, { body });
}

/** What the accounts of a tier may use in a month, unless they have a limit of their own. */
export function changeTier(tier: string, body: FormBody): Promise<TierView> {
  return sendJson('PATCH', `/sim/tiers/${encodeURIComponent(tier)}`, { body });
}

/** The answer is the only one that has the secret. */
export function createKey(body: FormBody): Promise<CreatedKey> {
  return sendJson('POST', '/sim/keys', { body });
}

/** From now on the key is 401. What is revoked stays so. */
export function revokeKey(keyId: string): Promise<KeyView> {
  return sendJson('DELETE', `/sim/keys/${encodeURIComponent(keyId)}`);
}
