/**
 * Creates, changes and revokes API keys (decision E1). Only the hash of a secret is stored; neither the database nor
 * the event log contains the secret.
 */

import { accepted, type Outcome, refused, refusedFor } from '../../outcome.ts';
import type { KeyRecord, RateLimit } from '../../ports/account-ports.ts';
import { hashSecret } from '../../secret-hash.ts';
import type { World } from '../../world.ts';

interface NewKey {
  readonly accountId: string;
  readonly name: string;
  /** `null`: the account's. */
  readonly rateLimit: RateLimit | null;
  /** 256 random bits from outside the world: keys do not follow from the seed. */
  readonly secret: string;
}

interface KeyChange {
  readonly name?: string | undefined;
  readonly rateLimit?: RateLimit | null | undefined;
}

type KeyWorld = Pick<World, 'kernel' | 'accounts' | 'apiKeys'>;

/** Refused with 400 for an unknown account. */
export function createKey(world: KeyWorld, { accountId, name, rateLimit, secret }: NewKey): Outcome<KeyRecord> {
  if (world.accounts.find(accountId) === null) {
    const issue = `names an account that does not exist: ${accountId}`;
    return refusedFor('The key cannot be created', [{ path: '/account_id', issue }]);
  }
  return world.kernel.execute((unit) => {
    const keyId = unit.nextId('ak');
    const made = { keyId, accountId, name, secretHash: hashSecret(secret), rateLimit };
    const key: KeyRecord = { ...made, isRunKey: false, createdMs: unit.nowMs, revokedMs: null };
    world.apiKeys.put(key);
    unit.emit('key.created', { key_id: keyId, account_id: accountId, name, rate_limit: rateLimit });
    return accepted(key);
  });
}

/** Refused with 404 for an unknown key, 400 for a revoked one. An empty change writes no event. */
export function changeKey(world: KeyWorld, keyId: string, change: KeyChange): Outcome<KeyRecord> {
  const before = world.apiKeys.find(keyId);
  if (before === null) return refused('not_found', `There is no key ${keyId}.`);
  if (before.revokedMs !== null) return refused('invalid_request', `The key ${keyId} is revoked.`);
  const { name = before.name, rateLimit = before.rateLimit } = change;
  if (name === before.name && rateLimit === before.rateLimit) return accepted(before);
  return world.kernel.execute((unit) => {
    const after = { ...before, name, rateLimit };
    world.apiKeys.put(after);
    unit.emit('key.changed', { key_id: keyId, name, rate_limit: rateLimit });
    return accepted(after);
  });
}

/** Refused with 404 for an unknown key, 400 for the key that the server runs with. A revoked key is not changed. */
export function revokeKey(world: KeyWorld, keyId: string): Outcome<KeyRecord> {
  const before = world.apiKeys.find(keyId);
  if (before === null) return refused('not_found', `There is no key ${keyId}.`);
  if (before.isRunKey) {
    const message = `The key ${keyId} is the default key, which cannot be revoked. To replace it, start the server with another API key.`;
    return refused('invalid_request', message, [{ path: '/id', issue: 'is the default key' }]);
  }
  if (before.revokedMs !== null) return accepted(before);
  return world.kernel.execute((unit) => {
    const after = { ...before, revokedMs: unit.nowMs };
    world.apiKeys.put(after);
    unit.emit('key.revoked', { key_id: keyId, account_id: before.accountId });
    return accepted(after);
  });
}
