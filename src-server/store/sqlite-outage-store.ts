/** Times during which exchanges could not be reached, in SQLite. */
import type { OutageStore } from '../market/exchange/exchange-book.ts';
import type { WorldDatabase } from './open-database.ts';
import { outages } from './schema.ts';
import { tableStatements } from './table-statements.ts';

export function createSqliteOutageStore(database: Pick<WorldDatabase, 'sqlite'>): OutageStore {
  const rows = tableStatements(database, outages);
  return {
    insert: (outage) => void rows.insert(outage),
    update: rows.prepareUpdate('outageId'),
    all: rows.prepareSelect('order by outage_id'),
  };
}
