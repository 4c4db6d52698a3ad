/** Which faults of the wire were met, and what the other side did then. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FaultCoverage } from '../../src-server/contract/control/http-faults/fault-coverage.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** What a client does next may be nothing, which no message tells. */
const REFRESH_MS = 4_000;

export const useFaultCoverage = (): UseQueryResult<FaultCoverage, ApiError> =>
  useQuery<FaultCoverage, ApiError>({
    queryKey: KEYS.faultCoverage,
    queryFn: ({ signal }) => getJson<FaultCoverage>('/sim/faults/coverage', signal),
    refetchInterval: REFRESH_MS,
  });
