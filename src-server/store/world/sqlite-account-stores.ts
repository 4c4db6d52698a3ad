/** Accounts, changed tiers and API keys in SQLite. */
import { type AccountStore, DEFAULT_TIER_LIMITS, type KeyStore } from '../../engine/ports/account-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { accounts, apiKeys, tierLimits } from '../database/schema.ts';
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
