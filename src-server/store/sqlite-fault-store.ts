/** Market faults in SQLite. */
import type { FaultStore } from '../market/faults/fault-book.ts';
import type { WorldDatabase } from './open-database.ts';
import { marketFaults } from './schema.ts';
import { tableStatements } from './table-statements.ts';

export function createSqliteFaultStore(database: Pick<WorldDatabase, 'sqlite'>): FaultStore {
  const rows = tableStatements(database, marketFaults);
  return {
    insert: (fault) => void rows.insert(fault),
    update: rows.prepareUpdate('faultId'),
    all: rows.prepareSelect('order by rowid'),
  };
}
