/** Compares all variants in one request, when the parameters stop changing and while virtual time moves. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useClock } from '../../../api/clock-api.ts';
import { KEYS } from '../../../api/query-keys.ts';
import { comparePlans, type ToCompare } from '../../../api/rebalances-api.ts';
import { type Comparing, letterOf, type Variant } from '../../../components/plan/comparison-state.ts';
import { DEFAULT_PARAMETERS, planRequest } from '../../../components/plan/plan-parameters.ts';
import { type Candidate, type GoalOutcome, goalCandidates, isTaxed, outcomeOfGoal } from './goal-plan.ts';
import { taxCurve } from './tax-curve.ts';

const REST_MS = 350;
/** Prices move with the clock and send no event. */
const REPLAN_MS = 4_000;

/** The plan of a Form B portfolio without a budget; not read if there are no `present` parameters. */
export function useUnlimitedPlan({ portfolio_id: portfolioId }: PortfolioView, present: Variant | null) {
  const candidates = present === null ? [] : goalCandidates(null, present);
  const variants = candidates.map(({ name, parameters }) => ({ name, ...settingsOfB(parameters) }));
  return useQuery<Comparison, ApiError, GoalOutcome | null>({
    queryKey: KEYS.comparison(portfolioId, JSON.stringify(variants)),
    queryFn: ({ signal }) => comparePlans(portfolioId, { variants, weights: null }, signal),
    select: (comparison) => outcomeOfGoal(candidates, comparison),
    enabled: present !== null,
    retry: false,
    gcTime: 0,
  });
}

/**
 * `isFrozen`: the plans stay the same as prices move; changed parameters are planned anyway. `goalOutcome` is the plan
 * found under limits, `settled.goal`; null if there is no goal. If gains tax is compared with drift, the plans of its
 * `curve` are requested once the highest tax is known, apart from the others, which therefore stay the same.
 */
export function useComparison(
  { portfolio_id: portfolioId, form }: PortfolioView,
  comparing: Comparing,
  isFrozen: boolean,
) {
  const [settled] = useDebouncedValue(comparing, REST_MS);
  const [base] = settled.variants;
  const weights = form === 'A' ? (base?.targetWeights ?? {}) : null;
  const goals = settled.goal === null || base === undefined ? [] : goalCandidates(settled.goal, base);
  const lettered = settled.variants.map((parameters, index) => ({ name: letterOf(index), parameters }));
  const settingsOf = form === 'A' ? settingsOfA : settingsOfB;
  const requestOf = (candidates: readonly Candidate[]) =>
    candidates.map(({ name, parameters }) => ({ name, ...settingsOf(parameters) }));
  const query = usePlans(portfolioId, { variants: requestOf([...lettered, ...goals]), weights }, isFrozen);
  const goalOutcome = query.data === undefined ? null : outcomeOfGoal(goals, query.data);
  const isDrawn = query.data !== undefined && isTaxed(query.data) && (settled.against === 'tax' || form === 'A');
  const points = isDrawn && !query.isPlaceholderData ? taxCurve(settled.variants, query.data) : [];
  const curve = usePlans(portfolioId, { variants: requestOf(points), weights }, isFrozen);
  return {
    query,
    // Without tax in any plan there is no curve; the query would still have the previous one.
    curve: isDrawn && (points.length > 0 || query.isPlaceholderData) ? curve.data : undefined,
    isSettling: settled !== comparing || query.isPlaceholderData || (points.length > 0 && curve.isPlaceholderData),
    settled,
    goalOutcome,
  };
}

/** Reads nothing if there are no variants. Until the plans of changed variants are read, it has the previous ones. */
function usePlans(portfolioId: string, { variants, weights }: ToCompare, isFrozen: boolean) {
  const now = useClock().data?.now;
  return useQuery<Comparison, ApiError>({
    queryKey: KEYS.comparison(portfolioId, JSON.stringify([weights, variants])),
    queryFn: ({ signal }) => comparePlans(portfolioId, { variants, weights }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: ({ state }) => variants.length > 0 && (!isFrozen || state.data === undefined),
    // While the clock is stopped, the result stays the same.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.as_of !== now ? REPLAN_MS : false),
  });
}

/** Form A has two settings; the others have the values with which it plans (decision F12). */
function settingsOfA({ driftThresholdPercent, taxMethod, gainsTaxBudget }: Variant) {
  const settings = settingsOfB({ ...DEFAULT_PARAMETERS, driftThresholdPercent, fxOverlay: false, gainsTaxBudget });
  return { ...settings, ...(taxMethod === null ? {} : { tax_method: taxMethod }) };
}

/** The settings of a plan's request, and the gains tax budget, which that request does not have. */
function settingsOfB({ gainsTaxBudget, ...parameters }: Variant) {
  const { portfolio_id: _portfolio, simulation: _simulation, ...settings } = planRequest('', parameters, true);
  return { ...settings, ...(gainsTaxBudget === null ? {} : { gains_tax_budget: gainsTaxBudget }) };
}
