/** The plan to be confirmed: created with the parameters of the dry run, then executed or dropped. Leaving drops it. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { PlanChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import { ApiError } from '../../../api/api-error.ts';
import { readPlanChanges } from '../../../api/rebalances-api.ts';
import { showFailure } from '../../../components/feedback/show-failure.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import type { PlanApi } from './plan-api.ts';

interface ToMake {
  readonly parameters: PlanParameters;
  readonly api: PlanApi;
  /** The plan reviewed before, and its label. */
  readonly lookedAt: RebalanceView;
  readonly before: 'dry run' | 'earlier plan';
}

export interface MadePlan extends ToMake {
  readonly view: RebalanceView;
  /** The changes from the reviewed plan to this one. */
  readonly changes: PlanChangesWire;
}

export type Confirmation = ReturnType<typeof useConfirmation>;

export function useConfirmation() {
  const [made, setMade] = useState<MadePlan | null>(null);
  const [usedKey, setUsedKey] = useState<string | null>(null);
  const waiting = useRef<MadePlan | null>(null);
  const isThere = useRef(true);
  const store = (plan: MadePlan | null) => {
    waiting.current = plan;
    setMade(plan);
  };
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      void drop(waiting.current);
    };
  }, []);
  const making = useMutation({
    mutationFn: async (toMake: ToMake) => {
      setUsedKey(null);
      const earlier = waiting.current;
      store(null);
      await drop(earlier);
      const view = await toMake.api.make(toMake.parameters);
      const changes = await readPlanChanges(toMake.lookedAt.rebalance.rebalance_id, view.rebalance.rebalance_id);
      const plan = { ...toMake, view, changes };
      if (isThere.current) store(plan);
      else await drop(plan);
    },
    onError: (error) => {
      if (isKeyUsed(error)) setUsedKey(error.message);
      else showFailure('Making the plan', error);
    },
  });
  return {
    made,
    /** The message of the service if the key of the request has been used already. */
    usedKey,
    isMaking: making.isPending,
    make: making.mutate,
    /** Drops the created plan. */
    leave: () => {
      const plan = waiting.current;
      setUsedKey(null);
      store(null);
      void drop(plan);
    },
    /** After the execution, there is nothing to drop. */
    done: () => store(null),
  };
}

async function drop(plan: MadePlan | null): Promise<void> {
  try {
    await plan?.api.drop(plan.view);
  } catch (error) {
    showFailure('Discarding the plan', error);
  }
}

function isKeyUsed(error: Error): boolean {
  const details = error instanceof ApiError ? error.details : [];
  return details.some(({ path, issue }) => path === '/idempotency_key' && issue.startsWith('belongs to'));
}
