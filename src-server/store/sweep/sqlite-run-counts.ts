/** Counts rows of all tables of a world in SQLite, without reading plans or deliveries. */
import { costParts } from '../../domain/costs/cost-parts.ts';
import type { AttemptTally, CurrencyTrades, RunCountStore, StatusCounts } from '../../engine/run-counts.ts';
import type { WorldDatabase } from '../database/open-database.ts';

interface TradesRow {
  currency: string;
  fills: number;
  value: number;
  commission: number;
  spread: number;
  impact: number;
  fx: number;
  tax: number;
}

export function createSqliteRunCounts({ sqlite }: Pick<WorldDatabase, 'sqlite'>): RunCountStore {
  const countBy = (from: string): StatusCounts => {
    const rows = sqlite
      .prepare<[], { status: string; n: number }>(`select status, count(*) as n from ${from} group by 1 order by 1`)
      .all();
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };
  return {
    counts: () => ({
      rebalances: countBy('rebalances where simulation = 0'),
      orders: countBy(
        `(select orders.status from orders join rebalances using (rebalance_id) where rebalances.simulation = 0
         union all select 'new' from plans join rebalances using (rebalance_id), json_each(plans.orders)
         where rebalances.simulation = 0)`,
      ),
      deliveries: countBy('deliveries'),
      attempts: sqlite.prepare<[], { n: number }>('select count(*) as n from delivery_attempts').get()?.n ?? 0,
      trades: sqlite.prepare<[], TradesRow>(TRADES).all().map(toTrades),
    }),
    attemptTallies: () => sqlite.prepare<[], AttemptTally>(TALLIES).all(),
  };
}

const costSum = (part: string) => `sum(json_extract(fills.costs, '$.${part}Minor'))`;

const TRADES = `select portfolios.currency, count(*) as fills, sum(fills.value_minor) as value,
  ${costSum('commission')} as commission, ${costSum('spread')} as spread, ${costSum('impact')} as impact,
  ${costSum('fx')} as fx, ${costSum('transactionTax')} as tax
  from fills join portfolios using (portfolio_id) group by 1 order by 1`;

const TALLIES = `select at_ms as atMs, sum(taken) as succeeded, sum(1 - taken) as failed
  from (select at_ms, coalesce(response_status between 200 and 299 and error is null, 0) as taken from delivery_attempts)
  group by 1 order by 1`;

function toTrades({ currency, fills, value, commission, spread, impact, fx, tax }: TradesRow): CurrencyTrades {
  return { currency, fills, valueMinor: value, costs: costParts(commission, spread, impact, fx, tax) };
}
