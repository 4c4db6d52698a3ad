/** Compares all variants in one request, when the parameters stop changing and while virtual time moves. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useClock } from '../../../api/clock-api.ts';
import { KEYS } from '../../../api/query-keys.ts';
import { comparePlans } from '../../../api/rebalances-api.ts';
import { type Comparing, letterOf } from '../../../components/plan/comparison-state.ts';
import { DEFAULT_PARAMETERS, type PlanParameters, planRequest } from '../../../components/plan/plan-parameters.ts';
import { type GoalAnswer, goalAnswer, goalCandidates } from './goal-plan.ts';

const REST_MS = 350;
/** Prices move with the clock and send no event. */
const REPLAN_MS = 4_000;

/** The plan of a Form B portfolio without a budget; not read if there are no `present` parameters. */
export function useUnlimitedPlan({ portfolio_id: portfolioId }: PortfolioView, present: PlanParameters | null) {
  const candidates = present === null ? [] : goalCandidates(null, present);
  const variants = candidates.map(({ name, parameters }) => ({ name, ...settingsOfB(parameters) }));
  return useQuery<Comparison, ApiError, GoalAnswer | null>({
    queryKey: KEYS.comparison(portfolioId, JSON.stringify(variants)),
    queryFn: ({ signal }) => comparePlans(portfolioId, { variants, weights: null }, signal),
    select: (comparison) => goalAnswer(candidates, comparison),
    enabled: present !== null,
    retry: false,
    gcTime: 0,
  });
}

/**
 * `isHeld`: the plans stay the same as prices move; changed parameters are planned anyway. `answer` is the plan found
 * under a cost, `asked.goalBps`; null if there is no goal.
 */
export function useComparison(
  { portfolio_id: portfolioId, form }: PortfolioView,
  comparing: Comparing,
  isHeld: boolean,
) {
  const now = useClock().data?.now;
  const [asked] = useDebouncedValue(comparing, REST_MS);
  const [base] = asked.variants;
  const weights = form === 'A' ? (base?.targetWeights ?? {}) : null;
  const goals = asked.goalBps === null || base === undefined ? [] : goalCandidates(asked.goalBps, base);
  const named = [...asked.variants.map((parameters, index) => ({ name: letterOf(index), parameters })), ...goals];
  const settingsOf = form === 'A' ? settingsOfA : settingsOfB;
  const variants = named.map(({ name, parameters }) => ({ name, ...settingsOf(parameters) }));
  const read = useQuery<Comparison, ApiError>({
    queryKey: KEYS.comparison(portfolioId, JSON.stringify([weights, variants])),
    queryFn: ({ signal }) => comparePlans(portfolioId, { variants, weights }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: ({ state }) => !isHeld || state.data === undefined,
    // While the clock is stopped, the result stays the same.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.as_of !== now ? REPLAN_MS : false),
  });
  const answer = read.data === undefined ? null : goalAnswer(goals, read.data);
  return { read, isSettling: asked !== comparing || read.isPlaceholderData, asked, answer };
}

/** Form A has two settings; the others have the values with which it plans (decision F12). */
function settingsOfA({ driftThresholdPercent, taxMethod }: PlanParameters) {
  const settings = settingsOfB({ ...DEFAULT_PARAMETERS, driftThresholdPercent, fxOverlay: false });
  return { ...settings, ...(taxMethod === null ? {} : { tax_method: taxMethod }) };
}

/** Only the settings of a plan's request. */
function settingsOfB(parameters: PlanParameters) {
  const { portfolio_id: _portfolio, simulation: _simulation, ...settings } = planRequest('', parameters, true);
  return settings;
}
