/** Outages of the connections to exchanges, in SQLite. */
import type { OutageStore } from '../../market/exchange/exchange-order-store.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { outages } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteOutageStore(database: Pick<WorldDatabase, 'sqlite'>): OutageStore {
  const rows = tableStatements(database, outages);
  return {
    insert: (outage) => void rows.insert(outage),
    update: rows.prepareUpdate('outageId'),
    all: rows.prepareSelect('order by outage_id'),
  };
}
