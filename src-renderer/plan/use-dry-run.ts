/**
 * Dry-runs a plan whenever its parameters rest: debounced, the last answer wins, older requests are aborted. Brings the
 * plan and why it is what it is together, so that neither is ever shown beside the other of an earlier answer.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RebalanceView } from '../../src-server/contract/control.ts';
import type { PlanExplanationWire } from '../../src-server/contract/explanation.ts';
import type { RebalancePlan } from '../../src-server/contract/form-b.ts';
import type { Session } from '../../src-server/contract/session.ts';
import { getJson } from '../client/api-client.ts';
import type { ApiError } from '../client/api-error.ts';
import { DRY_RUN_KEY } from '../client/invalidate-world.ts';
import { useSession } from '../client/queries.ts';
import { createPlan, type PlanRequest } from '../client/service-calls.ts';
import { type PlanParameters, planRequest } from './plan-parameters.ts';

const REST_MS = 350;

export interface DryRun {
  readonly plan: RebalancePlan | undefined;
  readonly explanation: PlanExplanationWire | null;
  readonly error: ApiError | null;
  /** True while what is shown may not yet belong to the parameters. */
  readonly isSettling: boolean;
  readonly retry: () => void;
}

export function useDryRun(portfolioId: string, parameters: PlanParameters, isEnabled: boolean): DryRun {
  const session = useSession().data;
  const [rested] = useDebouncedValue(parameters, REST_MS);
  const query = useQuery<ExplainedPlan, ApiError>({
    queryKey: [DRY_RUN_KEY, portfolioId, rested, session?.api_key],
    queryFn: ({ signal }) => {
      if (session === undefined) throw new Error('a dry run needs the session');
      return explainedPlan(session, planRequest(portfolioId, rested, true), signal);
    },
    enabled: isEnabled && session !== undefined,
    placeholderData: keepPreviousData,
    // A dry run is an answer of one moment: it is kept while it is looked at and never shown again as if it were new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    plan: query.data?.plan,
    explanation: query.data?.explanation ?? null,
    error: query.error,
    isSettling: query.isFetching || rested !== parameters,
    retry: () => void query.refetch(),
  };
}

interface ExplainedPlan {
  readonly plan: RebalancePlan;
  readonly explanation: PlanExplanationWire | null;
}

/** The service answers with the plan alone, as any client gets it; the control plane knows why. */
async function explainedPlan(session: Session, request: PlanRequest, signal: AbortSignal): Promise<ExplainedPlan> {
  const plan = await createPlan(session, request, signal);
  const view = await getJson<RebalanceView>(`/sim/rebalances/${encodeURIComponent(plan.rebalance_id)}`, signal);
  return { plan, explanation: view.explanation };
}
