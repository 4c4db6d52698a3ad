/**
 * One portfolio planned under several settings at one instant, side by side (decision L): what each costs and leaves.
 * Changes nothing, bills nothing, leaves no trace in the event log.
 */
import { NO_COSTS } from '../../domain/costs/cost-parts.ts';
import type { LotMethod } from '../../domain/lots/lot.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Plan, PlannedOrder, PlanResult } from '../../domain/plan/plan.ts';
import { type DriftSnapshot, measureDrift } from '../../domain/valuation/drift.ts';
import { valuePortfolio } from '../../domain/valuation/valuation.ts';
import { roundWeight } from '../../domain/valuation/weights.ts';
import { viewCosts } from '../event-payloads.ts';
import { estimateGains } from '../lots/estimate-gains.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../outcome.ts';
import { findUnpricedIsin } from '../planning/check-availability.ts';
import { validateInstruments } from '../planning/check-instruments.ts';
import {
  type PlanSubject,
  planSubject,
  type RequestedSettings,
  subjectOf,
  toPlanSettings,
} from '../planning/plan-subject.ts';
import type { TargetRecord } from '../records.ts';
import type { World } from '../world.ts';

export interface VariantRequest extends RequestedSettings {
  readonly name?: string | undefined;
  /** Of Form A alone; the portfolio's default where it is left out. */
  readonly tax_method?: LotMethod | undefined;
}

export interface CompareRequest {
  readonly portfolio_id: string;
  readonly targets?: readonly TargetRecord[] | undefined;
  readonly variants: readonly VariantRequest[];
}

/** 404 unknown or deleted; 400 nothing to aim at, worth nothing, an unknown ISIN, two variants of a name, a lot method in Form B; 500 unpriced. */
export function comparePlans(
  world: World,
  request: CompareRequest,
  nowMs: number,
): Outcome<ReturnType<typeof compare>> {
  const portfolio = world.portfolios.find(request.portfolio_id);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${request.portfolio_id}.`);
  }
  const faults = [
    ...validateInstruments(world, request.targets ?? [], (index) => `/targets/${index}`),
    ...repeatedNames(request.variants),
    ...(portfolio.form === 'B' ? methodFaults(request.variants) : []),
  ];
  if (faults.length > 0) return refused('invalid_request', 'The plans cannot be compared.', faults);
  const subject = subjectOf(world, portfolio, request.targets);
  if (subject.targets.length === 0) {
    const issue = 'is needed: this portfolio has no targets of its own';
    return refused('invalid_request', 'There is nothing to aim at.', [{ path: '/targets', issue }]);
  }
  const { currency, cashMinor } = portfolio;
  const valuation = valuePortfolio({ currency, cashMinor, positions: subject.positions }, subject.view);
  if (valuation.totalMinor <= 0) {
    return refused('invalid_request', 'The portfolio is worth nothing: there is nothing to rebalance.');
  }
  const unpriced = findUnpricedIsin(world, subject.isins, nowMs);
  if (unpriced !== null) return refused('internal_error', `Pricing is unavailable for ${unpriced}.`);
  const taxMinorOf: TaxOf = (orders, method) => estimateGains(world, portfolio, orders, method, nowMs).taxMinor;
  return accepted(compare(subject, measureDrift(valuation, subject.targets), request.variants, taxMinorOf));
}

type TaxOf = (orders: readonly PlannedOrder[], method: LotMethod | null) => number;

function compare(
  subject: PlanSubject,
  standing: DriftSnapshot,
  variants: readonly VariantRequest[],
  taxMinorOf: TaxOf,
) {
  const rows = variants.map((variant, index) => {
    const result = planSubject(subject, toPlanSettings(variant));
    const orders = result.kind === 'plan' ? result.plan.orders : [];
    const row = rowOf(nameOf(variant, index), variant, result, standing, subject.portfolio.cashMinor);
    return { ...row, tax_estimate: fromMinor(taxMinorOf(orders, variant.tax_method ?? null)) };
  });
  const best = rows.filter((row, index) => !rows.some((other, rank) => dominates(other, row, rank < index)));
  return {
    portfolio_id: subject.portfolio.portfolioId,
    as_of: formatInstant(standing.asOf),
    currency: subject.portfolio.currency,
    total_value: fromMinor(standing.totalMinor),
    max_drift: standing.maxDrift,
    portfolio_drift: standing.portfolioDrift,
    variants: rows.map((row) => ({ ...row, on_frontier: best.includes(row) })),
    frontier: best
      .map(({ name, costs, portfolio_drift_after }) => ({ name, total_bps: costs.total_bps, portfolio_drift_after }))
      .sort((one, other) => one.total_bps - other.total_bps),
  };
}

/** What a variant comes to; inside its band it trades nothing and leaves things as they are. */
function rowOf(
  name: string,
  { cost_budget: budgetBps }: VariantRequest,
  result: PlanResult,
  standing: DriftSnapshot,
  cashMinor: number,
) {
  const plan: Plan | null = result.kind === 'plan' ? result.plan : null;
  const orders = plan?.orders ?? [];
  const turnoverMinor = orders.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
  const after = plan?.driftAfter ?? standing;
  return {
    name,
    outcome: plan === null ? ('below_threshold' as const) : ('plan' as const),
    orders: orders.length,
    turnover: roundWeight(turnoverMinor / standing.totalMinor),
    costs: viewCosts(plan?.costs ?? NO_COSTS, standing.totalMinor, budgetBps ?? null),
    max_drift_after: after.maxDrift,
    portfolio_drift_after: after.portfolioDrift,
    cash_after: fromMinor(plan?.cashAfterMinor ?? cashMinor),
    warnings: (plan?.warnings ?? []).map(({ code, message }) => ({ code, message })),
  };
}

type Row = ReturnType<typeof rowOf>;

/** At least as good in cost and in drift, and better in one of them; of equals the one that was asked for first. */
function dominates(one: Row, other: Row, isEarlier: boolean): boolean {
  const [cost, otherCost] = [one.costs.total, other.costs.total];
  const [drift, otherDrift] = [one.portfolio_drift_after, other.portfolio_drift_after];
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
    method === undefined ? [] : [{ path: `/variants/${index}/tax_method`, issue: 'is known to Form A alone' }],
  );
}
