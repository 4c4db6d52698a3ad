/** The plan that waits to be confirmed: made with the parameters of the dry run, then executed or dropped. Leaving drops it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { PlanChanges } from '../../../../src-server/contract/service/plan-changes.ts';
import { ApiError } from '../../../api/api-error.ts';
import { invalidateWorld } from '../../../api/query-client.ts';
import { readPlanChanges } from '../../../api/rebalances-api.ts';
import { showFailure } from '../../../components/feedback/show-failure.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import type { PlanWays } from './plan-ways.ts';

export interface MadePlan {
  readonly view: RebalanceView;
  readonly parameters: PlanParameters;
  readonly ways: PlanWays;
  /** From the plan that was looked at before to this one. */
  readonly changes: PlanChanges;
  /** What was looked at before. */
  readonly before: 'dry run' | 'earlier plan';
}

type ToMake = Pick<MadePlan, 'parameters' | 'ways' | 'before'> & { readonly lookedAt: RebalanceView };

export interface Confirmation {
  readonly made: MadePlan | null;
  /** The key of the request has its answer already, in the service's words. */
  readonly usedKey: string | null;
  readonly isMaking: boolean;
  readonly make: (toMake: ToMake) => void;
  /** Drops what was made. */
  readonly leave: () => void;
  /** It was executed: there is nothing to drop. */
  readonly done: () => void;
}

export function useConfirmation(): Confirmation {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<MadePlan | null>(null);
  const [usedKey, setUsedKey] = useState<string | null>(null);
  const waiting = useRef<MadePlan | null>(null);
  const isThere = useRef(true);
  const keep = (plan: MadePlan | null) => {
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
    mutationFn: async ({ lookedAt, ...toMake }: ToMake) => {
      setUsedKey(null);
      const earlier = waiting.current;
      keep(null);
      await drop(earlier);
      const view = await toMake.ways.make(toMake.parameters);
      const changes = await readPlanChanges(lookedAt.rebalance.rebalance_id, view.rebalance.rebalance_id);
      const plan = { ...toMake, view, changes };
      if (isThere.current) keep(plan);
      else await drop(plan);
      await invalidateWorld(queryClient);
    },
    onError: (error) => {
      const used = usedKeyOf(error);
      if (used === null) showFailure('Making the plan', error);
      else setUsedKey(used);
    },
  });
  return {
    made,
    usedKey,
    isMaking: making.isPending,
    make: making.mutate,
    leave: () => {
      const plan = waiting.current;
      setUsedKey(null);
      keep(null);
      void drop(plan).then(() => invalidateWorld(queryClient));
    },
    done: () => keep(null),
  };
}

async function drop(plan: MadePlan | null): Promise<void> {
  if (plan === null) return;
  try {
    await plan.ways.drop(plan.view);
  } catch (error) {
    showFailure('Dropping the plan', error);
  }
}

function usedKeyOf(error: unknown): string | null {
  const isUsed =
    error instanceof ApiError &&
    error.details.some(({ path, issue }) => path === '/idempotency_key' && issue.startsWith('belongs to'));
  return isUsed ? error.message : null;
}
