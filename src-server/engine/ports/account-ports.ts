/**
 * Accounts, their tiers and their API keys as the engine keeps them, and the ports through which it does (decision E).
 */

import type { TIERS } from '../../domain/events/event-choices.ts';

export type Tier = (typeof TIERS)[number];

/** Events in a calendar month. */
export type MonthlyLimit = number | 'unlimited';
/** Requests in any 60 s. */
export type RateLimit = number | 'off';

/** What a tier allows until somebody changes it (decision E3). */
export const DEFAULT_TIER_LIMITS: Readonly<Record<Tier, MonthlyLimit>> = {
  starter: 100,
  growth: 10_000,
  enterprise: 'unlimited',
};
export const DEFAULT_TIER: Tier = 'growth';

export interface AccountRecord {
  /** A short name that its owner chose. */
  readonly accountId: string;
  readonly name: string;
  readonly tier: Tier;
  /** `null`: the tier's. */
  readonly monthlyLimit: MonthlyLimit | null;
  /** Of each of its keys; `null`: the server's. */
  readonly rateLimit: RateLimit | null;
  readonly createdMs: number;
}

export interface KeyRecord {
  readonly keyId: string;
  readonly accountId: string;
  readonly name: string;
  /** See `secret-hash.ts`; the secret itself is kept nowhere. */
  readonly secretHash: string;
  /** `null`: the account's. */
  readonly rateLimit: RateLimit | null;
  /** The key that the server is started with; there is one. */
  readonly isRunKey: boolean;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

export interface AccountStore {
  /** Takes the place of the account of the same id. */
  put(account: AccountRecord): void;
  find(accountId: string): AccountRecord | null;
  /** Oldest first. */
  list(): AccountRecord[];
  tierLimit(tier: Tier): MonthlyLimit;
  setTierLimit(tier: Tier, limit: MonthlyLimit): void;
}

export interface KeyStore {
  /** Takes the place of the key of the same id. */
  put(key: KeyRecord): void;
  find(keyId: string): KeyRecord | null;
  /** Oldest first, revoked ones too. */
  list(): KeyRecord[];
}
