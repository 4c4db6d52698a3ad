/** Plans a Form A request, for its execution and for a preview: the same checks in the same order. */
import type { LotMethod } from '../../domain/lots/lot.ts';
import type { Plan, PlanInput, PlanSettings } from '../../domain/plan/plan.ts';
import { BAND_5_25 } from '../../domain/valuation/drift.ts';
import { lotMethodOf } from '../lots/tax-terms-of.ts';
import { accepted, type Outcome, type Refusal, refused, refusedFor, type ValidationIssue } from '../outcome.ts';
import type { FormATerms, Notice, PortfolioRecordA, TargetRecord } from '../records.ts';
import type { World } from '../world.ts';
import { refusedUnpriced } from './check-availability.ts';
import { findWrapperBreaches } from './check-wrapper.ts';
import { type PlanSubject, planInputOf, planSubject, planSubjectOf } from './plan-subject.ts';
import { belowThreshold, refusedByConstraints } from './store-plan.ts';
import { taxTermsOf } from './take-market-snapshot.ts';

/** The planning terms of a validated request, defaults filled in. */
export interface PlanRequestA {
  readonly target_weights: Readonly<Record<string, number>>;
  readonly tax_method?: LotMethod | undefined;
  readonly drift_threshold: number;
  /** Only for policies (decision O6); `band_5_25` comes with its threshold. */
  readonly band_5_25?: boolean;
  readonly to?: 'band_edge';
}

interface PlannedA {
  readonly input: PlanInput;
  readonly plan: Plan;
  readonly terms: FormATerms;
  readonly notices: readonly Notice[];
}

/** Settings without a Form A parameter have Form B's defaults, except for the overlay, which only Form B has. */
const FRACTIONAL_PRECISION = 4;

/** Returns one issue for each ISIN that is not in the universe (decision C4); ISINs are well-formed. */
export function validateTargetIsins({ market }: Pick<World, 'market'>, isins: readonly string[]): ValidationIssue[] {
  return isins
    .filter((isin) => !market.instruments.has(isin))
    .map((isin) => ({ path: `/target_weights/${isin}`, issue: `${isin} is not an instrument of this world` }));
}

/** Refused with 400 by enforced rules (decisions M2, M3), else `null`. */
export function refusedByRules(world: World, portfolio: PortfolioRecordA, request: PlanRequestA): Refusal | null {
  if (world.rules !== 'enforce') return null;
  const isins = Object.keys(request.target_weights);
  const breaches = findWrapperBreaches(world, { ...taxTermsOf(portfolio), currency: portfolio.currency, isins });
  const ofIsins = breaches.flatMap(({ isin, message }) =>
    isin === null ? [] : [{ path: `/target_weights/${isin}`, issue: message }],
  );
  const ofMethod = methodNotices(world, portfolio, request).map(({ message }) => ({
    path: '/tax_method',
    issue: message,
  }));
  const faults = [...ofIsins, ...ofMethod];
  return faults.length === 0 ? null : refusedFor('The portfolio cannot be rebalanced', faults);
}

/**
 * Refused with 400 if worth nothing, then as `refuse` says, 422 inside the band or if constraints leave nothing to
 * trade, 500 if a required instrument cannot be priced or reached.
 */
export function planPortfolioA(
  world: World,
  portfolio: PortfolioRecordA,
  request: PlanRequestA,
  refuse: () => Refusal | null,
): Outcome<PlannedA> {
  const subject = planSubjectOf(world, portfolio, targetsOf(request.target_weights));
  const settings = settingsOfFormA(request);
  const method = request.tax_method ?? null;
  const result = planSubject(subject, settings, method);
  if (result.kind === 'worthless') {
    return refused('invalid_request', 'The portfolio has no value, so there is nothing to rebalance.', [
      { path: '/id', issue: 'has neither positions nor cash' },
    ]);
  }
  const refusal = refuse();
  if (refusal !== null) return refusal;
  if (result.kind === 'below_threshold') return belowThreshold(result);
  if (result.kind === 'constrained') return refusedByConstraints(result, planInputOf(subject, settings));
  const unreachable = refusedUnreachable(world, subject, result.plan);
  if (unreachable !== null) return unreachable;
  const notices = methodNotices(world, portfolio, request);
  const terms = planTermsA(world, portfolio, request);
  return accepted({ input: planInputOf(subject, settings, method), plan: result.plan, terms, notices });
}

/** Returns the terms of the request that are stored with its rebalance. */
export function planTermsA(world: World, portfolio: PortfolioRecordA, request: PlanRequestA): FormATerms {
  const { method: taxMethod } = lotMethodOf(world.market, portfolio, request.tax_method ?? null);
  return { targetWeights: request.target_weights, taxMethod };
}

export function targetsOf(weights: PlanRequestA['target_weights']): TargetRecord[] {
  return Object.entries(weights).map(([isin, weight]) => ({ isin, weight }));
}

/** Settings that Form A does not have are fixed: absolute bands of any position, no budget, no overlay. */
export function settingsOfFormA({
  drift_threshold: driftThreshold,
  band_5_25: isBand525,
  to,
}: Pick<PlanRequestA, 'drift_threshold' | 'band_5_25' | 'to'>): PlanSettings {
  return {
    driftThreshold,
    bandType: 'absolute',
    rebalanceTrigger: 'any_position',
    costBudgetBps: null,
    fractionalPrecision: FRACTIONAL_PRECISION,
    fxOverlay: false,
    ...(isBand525 === true ? { bandTargetShare: BAND_5_25.targetShare } : {}),
    ...(to === undefined ? {} : { to }),
  };
}

function methodNotices(world: World, portfolio: PortfolioRecordA, { tax_method: method }: PlanRequestA): Notice[] {
  const { breach } = lotMethodOf(world.market, portfolio, method ?? null);
  return breach === null || world.rules === 'off' ? [] : [{ code: breach.code, message: breach.message }];
}

/**
 * A client does not see the plan before it is executed, so an order that an unavailable exchange prevents is an error.
 */
function refusedUnreachable(world: World, subject: PlanSubject, plan: Plan): Refusal | null {
  const unpriced = refusedUnpriced(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return unpriced;
  const warning = plan.warnings.find(({ code }) => code === 'exchange_disconnected');
  return warning === undefined ? null : refused('internal_error', warning.message);
}
