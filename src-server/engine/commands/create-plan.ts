/** Plans a Form B rebalance, real or as a dry run (specification 4.2, decisions G4, G9, G10, H). */
import { fromMicro } from '../../domain/exact.ts';
import { explainOrder } from '../../domain/explain-order.ts';
import { explainPlan } from '../../domain/explain-plan.ts';
import type { Plan, PlanInput, PlannedOrder, PlanResult, PlanSettings } from '../../domain/plan.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { announce } from '../announce.ts';
import { unavailability, unpricedIsin } from '../availability.ts';
import { wrapperWarnings } from '../check-wrapper.ts';
import { findPortfolioB } from '../find-owned.ts';
import { estimateGains } from '../lots/estimate-gains.ts';
import { taxTermsOf } from '../market-snapshot.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { type PlanSubject, planSubject, type RequestedSettings, subjectOf, toPlanSettings } from '../plan-subject.ts';
import type { Notice, OrderRecord, PortfolioRecord, RebalanceRecord, StoredPlan } from '../records.ts';
import type { World } from '../world.ts';

/** The validated request, defaults filled in. */
export interface PlanRequest extends RequestedSettings {
  readonly portfolio_id: string;
  readonly simulation: boolean;
}

/** 404, 409 while one is in progress (a dry run disturbs nothing and is allowed), 400 worth nothing, 422 inside the band, 500 unpriced. */
export function createPlan(world: World, accountId: string, request: PlanRequest): Outcome<RebalanceRecord> {
  const found = findPortfolioB(world, accountId, request.portfolio_id);
  if (!found.ok) return found;
  const portfolio = found.value;
  const active = request.simulation ? null : world.rebalances.findActive(portfolio.portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const settings = toPlanSettings(request);
  const subject = subjectOf(world, portfolio);
  const result = planSubject(subject, settings);
  if (result.kind === 'worthless') {
    return refused('invalid_request', 'The portfolio is worth nothing: there is nothing to rebalance.', [
      { path: '/portfolio_id', issue: 'has neither positions nor cash' },
    ]);
  }
  if (result.kind === 'below_threshold') return belowThreshold(result);
  const unpriced = unpricedIsin(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return refused('internal_error', `Pricing is unavailable for ${unpriced}.`);
  const input = inputOf(subject, settings);
  return world.kernel.execute((unit) => accepted(store(world, unit, portfolio, request, input, result.plan)));
}

/** What the plan was made from, which is what explains it. */
function inputOf({ portfolio, positions, targets, view }: PlanSubject, settings: PlanSettings): PlanInput {
  const { currency, cashMinor, referenceRates: referencePerEurMicro } = portfolio;
  return { currency, cashMinor, positions, targets, view, settings, referencePerEurMicro };
}

function belowThreshold(result: Extract<PlanResult, { kind: 'below_threshold' }>): Outcome<never> {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const what = result.trigger === 'portfolio' ? 'The portfolio drift' : `The largest ${result.bandType} drift`;
  const where = result.largestIsin === null ? '' : ` (${result.largestIsin})`;
  const message = `${what} is ${percent(result.largestDrift)}${where}, not beyond the band of ${percent(result.threshold)}: no rebalance is needed.`;
  return refused('drift_below_threshold', message, [
    {
      path: '/drift_threshold',
      issue: `largest drift ${result.largestDrift}, band ${result.threshold} ${result.bandType}`,
    },
  ]);
}

function store(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  request: PlanRequest,
  input: PlanInput,
  plan: Plan,
): RebalanceRecord {
  const wrapper = taxTermsOf(portfolio).wrapper;
  const isins = plan.driftBefore.positions.map(({ isin }) => isin);
  const rebalance: RebalanceRecord = {
    rebalanceId: unit.nextId('rb'),
    portfolioId: portfolio.portfolioId,
    accountId: portfolio.accountId,
    status: 'plan_ready',
    simulation: request.simulation,
    plan: {
      ...storedPlan(plan, input.settings),
      gains: estimateGains(world, portfolio, plan.orders, unit.nowMs),
      explanation: explainPlan(plan, input, (isin, mic) => unavailability(world, isin, mic, unit.nowMs)),
    },
    warnings: [
      ...plan.warnings,
      ...haltWarnings(world, plan),
      ...wrapperWarnings(world, { wrapper, currency: portfolio.currency, isins }),
    ],
    failure: null,
    createdMs: unit.nowMs,
    executedMs: null,
    completedMs: null,
  };
  const orders = plan.orders.map((order) => orderRecord(unit, rebalance, order, explainOrder(order, input)));
  world.rebalances.insert(rebalance, orders);
  tellOf(world, unit, rebalance, orders);
  return rebalance;
}

/** An order for a halted instrument is taken and waits. */
function haltWarnings({ faults, kernel }: World, { orders }: Plan): Notice[] {
  const halted = orders.filter(({ mic, isin }) => faults.active('halt_instrument', mic, isin, kernel.nowMs) !== null);
  return halted.map(({ isin, mic }) => ({
    code: 'instrument_halted',
    message: `${isin} is halted at ${mic}: its order will wait until it trades again.`,
  }));
}

/** A dry run is remembered in the event log; only a plan that can be executed is announced to receivers. */
function tellOf(world: World, unit: UnitOfWork, rebalance: RebalanceRecord, orders: readonly OrderRecord[]): void {
  const data = {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    status: rebalance.status,
    simulation: rebalance.simulation,
    orders: orders.map(({ orderId, side, isin, mic, quantityMicro }) => ({
      order_id: orderId,
      side,
      isin,
      exchange: mic,
      quantity: fromMicro(quantityMicro),
    })),
    total_cost_bps: rebalance.plan.totalBps,
  };
  if (rebalance.simulation) unit.emit('rebalance.simulated', data);
  else announce(world, unit, 'rebalance.created', data);
}

function storedPlan(plan: Plan, settings: PlanSettings): StoredPlan {
  const { costs, navMinor, driftBefore, driftAfter, cashBeforeMinor, cashAfterMinor, fx } = plan;
  const { totalBps } = costs;
  return { settings, costs, totalBps, navMinor, driftBefore, driftAfter, cashBeforeMinor, cashAfterMinor, fx };
}

function orderRecord(unit: UnitOfWork, rebalance: RebalanceRecord, order: PlannedOrder, why: string): OrderRecord {
  const { costs, reasonCode, ...planned } = order;
  return {
    ...planned,
    reason: { code: reasonCode, text: why },
    orderId: unit.nextId('or'),
    rebalanceId: rebalance.rebalanceId,
    portfolioId: rebalance.portfolioId,
    filledMicro: 0,
    workingMicro: 0,
    reservedMinor: 0,
    status: 'new',
    estimatedCosts: costs,
    considerationLocalMinor: 0,
    considerationBaseMinor: 0,
    dealtRates: null,
    dealtCommission: null,
    sendings: 0,
    ending: null,
  };
}
