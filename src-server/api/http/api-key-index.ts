/**
 * Finds the account and the limits of an API key (decisions E1, E2; specification 5). Stores hashes only. A key is
 * found by the first bytes of its hash, which do not reveal the secret, and compared in constant time.
 */
import type { KeyRecord } from '../../engine/ports/account-ports.ts';
import { hashSecret, isSameHash } from '../../engine/secret-hash.ts';
import type { World } from '../../engine/world.ts';

/** The rights of a request with a valid key. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly isRevoked: boolean;
  /** Requests in any 60 s; `null`: no limit. */
  readonly requestLimit: number | null;
}

export interface ApiKeyIndex {
  /** Returns the holder of this secret, or `null`. */
  holderOf(secret: string): KeyHolder | null;
  /** Whether a key has this id, which is not secret. */
  isKeyId(text: string): boolean;
  /** Returns the limit that applies to a key, by its id; `null`: none. */
  requestLimitOf(keyId: string): number | null;
  /** Reads keys and accounts again; must be called after one has changed. */
  reload(): void;
}

/** Number of base-64 digits in the index: 24 bits. */
const INDEXED_DIGITS = 4;

/**
 * `serverLimit` applies to keys without a limit of their own or of their account; `null`: no limit; `ignored`: no key
 * has one.
 */
export function createApiKeyIndex(
  { accounts, apiKeys }: Pick<World, 'accounts' | 'apiKeys'>,
  serverLimit: ServerLimit,
): ApiKeyIndex {
  let byIndex = new Map<string, readonly Entry[]>();
  let limits = new Map<string, number | null>();

  function reload(): void {
    const ofAccounts = new Map(accounts.list().map(({ accountId, rateLimit }) => [accountId, rateLimit]));
    const entries = apiKeys.list().map((key) => toEntry(key, ofAccounts.get(key.accountId) ?? null, serverLimit));
    byIndex = Map.groupBy(entries, ({ secretHash }) => secretHash.slice(0, INDEXED_DIGITS));
    limits = new Map(entries.map(({ holder }) => [holder.keyId, holder.requestLimit]));
  }

  reload();
  return {
    holderOf(secret) {
      const presented = hashSecret(secret);
      const candidates = byIndex.get(presented.slice(0, INDEXED_DIGITS)) ?? [];
      return candidates.find(({ secretHash }) => isSameHash(secretHash, presented))?.holder ?? null;
    },
    isKeyId: (text) => limits.has(text),
    requestLimitOf: (keyId) => limits.get(keyId) ?? null,
    reload,
  };
}

/** Returns the token of an `Authorization: Bearer` header, or `null`. */
export function bearerToken(header: string | undefined): string | null {
  const match = header === undefined ? null : BEARER.exec(header);
  return match?.[1] ?? null;
}

interface Entry {
  readonly secretHash: string;
  readonly holder: KeyHolder;
}

type ServerLimit = number | null | 'ignored';

function toEntry(key: KeyRecord, ofAccount: KeyRecord['rateLimit'], serverLimit: ServerLimit): Entry {
  const own = serverLimit === 'ignored' ? 'off' : (key.rateLimit ?? ofAccount ?? serverLimit);
  const requestLimit = own === 'off' ? null : own;
  const { keyId, accountId, secretHash, revokedMs } = key;
  return { secretHash, holder: { keyId, accountId, isRevoked: revokedMs !== null, requestLimit } };
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;
