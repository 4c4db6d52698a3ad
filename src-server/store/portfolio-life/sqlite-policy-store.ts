/**
 * Policies of portfolios in SQLite; all of them are also in memory, because the drift monitor reads them at every tick.
 */
import type { PolicyRecord } from '../../engine/policies/policy.ts';
import type { PolicyStore } from '../../engine/ports/stores.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { policies } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqlitePolicyStore(
  kernel: Pick<Kernel, 'onRollback'>,
  database: Pick<WorldDatabase, 'sqlite'>,
): PolicyStore {
  const rows = tableStatements(database, policies);
  const select = rows.prepareSelect('order by portfolio_id');
  const remove = database.sqlite.prepare('delete from policies where portfolio_id = ?');
  let loaded: Map<string, PolicyRecord> | null = null;
  kernel.onRollback(() => {
    loaded = null;
  });
  const all = () => {
    loaded ??= new Map(select().map((row) => [row.portfolioId, row]));
    return loaded;
  };
  return {
    put(policy) {
      remove.run(policy.portfolioId);
      rows.insert(policy);
      all().set(policy.portfolioId, policy);
    },
    remove(portfolioId) {
      remove.run(portfolioId);
      all().delete(portfolioId);
    },
    find: (portfolioId) => all().get(portfolioId) ?? null,
    count: () => all().size,
  };
}
