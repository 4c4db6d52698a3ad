/**
 * The plan with the least drift under a cost. The service finds it when the cost is its budget; the narrowest band is
 * also tried, for a portfolio that the first variant's own band would leave unchanged. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';

export type ComparedVariant = Comparison['variants'][number];

interface GoalCandidate {
  /** Its name in the request. */
  readonly name: string;
  readonly parameters: PlanParameters;
}

export type GoalAnswer =
  /** `isNarrowed`: the band had to be narrowed for it. */
  | {
      readonly kind: 'found';
      readonly plan: GoalCandidate & { readonly result: ComparedVariant };
      readonly isNarrowed: boolean;
    }
  /** No order worth trading costs this little. */
  | { readonly kind: 'nothing_affordable' }
  /** Not even the narrowest band leaves a trade. */
  | { readonly kind: 'nothing_to_do' };

const OWN_BAND = 'goal';
const NARROWEST_BAND = 'goal, narrowest band';

/** Without a goal: the cost of the plan without limits. */
export function goalCandidates(goalBps: number | null, base: PlanParameters): readonly GoalCandidate[] {
  const own = { ...base, costBudgetBps: goalBps };
  const narrowest = { bandType: 'relative', trigger: 'any_position', fxOverlay: false } as const;
  return [
    { name: OWN_BAND, parameters: own },
    { name: NARROWEST_BAND, parameters: { ...own, ...narrowest, driftThresholdPercent: 1 } },
  ];
}

/** Null if there is no goal. */
export function goalAnswer(candidates: readonly GoalCandidate[], { variants }: Comparison): GoalAnswer | null {
  const results = candidates.flatMap((candidate) => {
    const result = variants.find(({ name }) => name === candidate.name);
    return result === undefined ? [] : [{ ...candidate, result }];
  });
  if (results.length === 0) return null;
  const planned = results.filter(({ result }) => result.outcome === 'plan');
  if (planned.length === 0) return { kind: 'nothing_to_do' };
  // The first one that trades: a band decides whether to plan, not the plan itself.
  const plan = planned.find(({ result }) => result.orders > 0);
  if (plan === undefined) return { kind: 'nothing_affordable' };
  return { kind: 'found', plan, isNarrowed: plan.name === NARROWEST_BAND };
}

export function isOfGoal({ name }: { readonly name: string }): boolean {
  return name === OWN_BAND || name === NARROWEST_BAND;
}
