/**
 * Starts the planned portfolios of a bulk rebalance at its pace: one for each timer. Timers are stored with the world,
 * so that the bulk continues after a server was killed (decision P6).
 */
import { invariant } from '../../domain/invariant.ts';
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type Outcome, refused } from '../outcome.ts';
import { isFormA, type PortfolioRecord, type RebalanceRecord } from '../records.ts';
import { ServiceCaller } from '../service-calls/service-caller.ts';
import type { World } from '../world.ts';
import { emitRefused, reservationKey } from './bulk-events.ts';
import { BULK_START_TIMER, type BulkRecord, type BulkRow, withBulkState } from './bulk-rebalance.ts';
import { completeIfOver, countFinal } from './finish-bulk.ts';

const MINUTE_MS = 60_000;

/** Starts the bulk: the first portfolio at this instant. */
export function beginBulk(world: World, unit: UnitOfWork, bulk: BulkRecord): BulkRecord {
  const { bulkId, terms } = bulk;
  const { planned } = world.bulks.counts(bulkId);
  unit.emit('bulk.started', { bulk_id: bulkId, portfolios: planned, per_minute: terms.perMinute });
  const timerSeq = unit.schedule(unit.nowMs, BULK_START_TIMER, { bulk_id: bulkId });
  const started = withBulkState(bulk, { next: 1, startedMs: unit.nowMs, timerSeq }, 'executing');
  world.bulks.update(started);
  return started;
}

/** Handles the start timer. */
export function startNext(world: World, unit: UnitOfWork, bulkId: string): void {
  const bulk = world.bulks.find(bulkId);
  invariant(
    bulk?.status === 'executing' && bulk.state.startedMs !== null,
    'only a bulk rebalance that executes starts',
  );
  const [row, following] = world.bulks.rowsFrom(bulkId, bulk.state.next, 'planned', 2);
  invariant(row !== undefined, 'a timer is set for a portfolio that waits');
  const started = startRow(world, unit, bulk, row);
  const attempts = bulk.state.attempts + 1;
  const dueMs = nextStartMs(bulk, 1);
  const timerSeq = following === undefined ? null : unit.schedule(dueMs, BULK_START_TIMER, { bulk_id: bulkId });
  completeIfOver(world, unit, withBulkState(started, { next: row.position + 1, attempts, timerSeq }));
}

/** Returns when the next portfolio is started, or the one `places` after it; only for a bulk that is executing. */
export function nextStartMs({ state, terms }: BulkRecord, places: number): number {
  invariant(state.startedMs !== null, 'its pace counts from the first start');
  return state.startedMs + Math.floor(((state.attempts + places) * MINUTE_MS) / terms.perMinute);
}

function startRow(world: World, unit: UnitOfWork, bulk: BulkRecord, row: BulkRow): BulkRecord {
  const started = executeRow(world, unit, row);
  if (!started.ok) {
    const refusal = { step: 'execute', code: started.code, message: started.message } as const;
    world.bulks.updateRow({ ...row, state: 'refused', refusal });
    emitRefused(unit, row, refusal);
    return bulk;
  }
  const rebalance = started.value;
  const startedRow: BulkRow = { ...row, state: 'started', rebalanceId: rebalance.rebalanceId };
  world.bulks.updateRow(startedRow);
  const counted = withBulkState(bulk, { underWay: bulk.state.underWay + 1 });
  // A rebalance without orders is complete at once.
  return isFinalRebalance(rebalance.status) ? countFinal(world, counted, startedRow, rebalance) : counted;
}

function executeRow(world: World, unit: UnitOfWork, row: BulkRow): Outcome<RebalanceRecord> {
  const portfolio = world.portfolios.find(row.portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('invalid_request', `Portfolio ${row.portfolioId} was deleted.`);
  }
  invariant(row.rebalanceId !== null, 'what is planned has a rebalance');
  const service = new ServiceCaller(world, unit, 'bulk');
  if (portfolio.form === 'B') return service.execute(portfolio, row.rebalanceId);
  return executeReserved(world, service, portfolio, row, row.rebalanceId);
}

/** Executes exactly the held plan, or nothing: a released plan is not planned again. */
function executeReserved(
  world: World,
  service: ServiceCaller,
  portfolio: PortfolioRecord,
  row: BulkRow,
  rebalanceId: string,
): Outcome<RebalanceRecord> {
  const reserved = world.rebalances.find(rebalanceId);
  const key = reservationKey(row);
  if (reserved === null || !isFormA(reserved) || reserved.formA.heldFor !== key) {
    return refused(
      'invalid_request',
      `The plan ${rebalanceId} is no longer held: another plan replaced it, or it was released.`,
    );
  }
  const { targetWeights, taxMethod } = reserved.formA;
  return service.rebalance(portfolio, {
    target_weights: targetWeights,
    tax_method: taxMethod,
    idempotency_key: key,
    drift_threshold: reserved.plan.settings.driftThreshold,
  });
}
