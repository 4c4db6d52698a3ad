/** What portfolios were, and what they have for the tax office. Reads only; the log tells it all, so nothing here is sent. */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { GainsReport, LotList } from '../../src-server/contract/control/portfolios/gains.ts';
import type {
  DriftLines,
  HISTORY_SPANS,
  PortfolioHistory,
} from '../../src-server/contract/control/portfolios/portfolio-history.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

export type HistorySpan = (typeof HISTORY_SPANS)[number];

/** The past grows slowly and is dearer to ask for than the present; a leap of the clock has all of it asked again anyway. */
const HISTORY_REFRESH_MS = 5_000;
const DRIFT_LINES_REFRESH_MS = 15_000;

/** While another span is read, what was shown before stays. */
export function usePortfolioHistory(id: string, span: HistorySpan): UseQueryResult<PortfolioHistory, ApiError> {
  return useQuery<PortfolioHistory, ApiError>({
    queryKey: KEYS.portfolioHistory(id, span),
    queryFn: ({ signal }) => getJson<PortfolioHistory>(`${at(id)}/history?span=${span}`, signal),
    refetchInterval: HISTORY_REFRESH_MS,
    placeholderData: (before) => (before?.portfolio_id === id ? before : undefined),
  });
}

/** One question for all of them. The lines shown before stay until others are there. */
export function useDriftLines(ids: readonly string[]): UseQueryResult<DriftLines, ApiError> {
  const asked = [...ids].sort().join(',');
  return useQuery<DriftLines, ApiError>({
    queryKey: KEYS.driftLines(asked),
    queryFn: ({ signal }) => getJson<DriftLines>(`/sim/portfolio-drift?portfolio_id=${asked}`, signal),
    enabled: asked !== '',
    refetchInterval: DRIFT_LINES_REFRESH_MS,
    placeholderData: (before) => before,
  });
}

export function useLots(id: string): UseQueryResult<LotList, ApiError> {
  return useQuery<LotList, ApiError>({
    queryKey: KEYS.lots(id),
    queryFn: ({ signal }) => getJson<LotList>(`${at(id)}/lots`, signal),
  });
}

/** Of a tax year; of the present one where it is empty. */
export function useGains(id: string, taxYear: string): UseQueryResult<GainsReport, ApiError> {
  return useQuery<GainsReport, ApiError>({
    queryKey: KEYS.gains(id, taxYear),
    queryFn: ({ signal }) => getJson<GainsReport>(gainsPath(id, taxYear), signal),
  });
}

/** The reports of several years, those that are there already. */
export function useGainsOfYears(id: string, taxYears: readonly string[]): readonly GainsReport[] {
  return useQueries({
    queries: taxYears.map((taxYear) => ({
      queryKey: KEYS.gains(id, taxYear),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getJson<GainsReport>(gainsPath(id, taxYear), signal),
    })),
    combine: (reads) => reads.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
}

/** Where a file of the lots can be downloaded. */
export function lotsFilePath(id: string): string {
  return `${at(id)}/lots?format=csv`;
}

/** Where a file of the disposals of a year can be downloaded. */
export function gainsFilePath(id: string, taxYear: string): string {
  return `${gainsPath(id, taxYear)}${taxYear === '' ? '?' : '&'}format=csv`;
}

function gainsPath(id: string, taxYear: string): string {
  return taxYear === '' ? `${at(id)}/gains` : `${at(id)}/gains?${new URLSearchParams({ tax_year: taxYear })}`;
}

function at(id: string): string {
  return `/sim/portfolios/${encodeURIComponent(id)}`;
}
