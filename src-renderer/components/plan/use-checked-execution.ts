/**
 * Executes a plan that the user has reviewed, unless it has changed: then it reports the changes and asks again, as
 * soon as they are known, at the latest when the button is pressed. No other plan is ever executed.
 */
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PlanChangesWire } from '../../../src-server/contract/service/plan-changes.ts';
import { readPlanChanges, type StartedA } from '../../api/rebalances-api.ts';
import { paths } from '../../paths.ts';
import { showFailure } from '../feedback/show-failure.ts';
import { usePlanChanges } from './use-plan-changes.ts';

interface ToExecute {
  readonly rebalanceId: string;
  /** Whether it has to be held for a request of Form A. */
  readonly isReserved: boolean;
  readonly execute: () => Promise<StartedA>;
  /** Called after the execution, before the page of the rebalance opens. */
  readonly onDone: () => void;
}

export function useCheckedExecution(plan: ToExecute) {
  const [atPress, setAtPress] = useState<PlanChangesWire | null>(null);
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: async (allTheSame: boolean) => {
      const changes = await readPlanChanges(plan.rebalanceId, null);
      if (isOther(changes, plan, allTheSame)) return setAtPress(changes);
      const { rebalanceId, isReplay } = await plan.execute();
      plan.onDone();
      notify(rebalanceId, isReplay);
      navigate(paths.rebalance(rebalanceId));
    },
    onError: (error) => showFailure('Executing the plan', error),
  });
  // A plan that is being executed can no longer be compared.
  const isCompared = !mutation.isPending && !mutation.isSuccess;
  const since = usePlanChanges(isCompared ? plan.rebalanceId : undefined).data;
  const isOut = since !== undefined && isOther(since, plan, false);
  return {
    /** The changes since the review; null if none are known. */
    moved: atPress ?? (isOut ? since : null),
    wasPressed: atPress !== null,
    isPending: mutation.isPending,
    /** `allTheSame`: the user has read the changes and wants the plan as it is. */
    press: (allTheSame: boolean) => mutation.mutate(allTheSame),
  };
}

function isOther(changes: PlanChangesWire, { isReserved }: ToExecute, allTheSame: boolean): boolean {
  if (changes.obstacle !== null || (isReserved && !changes.held)) return true;
  return changes.beyond_tolerance && !allTheSame;
}

function notify(rebalanceId: string, isReplay: boolean): void {
  const message = isReplay
    ? `Nothing was executed: this idempotency key had already started ${rebalanceId}, and the service repeated that response.`
    : 'Rebalance sent to the exchanges.';
  notifications.show({ message, color: isReplay ? 'gray' : 'green', autoClose: isReplay ? 12_000 : 6_000 });
}
