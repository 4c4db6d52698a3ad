/**
 * Examines one world: the chain of its event log, and its tables, which are compared with that log and with each other.
 * The pages of the file and its schema were examined before.
 */
import { readEvent } from '../domain/events/read-event.ts';
import type { LoggedEvent } from '../kernel/event-chain.ts';
import { checkChain } from './check-chain.ts';
import { compareTables } from './compare-tables.ts';
import { checkConsistency } from './consistency/check-consistency.ts';
import type { Row } from './expected-table.ts';
import { type DoctorFindings, formatValue } from './finding.ts';
import { AUTOMATION_FOLDS } from './projection/automation-folds.ts';
import { CORPORATE_ACTION_FOLDS, finishTrades } from './projection/corporate-action-folds.ts';
import { MARKET_FOLDS } from './projection/market-folds.ts';
import { ORDER_FOLDS } from './projection/order-folds.ts';
import { finishPortfolios, PORTFOLIO_FOLDS } from './projection/portfolio-folds.ts';
import { Projection } from './projection/projection.ts';
import { REBALANCE_FOLDS } from './projection/rebalance-folds.ts';
import { ANNOUNCED_FOLDS, SERVER_FOLDS } from './projection/server-folds.ts';
import type { StoredWorldFacts, WorldTables } from './world-tables.ts';

const FOLDS = [
  PORTFOLIO_FOLDS,
  REBALANCE_FOLDS,
  ORDER_FOLDS,
  CORPORATE_ACTION_FOLDS,
  MARKET_FOLDS,
  AUTOMATION_FOLDS,
  SERVER_FOLDS,
  ANNOUNCED_FOLDS,
];

/** `null`: the database contains no world, which is a finding. */
export function examineWorld(tables: WorldTables, findings: DoctorFindings): StoredWorldFacts | null {
  const world = worldFacts(tables);
  if (world === null) {
    findings.say('state', 'there is no world in the database: table world has no row', 'world');
    return null;
  }
  const projection = new Projection(FOLDS);
  checkChain(tables, world, findings, (event, row) => {
    applyEvent(projection, event, findings);
    checkRebalance(projection, event, row, findings);
  });
  finish(projection, tables);
  compareTables(tables, projection, findings);
  checkConsistency(tables, world, projection, findings);
  return world;
}

/** A modified event may lack a field of its type, or have an invalid amount; then it is not applied. */
function applyEvent(projection: Projection, event: LoggedEvent, findings: DoctorFindings): void {
  const report = (message: string) =>
    findings.row('state', 'events', `seq=${event.seq}`, { expected: 'an event', found: event.type, message });
  const read = readEvent(event);
  if (!read.ok) {
    report(read.fault);
    return;
  }
  try {
    projection.apply(read.event);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(`it contains something impossible: ${error.message}`);
  }
}

function worldFacts(tables: WorldTables): StoredWorldFacts | null {
  for (const row of tables.rows('select * from world where id = 1')) {
    const { seed, now_ms: nowMs, event_count: events, head } = row;
    return { seed: Number(seed), nowMs: Number(nowMs), events: Number(events), head: String(head) };
  }
  return null;
}

function finish(projection: Projection, tables: WorldTables): void {
  projection.endPending();
  finishPortfolios(projection);
  finishTrades(projection);
  const { mayHaveBeenDisabled } = projection;
  for (const { webhook_id: id } of tables.rows("select webhook_id from webhook_endpoints where status = 'disabled'"))
    mayHaveBeenDisabled.add(String(id));
  // Events are not sent to an endpoint that is disabled when they occur.
  for (const row of projection.tables.deliveries.rows.values())
    row.isOptional ||= mayHaveBeenDisabled.has(String(row.key[1]));
}

/** The column of an index, which is not part of the hash. */
function checkRebalance(projection: Projection, { seq, data }: LoggedEvent, row: Row, findings: DoctorFindings): void {
  const { rebalance_id: rebalanceId, order_id: orderId } = data;
  const ofOrder = typeof orderId === 'string' ? (projection.rebalanceOf.get(orderId) ?? null) : null;
  const expected = typeof rebalanceId === 'string' ? rebalanceId : ofOrder;
  if (row.rebalance_id === expected) return;
  const place = { table: 'events', entry: `seq=${seq}`, column: 'rebalance_id' };
  findings.differ('state', place, formatValue(expected), formatValue(row.rebalance_id));
}
