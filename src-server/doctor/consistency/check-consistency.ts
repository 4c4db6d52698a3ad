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
    const { table, column } = rule;
    readRows(tables, rule, findings, ({ entry, expected, found }) => {
      const place = { table, entry: formatValue(entry), column };
      findings.differ('consistency', place, formatValue(expected), formatValue(found));
    });
  }
  checkTimers(tables, world.nowMs, findings);
  checkCounters(tables, world, projection, findings);
  checkLots(tables, findings);
}
