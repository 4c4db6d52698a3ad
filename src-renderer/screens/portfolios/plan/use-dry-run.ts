/**
 * The parameters in the plan dialog, and the dry run that starts once they stop changing; the latest response wins. It
 * is of one moment and is not read again: later changes are shown beside it.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { DRY_RUN_KEY } from '../../../api/query-client.ts';
import { useSession } from '../../../api/world-api.ts';
import { useDebouncedUrl } from '../../../components/layout/use-debounced-url.ts';
import { addressOf, parametersIn } from '../../../components/plan/plan-address.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import {
  startingTargets,
  targetsOfWeights,
  weightsFault,
  weightsOf,
} from '../../../components/plan/target-weights-start.ts';
import { delistedFault } from '../../../components/portfolios/delisted.tsx';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { planApi } from './plan-api.ts';

const REST_MS = 350;

export type PlanQuestion = ReturnType<typeof usePlanQuestion>;
export type DryRun = ReturnType<typeof useDryRun>;

/** The parameters, which are stored in the address, and the key of Form A's request, which is new for every plan. */
export function usePlanQuestion() {
  const portfolio = useShownPortfolio();
  const [params] = useSearchParams();
  const session = useSession().data;
  const [parameters, setParameters] = useState(() => startingParameters(portfolio, params));
  const [idempotencyKey, setIdempotencyKey] = useState(() => `ballast-app-${crypto.randomUUID()}`);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  useDebouncedUrl(addressOf(parameters).toString());
  const [faulty] = Object.entries(faults);
  return {
    parameters,
    set: (change: Partial<PlanParameters>) => setParameters({ ...parameters, ...change }),
    idempotencyKey,
    setIdempotencyKey,
    /** Null until the session is known. */
    api: session === undefined ? null : planApi(session, portfolio, idempotencyKey.trim()),
    /** The issue of invalid text in a field, as a sentence; null: it is valid. */
    setFault: (field: string, fault: string | null) =>
      setFaults(({ [field]: _, ...others }) => (fault === null ? others : { ...others, [field]: fault })),
    /** Why no dry run is possible yet, as a sentence; null if it is. */
    fault:
      delistedFault(portfolio) ??
      (faulty === undefined ? faultOf(portfolio, parameters) : `${faulty[0]}: ${faulty[1]}`),
  };
}

function faultOf({ form }: PortfolioView, { targetWeights }: PlanParameters): string | null {
  return form === 'A' ? weightsFault(targetsOfWeights(targetWeights ?? {})) : null;
}

function startingParameters(portfolio: PortfolioView, params: URLSearchParams): PlanParameters {
  const fromAddress = parametersIn(params, portfolio.form);
  if (portfolio.form === 'B') return { ...fromAddress, taxMethod: null, targetWeights: null };
  return { ...fromAddress, targetWeights: fromAddress.targetWeights ?? weightsOf(startingTargets(portfolio)) };
}

export function useDryRun({ parameters, api, fault }: PlanQuestion) {
  const { portfolio_id: portfolioId } = useShownPortfolio();
  const [rested] = useDebouncedValue(parameters, REST_MS);
  const { data, error, isFetching, refetch } = useQuery<RebalanceView, ApiError>({
    queryKey: [DRY_RUN_KEY, portfolioId, rested],
    queryFn: api === null || fault !== null ? skipToken : ({ signal }) => api.look(rested, signal),
    placeholderData: keepPreviousData,
    // An old response must never be shown again as if it were new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    view: data,
    error,
    /** True while the displayed plan may not match the parameters yet. */
    isSettling: isFetching || rested !== parameters,
    retry: () => void refetch(),
  };
}
