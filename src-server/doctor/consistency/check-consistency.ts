/** Compares the tables of a database with each other where the event log does not determine their contents. */
import { type DoctorFindings, formatValue } from '../finding.ts';
import type { Projection } from '../projection/projection.ts';
import type { StoredWorldFacts, WorldTables } from '../world-tables.ts';
import { checkCounters } from './check-counters.ts';
import { checkTimers } from './check-timers.ts';
import { readTableRows } from './read-rows.ts';
import { ROW_RULES } from './row-rules.ts';

export function checkConsistency(
  tables: WorldTables,
  world: StoredWorldFacts,
  projection: Projection,
  findings: DoctorFindings,
): void {
  for (const rule of ROW_RULES) {
    const { table, column, format } = rule;
    readTableRows(tables, rule, findings, (row) => {
      const [entry, expected, found] = [formatValue(row.entry), formatValue(row.expected), formatValue(row.found)];
      if (format === undefined) findings.differ('consistency', { table, entry, column }, expected, found);
      else {
        const message = `${table}: ${format({ entry, expected, found })}`;
        findings.add({ check: 'consistency', table, entry, column, expected, found, message });
      }
    });
  }
  checkTimers(tables, world.nowMs, findings);
  checkCounters(tables, world, projection, findings);
  checkLots(tables, findings);
}

/** The lots of a portfolio sum to its positions: purchases less sales, changed by splits and replaced positions. */
const HELD = `select portfolio_id, isin, sum(quantity_micro) as micro from positions
  join portfolios using (portfolio_id) where deleted_ms is null group by portfolio_id, isin`;
const TRADED = `select portfolio_id, isin, side, quantity_micro from lot_trades
  join portfolios using (portfolio_id) where deleted_ms is null order by lot_trades.seq`;

function checkLots(tables: WorldTables, findings: DoctorFindings): void {
  const lots = new Map<string, number>();
  for (const { portfolio_id, isin, side, quantity_micro } of tables.rows(TRADED)) {
    const key = `portfolio_id=${portfolio_id}, isin=${isin}`;
    const [before, micro] = [lots.get(key) ?? 0, Number(quantity_micro)];
    const isChange = side === 'split' || side === 'set';
    lots.set(key, isChange ? micro : before + (side === 'buy' ? micro : -micro));
  }
  const held = new Map<string, number>();
  for (const { portfolio_id, isin, micro } of tables.rows(HELD))
    held.set(`portfolio_id=${portfolio_id}, isin=${isin}`, Number(micro));
  for (const entry of new Set([...lots.keys(), ...held.keys()])) {
    const [inLots, inPositions] = [lots.get(entry) ?? 0, held.get(entry) ?? 0];
    if (inLots === inPositions) continue;
    const place = { table: 'lot_trades', entry, column: 'quantity_micro' };
    findings.differ('consistency', place, `a total of ${inPositions}, as in the positions`, String(inLots));
  }
}
