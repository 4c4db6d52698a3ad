/** Rebalances a Form A portfolio: planned, kept and executed in one unit of work (specification 4.1, decisions F4, F5). */
import type { LotMethod } from '../../domain/lots/lot.ts';
import type { Plan, PlanInput, PlanSettings } from '../../domain/plan.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { unpricedIsin } from '../availability.ts';
import { findWrapperBreaches } from '../check-wrapper.ts';
import { startRebalance } from '../execution/start-rebalance.ts';
import { findPortfolioA } from '../find-owned.ts';
import { belowThreshold, keepPlan, plannedOrders, refusedWhileActive } from '../keep-plan.ts';
import { forgetOldAnswers } from '../kept-answers.ts';
import { lotMethodOf } from '../lots/tax-terms-of.ts';
import { taxTermsOf } from '../market-snapshot.ts';
import { accepted, type Fault, type Outcome, refused } from '../outcome.ts';
import { inputOf, type PlanSubject, planSubject, subjectOf } from '../plan-subject.ts';
import { refusedBeyondQuota } from '../quota.ts';
import type { FormATerms, Notice, PortfolioRecordA, RebalanceRecord } from '../records.ts';
import { viewStartedA } from '../views/view-rebalance-a.ts';
import type { World } from '../world.ts';

/** The validated request, defaults filled in. */
export interface RebalanceRequestA {
  readonly target_weights: Readonly<Record<string, number>>;
  readonly tax_method?: LotMethod | undefined;
  readonly drift_threshold: number;
  readonly idempotency_key?: string | undefined;
}

const ACCEPTED_STATUS = 202;
/** What Form A has no parameters for is as Form B's defaults have it, but for the overlay, which is Form B's alone. */
const FRACTIONAL_PRECISION = 4;

/**
 * 400 unknown ISINs and enforced rules, 404, 409 while one is in progress, 400 worth nothing, 402 beyond the quota, 422
 * inside the band, 500 where something needed cannot be priced or reached. A repeated key is the caller's question
 * (`keptAnswer`), before all.
 */
export function rebalancePortfolioA(
  world: World,
  accountId: string,
  portfolioId: string,
  request: RebalanceRequestA,
): Outcome<RebalanceRecord> {
  const unknown = targetFaults(world, Object.keys(request.target_weights));
  if (unknown.length > 0) return refused('invalid_request', 'The portfolio cannot be rebalanced.', unknown);
  const found = findPortfolioA(world, accountId, portfolioId);
  if (!found.ok) return found;
  const portfolio = found.value;
  const faults = ruleFaults(world, portfolio, request);
  if (faults.length > 0) return refused('invalid_request', 'The portfolio cannot be rebalanced.', faults);
  const busy = refusedWhileActive(world, portfolioId);
  if (busy !== null) return busy;
  const targets = Object.entries(request.target_weights).map(([isin, weight]) => ({ isin, weight }));
  const subject = subjectOf(world, portfolio, targets);
  const settings = settingsOf(request);
  const result = planSubject(subject, settings);
  if (result.kind === 'worthless') {
    return refused('invalid_request', 'The portfolio is worth nothing: there is nothing to rebalance.', [
      { path: '/id', issue: 'has neither positions nor cash' },
    ]);
  }
  const overQuota = refusedBeyondQuota(world, accountId);
  if (overQuota !== null) return overQuota;
  if (result.kind === 'below_threshold') return belowThreshold(result);
  const unreachable = unreachableReason(world, subject, result.plan);
  if (unreachable !== null) return refused('internal_error', unreachable);
  const input = inputOf(subject, settings);
  return world.kernel.execute((unit) => accepted(begin(world, unit, portfolio, request, input, result.plan)));
}

/** One fault for each ISIN that is not in the universe (decision C4); ISINs are sound. */
export function targetFaults({ market }: Pick<World, 'market'>, isins: readonly string[]): Fault[] {
  return isins
    .filter((isin) => !market.instruments.has(isin))
    .map((isin) => ({ path: `/target_weights/${isin}`, issue: `${isin} is not in the instrument universe` }));
}

function settingsOf({ drift_threshold: driftThreshold }: RebalanceRequestA): PlanSettings {
  return {
    driftThreshold,
    bandType: 'absolute',
    rebalanceTrigger: 'any_position',
    costBudgetBps: null,
    fractionalPrecision: FRACTIONAL_PRECISION,
    fxOverlay: false,
  };
}

/** What rules that are enforced refuse (decisions M2, M3). */
function ruleFaults(world: World, portfolio: PortfolioRecordA, request: RebalanceRequestA): Fault[] {
  if (world.rules !== 'enforce') return [];
  const { wrapper } = taxTermsOf(portfolio);
  const isins = Object.keys(request.target_weights);
  const breaches = findWrapperBreaches(world, { wrapper, currency: portfolio.currency, isins });
  const ofIsins = breaches.flatMap(({ isin, message }) =>
    isin === null ? [] : [{ path: `/target_weights/${isin}`, issue: message }],
  );
  return [
    ...ofIsins,
    ...methodNotices(world, portfolio, request).map(({ message }) => ({ path: '/tax_method', issue: message })),
  ];
}

function methodNotices(world: World, portfolio: PortfolioRecordA, { tax_method: method }: RebalanceRequestA): Notice[] {
  const { breach } = lotMethodOf(world.market, portfolio, method ?? null);
  return breach === null || world.rules === 'off' ? [] : [{ code: breach.code, message: breach.message }];
}

/** Nobody looks at the plan before it is executed, so what it would have to leave undone for want of an exchange is an error. */
function unreachableReason(world: World, subject: PlanSubject, plan: Plan): string | null {
  const unpriced = unpricedIsin(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return `Pricing is unavailable for ${unpriced}.`;
  return plan.warnings.find(({ code }) => code === 'exchange_disconnected')?.message ?? null;
}

function begin(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecordA,
  request: RebalanceRequestA,
  input: PlanInput,
  plan: Plan,
): RebalanceRecord {
  const { method: taxMethod } = lotMethodOf(world.market, portfolio, request.tax_method ?? null);
  const formA: FormATerms = { targetWeights: request.target_weights, taxMethod };
  const notices = methodNotices(world, portfolio, request);
  const { rebalance, orders } = keepPlan(world, unit, { portfolio, input, plan, simulation: false, formA, notices });
  world.portfolios.replaceTargets(portfolio.portfolioId, input.targets);
  world.portfolios.update({ ...portfolio, updatedMs: unit.nowMs });
  world.watchDrift(unit);
  unit.emit('rebalance.requested', {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: portfolio.portfolioId,
    target_weights: { ...formA.targetWeights },
    tax_method: taxMethod,
    drift_threshold: request.drift_threshold,
    idempotency_key: request.idempotency_key ?? null,
    orders: plannedOrders(orders),
    total_cost_bps: rebalance.plan.totalBps,
  });
  keepAnswer(world, unit, rebalance, request.idempotency_key);
  return startRebalance(world, unit, rebalance);
}

function keepAnswer(world: World, unit: UnitOfWork, rebalance: RebalanceRecord, key: string | undefined): void {
  forgetOldAnswers(world, unit.nowMs);
  if (key === undefined) return;
  const { accountId, rebalanceId, createdMs: acceptedMs } = rebalance;
  const body = JSON.stringify(viewStartedA(rebalance));
  world.idempotency.put({ accountId, key, rebalanceId, acceptedMs, status: ACCEPTED_STATUS, body });
}
