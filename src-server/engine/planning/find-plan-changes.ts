/**
 * Finds changes since a plan was made: order by order, compared with a plan made now, or with another plan of its
 * portfolio (decision L93). The new plan is only for the comparison: nothing is stored, counted or logged.
 */
import { MICRO } from '../../domain/numbers/exact.ts';
import type { PlanSettings } from '../../domain/plan/plan.ts';
import { type ComparedPlan, type PlanChanges, planChanges } from '../../domain/plan/plan-changes.ts';
import type { OTHER_PLAN_OUTCOMES } from '../../domain/plan/plan-choices.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { refusedBeyondQuota } from '../quota.ts';
import type { PortfolioRecord, RebalanceRecord, StoredPlan } from '../records.ts';
import type { World } from '../world.ts';
import { findUnreachableOrder, refusedUnpriced } from './check-availability.ts';
import { targetsOf } from './plan-portfolio-a.ts';
import { planInputOf, planSubject, planSubjectOf } from './plan-subject.ts';
import { refusedByConstraints, refusedWhileActive } from './store-plan.ts';

export interface ChangesOfPlan {
  readonly rebalance: RebalanceRecord;
  readonly before: ComparedPlan;
  readonly other: OtherPlan;
  readonly changes: PlanChanges;
}

/**
 * Refused with 404 for either; 400 for plans of different portfolios, and for an executed or cancelled one if no other
 * is named.
 */
export function findPlanChanges(
  world: World,
  rebalanceId: string,
  otherId: string | undefined,
): Outcome<ChangesOfPlan> {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) return refused('not_found', `There is no rebalance ${rebalanceId}.`);
  if (otherId !== undefined) return changesTo(world, rebalance, otherId);
  if (rebalance.status !== 'plan_ready') {
    return refused(
      'invalid_request',
      `Rebalance ${rebalanceId} is ${rebalance.status}: only a plan that is ready can be compared with the current state.`,
    );
  }
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  const now =
    portfolio === null || portfolio.deletedMs !== null ? goneNow(rebalance) : planNow(world, portfolio, rebalance);
  const obstacle = now.obstacle ?? obstacleOf(world, rebalance);
  return accepted(compareWith(world, rebalance, { ...now, obstacle, rebalanceId: null, asOfMs: world.kernel.nowMs }));
}

function changesTo(world: World, rebalance: RebalanceRecord, otherId: string): Outcome<ChangesOfPlan> {
  const other = world.rebalances.find(otherId);
  if (other === null) return refused('not_found', `There is no rebalance ${otherId}.`);
  if (other.portfolioId !== rebalance.portfolioId) {
    return refused('invalid_request', `${rebalance.rebalanceId} and ${otherId} are plans of different portfolios.`);
  }
  const plan = storedPlan(world, other);
  return accepted(
    compareWith(world, rebalance, {
      plan,
      outcome: 'plan',
      obstacle: null,
      rebalanceId: otherId,
      asOfMs: other.createdMs,
    }),
  );
}

/** The plan to compare with. */
interface OtherPlan {
  readonly plan: ComparedPlan;
  readonly outcome: (typeof OTHER_PLAN_OUTCOMES)[number];
  /** Why the first plan could not be executed now, as a sentence. */
  readonly obstacle: string | null;
  /** `null`: a plan made now. */
  readonly rebalanceId: string | null;
  readonly asOfMs: number;
}

type PlanNow = Pick<OtherPlan, 'plan' | 'outcome' | 'obstacle'>;

function goneNow(rebalance: RebalanceRecord): PlanNow {
  return { ...NOTHING, obstacle: `Portfolio ${rebalance.portfolioId} was deleted.` };
}

const NOTHING = {
  plan: { orders: [], costMinor: 0, navMinor: 0, driftBefore: null, isBudgeted: false },
  outcome: 'none',
} as const;

/** Plans with the same settings and targets at this instant. */
function planNow(world: World, portfolio: PortfolioRecord, { formA, plan: { settings } }: RebalanceRecord): PlanNow {
  // The plan has the ISINs of its request, which may have changed since.
  const targets = formA && targetsOf(formA.targetWeights).map((each) => ({ ...each, isin: presentIsin(world, each) }));
  const subject = planSubjectOf(world, portfolio, targets ?? undefined);
  const unpriced = refusedUnpriced(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return { ...NOTHING, obstacle: unpriced.message };
  const result = planSubject(subject, settings, formA?.taxMethod ?? null);
  if (result.kind === 'worthless') return { ...NOTHING, obstacle: 'The portfolio has no value.' };
  if (result.kind === 'below_threshold') return { ...NOTHING, outcome: result.kind, obstacle: null };
  if (result.kind === 'constrained') {
    const { message: obstacle } = refusedByConstraints(result, planInputOf(subject, settings));
    return { ...NOTHING, obstacle };
  }
  const lotMicro = lotsOf(world, portfolio);
  const orders = result.plan.orders.map((order) => ({
    ...order,
    costMinor: order.costs.totalMinor,
    lotMicro: lotMicro(order),
  }));
  return { plan: comparedPlan(orders, result.plan, settings), outcome: 'plan', obstacle: null };
}

function presentIsin({ instrumentChanges }: World, { isin }: { readonly isin: string }): string {
  return instrumentChanges.current(isin);
}

function storedPlan(world: World, { rebalanceId, portfolioId, plan }: RebalanceRecord): ComparedPlan {
  const lotMicro = lotsOf(world, world.portfolios.find(portfolioId));
  const orders = world.rebalances.orders(rebalanceId).map((order) => ({
    ...order,
    // An execution may have made the order smaller; its value and costs are those of the plan.
    quantityMicro: order.lastSubmission?.plannedMicro ?? order.quantityMicro,
    costMinor: order.estimatedCosts.totalMinor,
    lotMicro: lotMicro(order),
  }));
  return comparedPlan(orders, plan, plan.settings);
}

/** Returns the smallest steps of a portfolio's orders, by their exchanges. */
function lotsOf({ market }: World, portfolio: PortfolioRecord | null): (order: { readonly mic: string }) => number {
  const minMicro = portfolio?.constraints?.wholeShares === true ? MICRO : 1;
  return ({ mic }) => Math.max(minMicro, market.venues.get(mic)?.lotMicro ?? 1);
}

function comparedPlan(
  orders: ComparedPlan['orders'],
  { costs, navMinor, driftBefore }: Pick<StoredPlan, 'costs' | 'navMinor' | 'driftBefore'>,
  { costBudgetBps }: PlanSettings,
): ComparedPlan {
  return { orders, costMinor: costs.totalMinor, navMinor, driftBefore, isBudgeted: costBudgetBps !== null };
}

function obstacleOf(world: World, { rebalanceId, portfolioId, accountId, formA }: RebalanceRecord): string | null {
  const isReserved = formA?.heldFor !== undefined;
  const refusal = refusedWhileActive(world, portfolioId) ?? (isReserved ? refusedBeyondQuota(world, accountId) : null);
  if (refusal !== null) return refusal.message;
  return findUnreachableOrder(world, world.rebalances.orders(rebalanceId));
}

function compareWith(world: World, rebalance: RebalanceRecord, other: OtherPlan): ChangesOfPlan {
  const before = storedPlan(world, rebalance);
  return { rebalance, before, other, changes: planChanges(before, other.plan) };
}
