/** Accounts, changed tiers, API keys and idempotency keys in SQLite. */
import { type AccountStore, DEFAULT_TIER_LIMITS, type KeyStore } from '../../engine/ports/account-ports.ts';
import type { IdempotencyStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { accounts, apiKeys, idempotencyKeys, tierLimits } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteAccountStore({ db, sqlite }: Pick<WorldDatabase, 'db' | 'sqlite'>): AccountStore {
  const rows = tableStatements({ sqlite }, accounts);
  const find = rows.prepareSelect('where account_id = ?');
  const limits = tableStatements({ sqlite }, tierLimits).prepareSelect('where tier = ?');
  return {
    put: (account) =>
      void db.insert(accounts).values(account).onConflictDoUpdate({ target: accounts.accountId, set: account }).run(),
    find: (id) => find(id)[0] ?? null,
    list: rows.prepareSelect('order by seq'),
    tierLimit: (tier) => limits(tier)[0]?.monthlyLimit ?? DEFAULT_TIER_LIMITS[tier],
    setTierLimit(tier, monthlyLimit) {
      const row = { tier, monthlyLimit };
      db.insert(tierLimits).values(row).onConflictDoUpdate({ target: tierLimits.tier, set: row }).run();
    },
  };
}

export function createSqliteKeyStore({ db, sqlite }: Pick<WorldDatabase, 'db' | 'sqlite'>): KeyStore {
  const rows = tableStatements({ sqlite }, apiKeys);
  const find = rows.prepareSelect('where key_id = ?');
  return {
    put: (key) => void db.insert(apiKeys).values(key).onConflictDoUpdate({ target: apiKeys.keyId, set: key }).run(),
    find: (id) => find(id)[0] ?? null,
    list: rows.prepareSelect('order by seq'),
  };
}

/** The responses of idempotency keys of Form A. */
export function createSqliteIdempotencyStore(database: Pick<WorldDatabase, 'sqlite'>): IdempotencyStore {
  const { sqlite } = database;
  const rows = tableStatements(database, idempotencyKeys);
  const find = rows.prepareSelect('where account_id = ? and key = ?');
  const drop = sqlite.prepare('delete from idempotency_keys where account_id = ? and key = ?');
  const forget = sqlite.prepare('delete from idempotency_keys where accepted_ms <= ?');
  return {
    put(response) {
      drop.run(response.accountId, response.key);
      rows.insert(response);
    },
    find: (accountId, key) => find(accountId, key)[0] ?? null,
    forgetUntil: (acceptedMs) => void forget.run(acceptedMs),
  };
}
