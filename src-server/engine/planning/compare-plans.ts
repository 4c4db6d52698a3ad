/**
 * Plans one portfolio under several settings at one instant, side by side (decision L): the costs and the remaining
 * drift of each. Changes nothing, bills nothing, leaves no trace in the event log.
 */

import { type CostParts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import { explainConstraints } from '../../domain/explain/explain-plan.ts';
import type { ConstraintExplanation } from '../../domain/explain/explanation.ts';
import { invariant } from '../../domain/invariant.ts';
import type { LotMethod } from '../../domain/lots/lot.ts';
import { toMinor } from '../../domain/numbers/exact.ts';
import { underGainsTaxBudget } from '../../domain/plan/constraints.ts';
import type { Plan, PlanInput, PlannedOrder, PlanResult } from '../../domain/plan/plan.ts';
import type { VARIANT_OUTCOMES } from '../../domain/plan/plan-choices.ts';
import { type DriftSnapshot, measureDrift } from '../../domain/valuation/drift.ts';
import { valuePortfolio } from '../../domain/valuation/valuation.ts';
import { roundWeight } from '../../domain/valuation/weights.ts';
import { estimateGains } from '../lots/estimate-gains.ts';
import { type TaxCover, taxCover } from '../lots/tax-cover.ts';
import { gainsTaxRate } from '../lots/tax-terms-of.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../outcome.ts';
import type { GainsEstimate, TargetRecord } from '../records.ts';
import type { World } from '../world.ts';
import { refusedForDelisted, refusedUnpriced } from './check-availability.ts';
import { validateInstruments } from './check-instruments.ts';
import { type PlanSubject, planSubject, planSubjectOf } from './plan-subject.ts';
import { type RequestedSettings, toPlanSettings } from './requested-settings.ts';

interface VariantRequest extends RequestedSettings {
  readonly name?: string | undefined;
  /** Only for Form A; left out: the portfolio's default. */
  readonly tax_method?: LotMethod | undefined;
  /** Beside the constraints of the portfolio; base currency, two decimals. Without limit where it is left out. */
  readonly gains_tax_budget?: number | undefined;
}

interface CompareRequest {
  readonly portfolio_id: string;
  readonly targets?: readonly TargetRecord[] | undefined;
  readonly variants: readonly VariantRequest[];
}

/**
 * The result of one variant's plan; inside its band, or if constraints leave nothing to trade, the portfolio does not
 * change.
 */
export interface PlanVariant {
  readonly name: string;
  readonly outcome: (typeof VARIANT_OUTCOMES)[number];
  readonly orders: number;
  /** Value of all orders as a share of the value of the portfolio. */
  readonly turnover: number;
  readonly costs: CostParts;
  readonly budgetBps: number | null;
  /** The stricter one of the variant and the portfolio; `null` where neither has one. */
  readonly gainsTaxBudgetMinor: number | null;
  readonly after: DriftSnapshot;
  readonly cashAfterMinor: number;
  readonly warnings: Plan['warnings'];
  /** `null` without constraints, and inside the band. */
  readonly constraints: ConstraintExplanation | null;
  /** Gains of its sells; not included in the costs. */
  readonly gains: GainsEstimate;
  readonly sells: readonly PlannedOrder[];
  readonly cover: TaxCover;
  /** No other variant is at least as good in cost and in drift. */
  readonly isOnFrontier: boolean;
}

export interface PlanComparison {
  readonly portfolioId: string;
  readonly currency: string;
  /** Drift without any trade. */
  readonly now: DriftSnapshot;
  /** On a positive net gain, 0 to 1. */
  readonly taxRate: number;
  readonly variants: readonly PlanVariant[];
}

/**
 * Refused with 404 if unknown or deleted; 400 without targets, for a portfolio worth nothing, an unknown or delisted
 * ISIN, two variants with one name, and a lot method in Form B; 500 if it cannot be priced.
 */
export function comparePlans(world: World, request: CompareRequest, nowMs: number): Outcome<PlanComparison> {
  const portfolio = world.portfolios.find(request.portfolio_id);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${request.portfolio_id}.`);
  }
  const faults = [
    ...validateInstruments(world, request.targets ?? [], (index) => `/targets/${index}`),
    ...repeatedNames(request.variants),
    ...(portfolio.form === 'B' ? methodFaults(request.variants) : []),
  ];
  if (faults.length > 0) return refusedFor('The plans cannot be compared', faults);
  const subject = planSubjectOf(world, portfolio, request.targets);
  if (subject.targets.length === 0) {
    const issue = 'is required, because this portfolio has no targets';
    return refused('invalid_request', 'There are no target weights.', [{ path: '/targets', issue }]);
  }
  const { currency, cashMinor } = portfolio;
  const valuation = valuePortfolio({ currency, cashMinor, positions: subject.positions }, subject.view);
  if (valuation.totalMinor <= 0) {
    return refused('invalid_request', 'The portfolio has no value, so there is nothing to rebalance.');
  }
  const unpriced =
    refusedForDelisted(world, subject.isins, '/portfolio_id') ?? refusedUnpriced(world, subject.isins, nowMs);
  if (unpriced !== null) return unpriced;
  const gainsOf: GainsOf = (orders, method) => estimateGains(world, portfolio, orders, method, nowMs);
  const coverOf: CoverOf = (cashAfterMinor, { netGainMinor }) =>
    taxCover(world, portfolio, { cashMinor: cashAfterMinor, netGainMinor, atMs: nowMs });
  const taxRate = gainsTaxRate(world.market, portfolio, world.lots.dayOf(portfolio)(nowMs));
  const compared = compare(subject, measureDrift(valuation, subject.targets), request.variants, { gainsOf, coverOf });
  return accepted({ ...compared, taxRate });
}

type GainsOf = (orders: readonly PlannedOrder[], method: LotMethod | null) => GainsEstimate;
type CoverOf = (cashAfterMinor: number, gains: GainsEstimate) => TaxCover;

function compare(
  subject: PlanSubject,
  now: DriftSnapshot,
  variants: readonly VariantRequest[],
  { gainsOf, coverOf }: { readonly gainsOf: GainsOf; readonly coverOf: CoverOf },
): Omit<PlanComparison, 'taxRate'> {
  const rows = variants.map((variant, index) => {
    const method = variant.tax_method ?? null;
    const limited = underOwnBudget(subject, variant);
    const result = planSubject(limited, toPlanSettings(variant), method);
    const orders = result.kind === 'plan' ? result.plan.orders : [];
    const row = rowOf(nameOf(variant, index), variant, result, now, limited);
    const gains = gainsOf(orders, method);
    const sells = orders.filter(({ side }) => side === 'sell');
    return { ...row, gains, sells, cover: coverOf(row.cashAfterMinor, gains) };
  });
  const isOnFrontier = (row: Row, index: number) => !rows.some((other, rank) => dominates(other, row, rank < index));
  return {
    portfolioId: subject.portfolio.portfolioId,
    currency: subject.portfolio.currency,
    now,
    variants: rows.map((row, index) => ({ ...row, isOnFrontier: isOnFrontier(row, index) })),
  };
}

/** The portfolio as if its constraints had the budget of gains tax of a variant. */
function underOwnBudget(subject: PlanSubject, { gains_tax_budget: budget }: VariantRequest): PlanSubject {
  if (budget === undefined) return subject;
  const { portfolio } = subject;
  const budgetMinor = toMinor(budget);
  invariant(budgetMinor !== null, 'an amount with too many decimals passed validation');
  const constraints = underGainsTaxBudget(portfolio.constraints, budgetMinor);
  return { ...subject, portfolio: { ...portfolio, constraints } };
}

function rowOf(
  name: string,
  { cost_budget: budgetBps }: VariantRequest,
  result: PlanResult,
  now: DriftSnapshot,
  { portfolio: { cashMinor, currency, constraints }, view }: PlanSubject,
) {
  const plan: Plan | null = result.kind === 'plan' ? result.plan : null;
  const orders = plan?.orders ?? [];
  const turnoverMinor = orders.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
  return {
    name,
    outcome: outcomeOf(result),
    orders: orders.length,
    turnover: turnoverMinor / now.totalMinor,
    costs: plan?.costs ?? NO_COSTS,
    budgetBps: budgetBps ?? null,
    gainsTaxBudgetMinor: constraints?.gainsTaxBudgetMinor ?? null,
    after: plan?.driftAfter ?? now,
    cashAfterMinor: plan?.cashAfterMinor ?? cashMinor,
    warnings: plan?.warnings ?? [],
    constraints: constraintsOf(result, now, { currency, view }),
  };
}

/** A portfolio without value was refused before. */
function outcomeOf({ kind }: PlanResult): PlanVariant['outcome'] {
  return kind === 'worthless' ? 'below_threshold' : kind;
}

function constraintsOf(
  result: PlanResult,
  now: DriftSnapshot,
  input: Pick<PlanInput, 'currency' | 'view' | 'constraints'>,
): ConstraintExplanation | null {
  if (result.kind === 'plan') {
    const { constraints } = result.plan;
    return constraints === undefined ? null : explainConstraints(constraints, result.plan, input);
  }
  if (result.kind !== 'constrained') return null;
  const { bound, driftWithout } = result;
  const driftCost = roundWeight(now.portfolioDrift - driftWithout);
  return explainConstraints({ bound, driftWithout, driftCost }, { orders: [] }, input);
}

type Row = ReturnType<typeof rowOf>;

/** Whether one is at least as good in cost and in drift, and better in one of them; of equals the earlier variant. */
function dominates(one: Row, other: Row, isEarlier: boolean): boolean {
  const [cost, otherCost] = [one.costs.totalMinor, other.costs.totalMinor];
  const [drift, otherDrift] = [one.after.portfolioDrift, other.after.portfolioDrift];
  return cost <= otherCost && drift <= otherDrift && (isEarlier || cost < otherCost || drift < otherDrift);
}

function nameOf({ name }: VariantRequest, index: number): string {
  return name ?? String(index + 1);
}

function repeatedNames(variants: readonly VariantRequest[]): ValidationIssue[] {
  const names = variants.map(nameOf);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return first < index ? [{ path: `/variants/${index}/name`, issue: `repeats the name of variant ${first}` }] : [];
  });
}

function methodFaults(variants: readonly VariantRequest[]): ValidationIssue[] {
  return variants.flatMap(({ tax_method: method }, index) =>
    method === undefined ? [] : [{ path: `/variants/${index}/tax_method`, issue: 'is available only for Form A' }],
  );
}
