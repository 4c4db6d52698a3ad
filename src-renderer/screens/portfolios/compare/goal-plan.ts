/**
 * The plan with the least drift under a cost, a gains tax, or both. The service finds it when they are its budgets; the
 * narrowest band is also tried, for a portfolio that the first variant's own band would leave unchanged. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { Goal, Variant } from '../../../components/plan/comparison-state.ts';

export type ComparedVariant = Comparison['variants'][number];

/** A plan that is requested in addition to the variants. */
export interface Candidate {
  /** Its name in the request. */
  readonly name: string;
  readonly parameters: Variant;
}

export type GoalOutcome =
  /** `isNarrowed`: the band had to be narrowed for it. */
  | {
      readonly kind: 'found';
      readonly plan: Candidate & { readonly result: ComparedVariant };
      readonly isNarrowed: boolean;
    }
  /** No order worth trading meets the limits, or the constraints. */
  | { readonly kind: 'nothing_affordable' }
  /** Not even the narrowest band leaves a trade. */
  | { readonly kind: 'nothing_to_do' };

const OWN_BAND = 'goal';
const NARROWEST_BAND = 'goal, narrowest band';

/** Without a goal: the cost of the plan without limits. */
export function goalCandidates(goal: Goal | null, base: Variant): readonly Candidate[] {
  const own = { ...base, costBudgetBps: goal?.costBps ?? null, gainsTaxBudget: goal?.gainsTax ?? null };
  const narrowest = { bandType: 'relative', trigger: 'any_position', fxOverlay: false } as const;
  return [
    { name: OWN_BAND, parameters: own },
    { name: NARROWEST_BAND, parameters: { ...own, ...narrowest, driftThresholdPercent: 1 } },
  ];
}

/** Null if there is no goal. */
export function outcomeOfGoal(candidates: readonly Candidate[], { variants }: Comparison): GoalOutcome | null {
  const results = candidates.flatMap((candidate) => {
    const result = variants.find(({ name }) => name === candidate.name);
    return result === undefined ? [] : [{ ...candidate, result }];
  });
  if (results.length === 0) return null;
  const planned = results.filter(({ result }) => result.outcome !== 'below_threshold');
  if (planned.length === 0) return { kind: 'nothing_to_do' };
  // The first one that trades: a band decides whether to plan, not the plan itself.
  const plan = planned.find(({ result }) => result.orders > 0);
  if (plan === undefined) return { kind: 'nothing_affordable' };
  return { kind: 'found', plan, isNarrowed: plan.name === NARROWEST_BAND };
}

/** Whether gains are taxed in the portfolio. */
export function isTaxed({ variants }: Comparison): boolean {
  return variants.some(({ sale_taxes: taxes }) => taxes.tax_rate > 0);
}

export function isOfGoal({ name }: { readonly name: string }): boolean {
  return name === OWN_BAND || name === NARROWEST_BAND;
}
