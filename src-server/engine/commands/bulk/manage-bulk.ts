/** Creates, executes and stops bulk rebalances (decision P6). */
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { reservationKey } from '../../bulk/bulk-events.ts';
import {
  BULK_PLAN_TIMER,
  type BulkRecord,
  type BulkRow,
  type BulkTerms,
  NOT_STARTED,
  withBulkState,
} from '../../bulk/bulk-rebalance.ts';
import { beginBulk } from '../../bulk/start-bulk.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { releasePlan } from '../../planning/hold-plan.ts';
import { planTermsIssues } from '../../policies/validate-policy.ts';
import { isFormA } from '../../records.ts';
import type { World } from '../../world.ts';
import { cancelReadyPlan } from '../rebalances/cancel-plan.ts';

/** The validated request. Without portfolios it covers all that the filter selects. */
interface BulkRequest extends Omit<BulkTerms, 'perMinute'> {
  readonly portfolioIds: readonly string[] | null;
  readonly perMinute: number | null;
}

/** Equals the number of requests that a key has per minute (decision E2). */
const DEFAULT_PER_MINUTE = 60;

/**
 * Refused with 400 for portfolios that do not exist and terms that contradict each other, each with its place. The bulk
 * is planned at this instant, after this command.
 */
export function createBulk(world: World, request: BulkRequest): Outcome<BulkRecord> {
  const { portfolioIds, ...terms } = request;
  const issues = [...unknownPortfolios(world, portfolioIds ?? []), ...planTermsIssues(terms)];
  if (issues.length > 0) return refusedFor('The portfolios cannot be rebalanced', issues);
  const chosen = portfolioIds ?? world.portfolios.list().map(({ portfolioId }) => portfolioId);
  return world.kernel.execute((unit) => {
    const bulkId = unit.nextId('bk');
    const perMinute = request.perMinute ?? defaultPace(world);
    unit.emit('bulk.requested', {
      ...(portfolioIds === null ? { filter: request.filter } : { portfolio_ids: portfolioIds }),
      bulk_id: bulkId,
      settings: { ...terms.settings },
      execute: terms.execute,
      per_minute: perMinute,
      ...(terms.to === 'target' ? {} : { to: terms.to }),
      ...(terms.band_5_25 ? { band_5_25: true } : {}),
    });
    const timerSeq = unit.schedule(unit.nowMs, BULK_PLAN_TIMER, { bulk_id: bulkId });
    const bulk: BulkRecord = {
      bulkId,
      createdMs: unit.nowMs,
      status: 'planning',
      terms: { ...terms, perMinute },
      state: { ...NOT_STARTED, timerSeq },
    };
    world.bulks.insert(bulk, chosen);
    return accepted(bulk);
  });
}

/**
 * Refused with 404; 409 while it is planned or executed; 400 if it is over or no plan is left. Without a pace, the bulk's
 * own one applies.
 */
export function executeBulk(world: World, bulkId: string, perMinute: number | null): Outcome<BulkRecord> {
  const found = findBulk(world, bulkId);
  if (!found.ok) return found;
  const { status, terms } = found.value;
  if (status === 'planning' || status === 'executing') {
    return refused('already_executing', `The bulk rebalance ${bulkId} is ${status}.`);
  }
  if (status !== 'planned') {
    return refused('invalid_request', `The bulk rebalance ${bulkId} is ${status}: no plan is waiting.`);
  }
  if (world.bulks.counts(bulkId).planned === 0) {
    return refused('invalid_request', `No plan of the bulk rebalance ${bulkId} is left to execute.`);
  }
  const bulk = { ...found.value, terms: { ...terms, perMinute: perMinute ?? terms.perMinute } };
  return world.kernel.execute((unit) => accepted(beginBulk(world, unit, bulk)));
}

/** Refused with 404; 400 if it is over. Started rebalances continue; waiting plans are cancelled. */
export function stopBulk(world: World, bulkId: string): Outcome<BulkRecord> {
  const found = findBulk(world, bulkId);
  if (!found.ok) return found;
  const { status, state } = found.value;
  if (status === 'complete' || status === 'stopped') {
    return refused('invalid_request', `The bulk rebalance ${bulkId} is ${status}: nothing is waiting.`);
  }
  return world.kernel.execute((unit) => {
    if (state.timerSeq !== null) unit.cancel(state.timerSeq);
    const waiting = world.bulks.rows(bulkId).filter((row) => row.state === 'waiting' || row.state === 'planned');
    for (const row of waiting) cancelRow(world, unit, row);
    unit.emit('bulk.stopped', { bulk_id: bulkId, cancelled: waiting.length, under_way: state.underWay });
    const stopped = withBulkState(found.value, { timerSeq: null, endedMs: unit.nowMs }, 'stopped');
    world.bulks.update(stopped);
    return accepted(stopped);
  });
}

/** Refused with 404 for an unknown one. */
export function findBulk(world: World, bulkId: string): Outcome<BulkRecord> {
  const bulk = world.bulks.find(bulkId);
  return bulk === null ? refused('not_found', `There is no bulk rebalance ${bulkId}.`) : accepted(bulk);
}

/** A plan that a client executed or cancelled is not changed. */
function cancelRow(world: World, unit: UnitOfWork, row: BulkRow): void {
  world.bulks.updateRow({ ...row, state: 'cancelled' });
  const plan = row.rebalanceId === null ? null : world.rebalances.find(row.rebalanceId);
  if (plan === null || plan.status !== 'plan_ready') return;
  if (!isFormA(plan)) cancelReadyPlan(world, unit, plan);
  else if (plan.formA.heldFor === reservationKey(row)) releasePlan(world, plan);
}

/**
 * Returns a pace at which clients that made these requests themselves would stay within their limits (decisions E2,
 * E13).
 */
function defaultPace({ accounts }: Pick<World, 'accounts'>): number {
  const limits = accounts.list().map(({ rateLimit }) => rateLimit);
  return Math.min(DEFAULT_PER_MINUTE, ...limits.filter((limit) => typeof limit === 'number'));
}

function* unknownPortfolios(world: World, portfolioIds: readonly string[]): Generator<ValidationIssue> {
  for (const [index, portfolioId] of portfolioIds.entries()) {
    const portfolio = world.portfolios.find(portfolioId);
    if (portfolio !== null && portfolio.deletedMs === null) continue;
    yield { path: `/portfolio_ids/${index}`, issue: `there is no portfolio ${portfolioId}` };
  }
}
