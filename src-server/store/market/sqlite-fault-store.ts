/** Market faults in SQLite. */
import type { FaultStore } from '../../market/faults/fault-registry.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { marketFaults } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteFaultStore(database: Pick<WorldDatabase, 'sqlite'>): FaultStore {
  const rows = tableStatements(database, marketFaults);
  return {
    insert: (fault) => void rows.insert(fault),
    update: rows.prepareUpdate('faultId'),
    all: rows.prepareSelect('order by rowid'),
  };
}
