/** The responses of idempotency keys of Form A. */
import type { IdempotencyStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { idempotencyKeys } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

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
