/** Portfolios: their state, history, lots and gains, and the requests that create, fill, rename and delete them. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { PortfolioConstraints } from '../../src-server/contract/control/portfolios/constraints.ts';
import type { PortfolioHistory } from '../../src-server/contract/control/portfolios/portfolio-history.ts';
import type { BrowserSession } from '../../src-server/contract/control/world/session.ts';
import type { FormABody, FormBBody } from '../../src-server/contract/service/service-routes.ts';
import { allPagesQuery, ask, askFormB, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

type Session = BrowserSession;
export type CreatePortfolioA = FormABody<'POST /portfolios'>;
export type CreatePortfolioB = FormBBody<'POST /portfolios'>;
export type NewPortfolio = ControlBody<'POST /portfolios'>;
export type HistorySpan = PortfolioHistory['span'];

/** The account of the session's key, and so of portfolios that the app can plan and execute (decision L2). */
export const APP_ACCOUNT = 'default';

/** Prices move with the clock and send no event. */
const VALUATION_REFRESH_MS = 4_000;
/** The history grows slowly and costs more to read than the present. */
const HISTORY_REFRESH_MS = 5_000;
const DRIFT_LINES_REFRESH_MS = 15_000;

export const portfoliosQuery = allPagesQuery(KEYS.portfolios, 'portfolios', (page) => ask('GET /portfolios', page));

export const usePortfolios = () =>
  useQuery({
    ...portfoliosQuery,
    refetchInterval: useClockPace(VALUATION_REFRESH_MS),
  });

export const usePortfolio = (id: string) =>
  useQuery({
    ...controlQuery(KEYS.portfolio(id), 'GET /portfolios/{id}', { params: { id } }),
    refetchInterval: useClockPace(VALUATION_REFRESH_MS),
  });

/** While another span is read, the previous one is shown. */
export const usePortfolioHistory = (id: string, span: HistorySpan) =>
  useQuery({
    ...controlQuery(KEYS.portfolioHistory(id, span), 'GET /portfolios/{id}/history', {
      params: { id },
      query: { span },
    }),
    refetchInterval: useClockPace(HISTORY_REFRESH_MS),
    placeholderData: (before) => (before?.portfolio_id === id ? before : undefined),
  });

/** One request for all of them. The previous lines are shown until the new ones arrive. */
export function useDriftLines(ids: readonly string[]) {
  const joinedIds = [...ids].sort().join(',');
  return useQuery({
    ...controlQuery(KEYS.driftLines(joinedIds), 'GET /portfolio-drift', { query: { portfolio_id: joinedIds } }),
    enabled: joinedIds !== '',
    refetchInterval: useClockPace(DRIFT_LINES_REFRESH_MS),
    placeholderData: (before) => before,
  });
}

export const useLots = (id: string) =>
  useQuery(controlQuery(KEYS.lots(id), 'GET /portfolios/{id}/lots', { params: { id } }));

export const readLots = (id: string) => ask('GET /portfolios/{id}/lots', { params: { id } });

/** The gains of a tax year; empty: the current one. */
function gainsQuery(id: string, taxYear: string) {
  const query = taxYear === '' ? {} : { tax_year: taxYear };
  return controlQuery(KEYS.gains(id, taxYear), 'GET /portfolios/{id}/gains', { params: { id }, query });
}

export const useGains = (id: string, taxYear: string) => useQuery(gainsQuery(id, taxYear));

/** The reports of several years that have been read, and the error of a read that failed. */
export const useGainsOfYears = (id: string, taxYears: readonly string[]) =>
  useQueries({
    queries: taxYears.map((taxYear) => gainsQuery(id, taxYear)),
    combine: (results) => ({
      reports: results.flatMap(({ data }) => data ?? []),
      failed: results.find(({ error }) => error !== null),
    }),
  });

/** The download path of a file of the lots. */
export const lotsFilePath = (id: string) => `/sim/portfolios/${encodeURIComponent(id)}/lots?format=csv`;

/** The download path of a file of a year's disposals. */
export function gainsFilePath(id: string, taxYear: string): string {
  const query = new URLSearchParams({ ...(taxYear === '' ? {} : { tax_year: taxYear }), format: 'csv' });
  return `/sim/portfolios/${encodeURIComponent(id)}/gains?${query}`;
}

export const readPortfolio = (id: string) => ask('GET /portfolios/{id}', { params: { id } });

/** Creates a portfolio of either form with its initial contents; it belongs to the app's own account. */
export const createWholePortfolio = (body: NewPortfolio) => ask('POST /portfolios', { body });

/** Reads files of portfolios; with `check` false they are created, or 400 gives the reason. */
export const importPortfolios = (body: ControlBody<'POST /imports/portfolios'>) =>
  ask('POST /imports/portfolios', { body });

/** Replaces all positions. Earlier realised gains are dropped. 409 while a rebalance is executing. */
export const setPositions = (
  id: string,
  positions: ControlBody<'POST /portfolios/{id}/positions'>['positions'][number][],
) => ask('POST /portfolios/{id}/positions', { params: { id }, body: { positions } });

/** Replaces all targets. 409 while a rebalance is executing. */
export const setTargets = (id: string, targets: ControlBody<'POST /portfolios/{id}/targets'>['targets'][number][]) =>
  ask('POST /portfolios/{id}/targets', { params: { id }, body: { targets } });

/** In the base currency. 409 while a rebalance is executing. */
export const setCash = (id: string, amount: number) =>
  ask('POST /portfolios/{id}/cash', { params: { id }, body: { amount } });

/** The label is the name of Form A, the external_id of Form B. */
export const renamePortfolio = (id: string, body: ControlBody<'PATCH /portfolios/{id}'>) =>
  ask('PATCH /portfolios/{id}', { params: { id }, body });

/** Deletes a portfolio of either form and any account. 409 while a rebalance is executing. */
export const deletePortfolio = (id: string) => ask('DELETE /portfolios/{id}', { params: { id } });

/** Deletes a portfolio of the app's own account, as a client does. 409 while one of its rebalances is executing. */
export const deletePortfolioB = (session: Session, id: string) =>
  askFormB(session)('DELETE /portfolios/{portfolio_id}', { params: { portfolio_id: id } });

export type Constraints = ControlBody<'PUT /portfolios/{id}/constraints'>;

/** The constraints of every plan of a portfolio (decision O5). */
export const useConstraints = (id: string) => useQuery(constraintsQuery(id));

/** Of several portfolios: those that have any, as far as they have been read. */
export const useConstraintsOf = (ids: readonly string[]): readonly PortfolioConstraints[] =>
  useQueries({
    queries: ids.map(constraintsQuery),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined || Object.keys(data.constraints).length === 0 ? [] : [data])),
  });

const constraintsQuery = (id: string) =>
  queryOptions({
    queryKey: KEYS.constraints(id),
    queryFn: ({ signal }) => ask('GET /portfolios/{id}/constraints', { params: { id }, signal }),
  });

export const readConstraints = (id: string) => ask('GET /portfolios/{id}/constraints', { params: { id } });

/** Replaces all constraints. */
export const setConstraints = (id: string, body: Constraints) =>
  ask('PUT /portfolios/{id}/constraints', { params: { id }, body });
