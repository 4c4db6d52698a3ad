/** Compares the tables of a database with each other where the event log does not determine their contents. */
import { type Findings, formatValue } from '../finding.ts';
import type { Projection } from '../projection/projection.ts';
import type { WorldFacts, WorldTables } from '../world-tables.ts';
import { checkCounters } from './check-counters.ts';
import { checkLots } from './check-lots.ts';
import { checkTimers } from './check-timers.ts';
import { readRows } from './read-rows.ts';
import { ROW_RULES } from './row-rules.ts';

export function checkConsistency(
  tables: WorldTables,
  world: WorldFacts,
  projection: Projection,
  findings: Findings,
): void {
  for (const rule of ROW_RULES) {
    const { table, column, format } = rule;
    readRows(tables, rule, findings, (row) => {
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
