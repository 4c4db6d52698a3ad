/** Portfolios: their state, history, lots and gains, and the calls that create, fill, rename and delete them. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { answerOf, control, formB, inPath, read, readAll, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import type { components as FormA } from './generated/form-a.ts';
import type { components as FormB } from './generated/form-b.ts';
import { KEYS } from './query-keys.ts';

type Session = Schemas['Session'];
export type CreatePortfolioA = FormA['schemas']['CreatePortfolioA'];
export type CreatePortfolioB = FormB['schemas']['CreatePortfolioB'];
export type NewPortfolio = Schemas['NewPortfolio'];
export type PortfolioImportReport = Schemas['PortfolioImportReport'];
export type HistorySpan = Schemas['PortfolioHistory']['span'];

/** To which the session's key belongs, and so what the app can plan and execute (decision L2). */
export const APP_ACCOUNT = 'default';

/** Prices move with the clock and send no event. */
const VALUATION_REFRESH_MS = 4_000;
/** The past grows slowly and costs more to read than the present. */
const HISTORY_REFRESH_MS = 5_000;
const DRIFT_LINES_REFRESH_MS = 15_000;

export const portfoliosQuery = readAll(KEYS.portfolios, 'portfolios', (page) => control.GET('/portfolios', page));

export const usePortfolios = () =>
  useQuery({
    ...portfoliosQuery,
    refetchInterval: useClockPace(VALUATION_REFRESH_MS),
  });

export const usePortfolio = (id: string) =>
  useQuery({
    ...read(KEYS.portfolio(id), '/portfolios/{id}', inPath({ id })),
    refetchInterval: useClockPace(VALUATION_REFRESH_MS),
  });

/** While another span is read, what was shown before stays. */
export const usePortfolioHistory = (id: string, span: HistorySpan) =>
  useQuery({
    ...read(KEYS.portfolioHistory(id, span), '/portfolios/{id}/history', { params: { path: { id }, query: { span } } }),
    refetchInterval: useClockPace(HISTORY_REFRESH_MS),
    placeholderData: (before) => (before?.portfolio_id === id ? before : undefined),
  });

/** One question for all of them. The lines shown before stay until others are there. */
export function useDriftLines(ids: readonly string[]) {
  const asked = [...ids].sort().join(',');
  return useQuery({
    ...read(KEYS.driftLines(asked), '/portfolio-drift', { params: { query: { portfolio_id: asked } } }),
    enabled: asked !== '',
    refetchInterval: useClockPace(DRIFT_LINES_REFRESH_MS),
    placeholderData: (before) => before,
  });
}

export const useLots = (id: string) => useQuery(read(KEYS.lots(id), '/portfolios/{id}/lots', inPath({ id })));

/** Of a tax year; of the present one where it is empty. */
function gainsQuery(id: string, taxYear: string) {
  const query = taxYear === '' ? {} : { tax_year: taxYear };
  return read(KEYS.gains(id, taxYear), '/portfolios/{id}/gains', { params: { path: { id }, query } });
}

export const useGains = (id: string, taxYear: string) => useQuery(gainsQuery(id, taxYear));

/** The reports of several years that have been read, and a read that failed. */
export const useGainsOfYears = (id: string, taxYears: readonly string[]) =>
  useQueries({
    queries: taxYears.map((taxYear) => gainsQuery(id, taxYear)),
    combine: (reads) => ({
      reports: reads.flatMap(({ data }) => data ?? []),
      failed: reads.find(({ error }) => error !== null),
    }),
  });

/** Where a file of the lots can be downloaded. */
export const lotsFilePath = (id: string) => `/sim/portfolios/${encodeURIComponent(id)}/lots?format=csv`;

/** Where a file of the disposals of a year can be downloaded. */
export function gainsFilePath(id: string, taxYear: string): string {
  const query = new URLSearchParams({ ...(taxYear === '' ? {} : { tax_year: taxYear }), format: 'csv' });
  return `/sim/portfolios/${encodeURIComponent(id)}/gains?${query}`;
}

export const readPortfolio = (id: string) => answerOf(control.GET('/portfolios/{id}', inPath({ id })));

/** Of either form, with all that it holds from the beginning; it belongs to the app's own account. */
export const createWholePortfolio = (body: NewPortfolio) => answerOf(control.POST('/portfolios', { body }));

/** What is in files of portfolios; with `check` false they are created, or 400 says why not. */
export const importPortfolios = (body: Schemas['ImportPortfolios']) =>
  answerOf(control.POST('/imports/portfolios', { body }));

/** Replaces all positions. What was realised before is forgotten. 409 while a rebalance is executing. */
export const setPositions = (id: string, positions: Schemas['PositionInput'][]) =>
  answerOf(control.POST('/portfolios/{id}/positions', { ...inPath({ id }), body: { positions } }));

/** Replaces all targets. 409 while a rebalance is executing. */
export const setTargets = (id: string, targets: Schemas['TargetInput'][]) =>
  answerOf(control.POST('/portfolios/{id}/targets', { ...inPath({ id }), body: { targets } }));

/** Base currency. 409 while a rebalance is executing. */
export const setCash = (id: string, amount: number) =>
  answerOf(control.POST('/portfolios/{id}/cash', { ...inPath({ id }), body: { amount } }));

/** The label is the name of Form A, the external_id of Form B. */
export const renamePortfolio = (id: string, body: Schemas['RenamePortfolio']) =>
  answerOf(control.PATCH('/portfolios/{id}', { ...inPath({ id }), body }));

/** Of either form and any account. 409 while a rebalance is executing. */
export const deletePortfolio = (id: string) => answerOf(control.DELETE('/portfolios/{id}', inPath({ id })));

/** Of the app's own account, as a client does it. 409 while a rebalance of it is executing. */
export const deletePortfolioB = (session: Session, id: string) =>
  answerOf(formB(session).DELETE('/portfolios/{portfolio_id}', inPath({ portfolio_id: id })));

export type Constraints = Schemas['SetConstraints'];

/** What every plan of it keeps (decision O5). */
export const useConstraints = (id: string) =>
  useQuery({
    queryKey: KEYS.constraints(id),
    queryFn: ({ signal }) => answerOf(control.GET('/portfolios/{id}/constraints', { ...inPath({ id }), signal })),
  });

/** Replaces all of them. */
export const setConstraints = (id: string, body: Constraints) =>
  answerOf(control.PUT('/portfolios/{id}/constraints', { ...inPath({ id }), body }));
