/**
 * Plans the portfolios of a bulk rebalance, some in each step, all at one instant (decision P6). A refusal is stored as
 * the service returned it and does not stop the bulk.
 */
import type { ConstraintExplanation } from '../../domain/explain/explanation.ts';
import { invariant } from '../../domain/invariant.ts';
import { BAND_5_25, type DriftBand } from '../../domain/valuation/drift.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { taxCover } from '../lots/tax-cover.ts';
import { type Outcome, type Refusal, refused } from '../outcome.ts';
import { measureBand } from '../policies/measure-band.ts';
import { type PlanTerms, requestedSettings, requestedThresholdA } from '../policies/policy.ts';
import { formAIssues } from '../policies/validate-policy.ts';
import type { GainsEstimate, PortfolioRecord, PortfolioRecordA, RebalanceRecord } from '../records.ts';
import { requestOfFormA, ServiceCaller } from '../service-calls/service-caller.ts';
import type { World } from '../world.ts';
import { describeTotals, emitRefused, reservationKey } from './bulk-events.ts';
import {
  addToTotals,
  BULK_PLAN_TIMER,
  BULK_START_TIMER,
  type BulkFigures,
  type BulkRecord,
  type BulkRow,
  type PlanLimit,
  withBulkState,
} from './bulk-rebalance.ts';
import { completeIfOver } from './finish-bulk.ts';
import { beginBulk, startNext } from './start-bulk.ts';

/** A step is one transaction, during which no other request gets a response. */
const PORTFOLIOS_PER_STEP = 8;

/** Handles the planning timer. */
function planSome(world: World, unit: UnitOfWork, bulkId: string): void {
  const found = world.bulks.find(bulkId);
  invariant(found?.status === 'planning', 'the timers of a bulk rebalance end with its planning');
  const rows = world.bulks.rowsFrom(bulkId, found.state.next, 'waiting', PORTFOLIOS_PER_STEP);
  const bulk = rows.reduce((before, row) => planRow(world, unit, before, row), found);
  const last = rows.at(-1);
  if (last !== undefined && rows.length === PORTFOLIOS_PER_STEP) {
    const timerSeq = unit.schedule(unit.nowMs, BULK_PLAN_TIMER, { bulk_id: bulkId });
    world.bulks.update(withBulkState(bulk, { next: last.position + 1, timerSeq }));
  } else finishPlanning(world, unit, bulk);
}

function finishPlanning(world: World, unit: UnitOfWork, bulk: BulkRecord): void {
  const { bulkId, terms } = bulk;
  const { planned, refused: refusals } = world.bulks.counts(bulkId);
  unit.emit('bulk.planned', {
    bulk_id: bulkId,
    planned,
    refused: refusals,
    totals: describeTotals(bulk.state.planned),
  });
  const waits = withBulkState(bulk, { next: 1, timerSeq: null, plannedMs: unit.nowMs }, 'planned');
  if (planned === 0) completeIfOver(world, unit, waits);
  else if (terms.execute) beginBulk(world, unit, waits);
  else world.bulks.update(waits);
}

function planRow(world: World, unit: UnitOfWork, bulk: BulkRecord, row: BulkRow): BulkRecord {
  const portfolio = world.portfolios.find(row.portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refuse(world, unit, bulk, row, refused('not_found', `There is no portfolio ${row.portfolioId}.`));
  }
  const { terms } = bulk;
  if (bulk.terms.filter === 'outside_band' && !isOutsideBand(world, portfolio, terms)) {
    world.bulks.removeRow(row);
    return bulk;
  }
  const planned = planOne(world, unit, portfolio, terms, reservationKey(row));
  if (!planned.ok) return refuse(world, unit, bulk, row, planned);
  const figures = plannedFigures(world, portfolio, planned.value);
  world.bulks.updateRow({ ...row, state: 'planned', rebalanceId: planned.value.rebalanceId, planned: figures });
  return withBulkState(bulk, { planned: addToTotals(bulk.state.planned, portfolio.currency, figures) });
}

function planOne(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  terms: PlanTerms,
  key: string,
): Outcome<RebalanceRecord> {
  const service = new ServiceCaller(world, unit, 'bulk');
  return portfolio.form === 'A'
    ? previewReserved(world, service, portfolio, terms, key)
    : service.plan(portfolio, terms);
}

/**
 * Form A has no plan that waits: its dry run is held under a key, and the request with that key executes exactly this
 * plan (decision L94).
 */
function previewReserved(
  world: World,
  service: ServiceCaller,
  portfolio: PortfolioRecordA,
  terms: PlanTerms,
  key: string,
): Outcome<RebalanceRecord> {
  const issues = [...formAIssues(terms)];
  if (issues.length > 0) {
    const names = issues.map(({ path }) => path.split('/').at(-1)).join(', ');
    return refused('invalid_request', `The portfolio is of Form A, which has no parameter ${names}.`, issues);
  }
  const request = requestOfFormA(world, portfolio, terms);
  return request.ok ? service.preview(portfolio, { ...request.value, idempotency_key: key }) : request;
}

/**
 * Whether a portfolio is outside the band of the settings, measured as its plan would: no chosen portfolio is then
 * refused as inside it.
 */
function isOutsideBand(world: World, portfolio: PortfolioRecord, terms: PlanTerms): boolean {
  if (world.portfolios.targets(portfolio.portfolioId).length === 0) return false;
  const isFormA = portfolio.form === 'A';
  const { fx_overlay } = requestedSettings(terms, undefined);
  const band = isFormA ? bandOfA(terms) : bandOfB(terms);
  return measureBand(world, portfolio, band, { fxOverlay: !isFormA && fx_overlay, nowMs: world.kernel.nowMs }).breached;
}

function bandOfA(terms: PlanTerms): DriftBand {
  if (terms.band_5_25) return BAND_5_25;
  return { threshold: requestedThresholdA(terms, undefined), bandType: 'absolute', trigger: 'any_position' };
}

function bandOfB(terms: PlanTerms): DriftBand {
  if (terms.band_5_25) return BAND_5_25;
  const { drift_threshold, band_type, rebalance_trigger } = requestedSettings(terms, undefined);
  return { threshold: drift_threshold, bandType: band_type, trigger: rebalance_trigger };
}

function plannedFigures(world: World, portfolio: PortfolioRecord, { rebalanceId, plan }: RebalanceRecord): BulkFigures {
  const orders = world.rebalances.orders(rebalanceId);
  const taxBudgetMinor = plan.explanation?.constraints?.gainsTaxBudgetMinor;
  return {
    orders: orders.length,
    turnoverMinor: orders.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0),
    costs: plan.costs,
    driftBefore: plan.driftBefore.maxDrift,
    driftAfter: plan.driftAfter.maxDrift,
    portfolioDrift: [plan.driftBefore.portfolioDrift, plan.driftAfter.portfolioDrift],
    navMinor: plan.navMinor,
    limits: limitsOf(plan),
    ...(plan.gains === undefined ? {} : plannedTax(world, portfolio, plan.cashAfterMinor, plan.gains)),
    ...(taxBudgetMinor === undefined ? {} : { taxBudgetMinor }),
  };
}

function plannedTax(
  world: World,
  portfolio: PortfolioRecord,
  cashMinor: number,
  { netGainMinor, taxMinor }: GainsEstimate,
): Pick<BulkFigures, 'taxMinor' | 'taxMissingMinor'> {
  const cover = taxCover(world, portfolio, { cashMinor, netGainMinor, atMs: world.kernel.nowMs });
  return { taxMinor, taxMissingMinor: cover.missingMinor };
}

/** Returns the limits, the constraint that reduces most first: rounding to whole shares seldom matters. */
function limitsOf({ explanation }: RebalanceRecord['plan']): PlanLimit[] {
  const reducedMinor = ({ orders }: ConstraintExplanation['bound'][number]) =>
    orders.reduce((sum, { wantedMinor, allowedMinor }) => sum + wantedMinor - allowedMinor, 0);
  const bound = explanation?.constraints?.bound ?? [];
  const constraints = bound.toSorted((one, other) => reducedMinor(other) - reducedMinor(one));
  return [
    ...(explanation?.budget?.binds === true ? (['cost_budget'] as const) : []),
    ...constraints.map(({ constraint }) => constraint),
  ];
}

function refuse(world: World, unit: UnitOfWork, bulk: BulkRecord, row: BulkRow, { code, message }: Refusal) {
  world.bulks.updateRow({ ...row, state: 'refused', refusal: { step: 'plan', code, message } });
  emitRefused(unit, row, { step: 'plan', code, message });
  return bulk;
}

/** Registers the timers of bulk rebalances. Must be called once, before time advances. */
export function handleBulkRebalances(world: World): void {
  world.kernel.onTimer(BULK_PLAN_TIMER, (unit, payload) => planSome(world, unit, bulkIdOf(payload)));
  world.kernel.onTimer(BULK_START_TIMER, (unit, payload) => startNext(world, unit, bulkIdOf(payload)));
}

function bulkIdOf(payload: Json): string {
  return (payload as { readonly bulk_id: string }).bulk_id;
}
