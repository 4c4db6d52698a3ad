/** The stores of Form A alone: compliance records of fills, and the responses of idempotency keys. */
import type { IdempotencyStore, MifidStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { idempotencyKeys, mifidRecords } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';
import { mifidReader } from './sqlite-mifid-reader.ts';

export function createSqliteMifidStore(database: Pick<WorldDatabase, 'db' | 'sqlite'>): MifidStore {
  const rows = tableStatements(database, mifidRecords);
  const find = rows.prepareSelect('where mifid_record_id = ?');
  return {
    insert: (record) => void rows.insert(record),
    find: (id) => find(id)[0] ?? null,
    ...mifidReader(database),
  };
}

export function createSqliteIdempotencyStore(database: Pick<WorldDatabase, 'sqlite'>): IdempotencyStore {
  const { sqlite } = database;
  const rows = tableStatements(database, idempotencyKeys);
  const find = rows.prepareSelect('where account_id = ? and key = ?');
  const drop = sqlite.prepare('delete from idempotency_keys where account_id = ? and key = ?');
  const forget = sqlite.prepare('delete from idempotency_keys where accepted_ms <= ?');
  return {
    put(answer) {
      drop.run(answer.accountId, answer.key);
      rows.insert(answer);
    },
    find: (accountId, key) => find(accountId, key)[0] ?? null,
    forgetUntil: (acceptedMs) => void forget.run(acceptedMs),
  };
}
