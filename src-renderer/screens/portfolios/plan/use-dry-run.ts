/**
 * Dry-runs a plan when its parameters rest; the last answer wins. The answer is of one moment and is not read again: what has
 * moved since is shown beside it.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { DRY_RUN_KEY } from '../../../api/query-client.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import type { PlanWays } from './plan-ways.ts';

const REST_MS = 350;

export interface DryRun {
  readonly view: RebalanceView | undefined;
  readonly error: ApiError | null;
  /** True while what is shown may not yet belong to the parameters. */
  readonly isSettling: boolean;
  readonly retry: () => void;
}

/** Null ways: there is nothing to ask, or nobody to ask yet. */
export function useDryRun(portfolioId: string, parameters: PlanParameters, ways: PlanWays | null): DryRun {
  const [rested] = useDebouncedValue(parameters, REST_MS);
  const query = useQuery<RebalanceView, ApiError>({
    queryKey: [DRY_RUN_KEY, portfolioId, rested],
    queryFn: ({ signal }) => {
      if (ways === null) throw new Error('a dry run needs somebody to ask');
      return ways.look(rested, signal);
    },
    enabled: ways !== null,
    placeholderData: keepPreviousData,
    // The answer is never shown again later as if it were new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    view: query.data,
    error: query.error,
    isSettling: query.isFetching || rested !== parameters,
    retry: () => void query.refetch(),
  };
}
