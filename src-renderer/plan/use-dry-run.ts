/** Dry-runs a plan whenever its parameters rest: debounced, the last answer wins, older requests are aborted. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RebalancePlan } from '../../src-server/contract/form-b.ts';
import type { ApiError } from '../client/api-error.ts';
import { DRY_RUN_KEY } from '../client/invalidate-world.ts';
import { useSession } from '../client/queries.ts';
import { createPlan } from '../client/service-calls.ts';
import { type PlanParameters, planRequest } from './plan-parameters.ts';

const REST_MS = 350;

export interface DryRun {
  readonly plan: RebalancePlan | undefined;
  readonly error: ApiError | null;
  /** True while what is shown may not yet belong to the parameters. */
  readonly isSettling: boolean;
  readonly retry: () => void;
}

export function useDryRun(portfolioId: string, parameters: PlanParameters, isEnabled: boolean): DryRun {
  const session = useSession().data;
  const [rested] = useDebouncedValue(parameters, REST_MS);
  const query = useQuery<RebalancePlan, ApiError>({
    queryKey: [DRY_RUN_KEY, portfolioId, rested, session?.api_key],
    queryFn: ({ signal }) => {
      if (session === undefined) throw new Error('a dry run needs the session');
      return createPlan(session, planRequest(portfolioId, rested, true), signal);
    },
    enabled: isEnabled && session !== undefined,
    placeholderData: keepPreviousData,
    // A dry run is an answer of one moment: it is kept while it is looked at and never shown again as if it were new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    plan: query.data,
    error: query.error,
    isSettling: query.isFetching || rested !== parameters,
    retry: () => void query.refetch(),
  };
}
