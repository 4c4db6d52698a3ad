/** Accounts, their tiers and their API keys as stored, and the ports to their stores (decision E). */

import type { TIERS } from '../../domain/events/event-choices.ts';

export type Tier = (typeof TIERS)[number];

/** Events in a calendar month. */
export type MonthlyLimit = number | 'unlimited';
/** Requests in any 60 s. */
export type RateLimit = number | 'off';

/** Limits of a tier until they are changed (decision E3). */
export const DEFAULT_TIER_LIMITS: Readonly<Record<Tier, MonthlyLimit>> = {
  starter: 100,
  growth: 10_000,
  enterprise: 'unlimited',
};
export const DEFAULT_TIER: Tier = 'growth';

export interface AccountRecord {
  /** A short name chosen by its owner. */
  readonly accountId: string;
  readonly name: string;
  readonly tier: Tier;
  /** `null`: the tier's. */
  readonly monthlyLimit: MonthlyLimit | null;
  /** For each of its keys; `null`: the server's. */
  readonly rateLimit: RateLimit | null;
  readonly createdMs: number;
}

export interface KeyRecord {
  readonly keyId: string;
  readonly accountId: string;
  readonly name: string;
  /** See `secret-hash.ts`; the secret itself is not stored. */
  readonly secretHash: string;
  /** `null`: the account's. */
  readonly rateLimit: RateLimit | null;
  /** The key that the server is started with; there is exactly one. */
  readonly isRunKey: boolean;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

export interface AccountStore {
  /** Adds an account, or replaces the one with the same id. */
  put(account: AccountRecord): void;
  find(accountId: string): AccountRecord | null;
  /** Oldest first. */
  list(): AccountRecord[];
  tierLimit(tier: Tier): MonthlyLimit;
  setTierLimit(tier: Tier, limit: MonthlyLimit): void;
}

export interface KeyStore {
  /** Adds a key, or replaces the one with the same id. */
  put(key: KeyRecord): void;
  find(keyId: string): KeyRecord | null;
  /** Oldest first, including revoked ones. */
  list(): KeyRecord[];
}
