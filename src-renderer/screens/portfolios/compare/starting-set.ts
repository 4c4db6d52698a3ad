/** The initial variants of a comparison, and which of the compared plans are equal. Pure. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import {
  letterOf,
  MAX_COMPARED,
  MIN_COMPARED,
  type Variant,
  variantAddress,
} from '../../../components/plan/comparison-state.ts';
import { formatPlan } from '../../../components/plan/format-plan.ts';
import { DEFAULT_PARAMETERS, TAX_METHOD_CHOICES } from '../../../components/plan/plan-parameters.ts';
import { type ComparedVariant, type GoalOutcome, goalCandidates } from './goal-plan.ts';

/** Shares of the cost of the plan without limits. */
const BUDGET_SHARES = [0.75, 0.5, 0.25];

/**
 * The current parameters, the plan without a budget, and three budgets below its cost. `unlimited` is the result for
 * that plan; if even that one trades nothing, the narrowest band is compared with the current one.
 */
export function startingSetB(present: Variant, unlimited: GoalOutcome | null): readonly Variant[] {
  if (unlimited?.kind !== 'found') {
    return distinct([present, ...goalCandidates(null, present).map(({ parameters }) => parameters)]);
  }
  const { parameters, result } = unlimited.plan;
  const budgets = BUDGET_SHARES.map((share) => roundBps(result.costs.total_bps * share)).filter((bps) => bps > 0);
  const limited = budgets.map((costBudgetBps) => ({ ...parameters, costBudgetBps }));
  return distinct([present, parameters, ...limited]).slice(0, MAX_COMPARED);
}

/** The request of Form A has no budget: the other lot methods are compared with the current one. */
export function startingSetA(present: Variant, own: PortfolioView['default_tax_method']): readonly Variant[] {
  const others = TAX_METHOD_CHOICES.filter((method) => method !== (present.taxMethod ?? own));
  return [present, ...others.map((taxMethod) => ({ ...present, taxMethod }))];
}

/** One decimal, two below 1 bps: the precision that a user would type. */
function roundBps(bps: number): number {
  return Number(bps.toFixed(decimalsOf(bps)));
}

/** At the same precision, and never less than the value, so that a budget of it is enough. */
export function roundUpBps(bps: number): number {
  const steps = 10 ** decimalsOf(bps);
  return Math.ceil(bps * steps) / steps;
}

function decimalsOf(bps: number): 1 | 2 {
  return bps < 1 ? 2 : 1;
}

function distinct(all: readonly Variant[]): readonly Variant[] {
  const keys = all.map((each) => variantAddress(each).toString());
  return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/**
 * Says why variants differ in their bands, where the portfolio is inside the band of some and others trade; null
 * otherwise.
 */
export function bandSentence(
  columns: readonly {
    readonly name: string;
    readonly parameters: Variant;
    readonly result: ComparedVariant | undefined;
  }[],
): string | null {
  const idle = columns.filter(({ result }) => result?.outcome === 'below_threshold');
  const trading = columns.filter(({ result }) => (result?.orders ?? 0) > 0);
  if (idle.length === 0 || trading.length === 0) return null;
  const bands = new Set(trading.map(({ parameters }) => formatPlan(bandOf(parameters))));
  const [band = ''] = bands;
  const other = bands.size === 1 ? `another band (${band})` : 'other bands';
  return `The portfolio is inside its band with ${listOf(idle)}, so nothing is traded there. ${listOf(trading)} ${trading.length === 1 ? 'plans' : 'plan'} with ${other}, to show what trading would cost.`;
}

function listOf(columns: readonly { readonly name: string }[]): string {
  return new Intl.ListFormat('en-GB').format(columns.map(({ name }) => name));
}

/** The parameters that decide whether a plan trades, the others as by default. */
function bandOf({ driftThresholdPercent, bandType, trigger, fxOverlay }: Variant) {
  return { ...DEFAULT_PARAMETERS, driftThresholdPercent, bandType, trigger, fxOverlay };
}

/** A column of the comparison: one variant, or several with the same plan. */
export interface PlanColumn {
  /** Indices of the variants, ascending; the first one's parameters are shown. */
  readonly indices: readonly [number, ...number[]];
  /** Name of another column with the same plan; null if there is none. */
  readonly sameAs: string | null;
}

/** Variants with equal plans become one column, except those in `apart`, which were changed by hand. */
export function planColumns(
  variants: readonly Variant[],
  results: readonly (ComparedVariant | undefined)[],
  apart: readonly Variant[],
): readonly PlanColumn[] {
  const columns: { indices: [number, ...number[]]; plan: string | null; isApart: boolean }[] = [];
  variants.forEach((variant, index) => {
    const result = results[index];
    const plan = result === undefined ? null : planKey(result);
    const isApart = apart.includes(variant);
    const same = columns.find((column) => plan !== null && column.plan === plan && !column.isApart && !isApart);
    if (same === undefined) columns.push({ indices: [index], plan, isApart });
    else same.indices.push(index);
  });
  return columns.map(({ indices, plan }, index) => {
    const same = columns.slice(0, index).find((column) => plan !== null && column.plan === plan);
    return { indices, sameAs: same === undefined ? null : namesOf(same.indices) };
  });
}

/** `B`, or `B = C`. */
export function namesOf(indices: readonly number[]): string {
  return indices.map(letterOf).join(' = ');
}

/** At least this many variants stay. */
export function canRemove(variants: readonly Variant[], { indices }: PlanColumn): boolean {
  return variants.length - indices.length >= MIN_COMPARED;
}

/** All displayed values of a plan; its budgets are parameters, and constraints that limit nothing change nothing. */
function planKey({ name: _name, on_frontier: _frontier, costs, constraints, ...result }: ComparedVariant): string {
  const bound = constraints?.bound ?? [];
  return JSON.stringify([{ ...result, gains_tax_budget: null }, { ...costs, budget_bps: null }, bound]);
}
