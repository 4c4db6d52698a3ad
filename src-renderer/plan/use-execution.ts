/** Makes the real plan, executes it and goes to its page. A plan made but not accepted stays there, ready to be tried again. */
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { invalidateWorld } from '../client/invalidate-world.ts';
import { useSession } from '../client/queries.ts';
import { createPlan, executePlan } from '../client/service-calls.ts';
import { showFailure } from '../shared/show-failure.ts';
import { type PlanParameters, planRequest } from './plan-parameters.ts';

export function useExecution(portfolioId: string, parameters: PlanParameters): UseMutationResult<void, Error, void> {
  const session = useSession().data;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation<void, Error, void>({
    mutationFn: async () => {
      if (session === undefined) throw new Error('The session has not been read yet.');
      const plan = await createPlan(session, planRequest(portfolioId, parameters, false));
      try {
        await executePlan(session, plan.rebalance_id);
        notifications.show({ message: 'Rebalance sent to the exchanges.', color: 'green', autoClose: 6_000 });
      } catch (error) {
        showFailure('Executing the plan', error);
      }
      navigate(`/rebalances/${plan.rebalance_id}`);
      await invalidateWorld(queryClient);
    },
    onError: (error) => showFailure('Making the plan', error),
  });
}
