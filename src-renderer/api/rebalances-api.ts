/**
 * Rebalances and plans: stored ones, previews, changes since, and their execution in either form; and bulk rebalances
 * of many portfolios at once (decision P6).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, control, formA, formB, inPath, read, readAll, type Schemas } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { components as FormA } from './generated/form-a.ts';
import type { components as FormB } from './generated/form-b.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

type Session = Schemas['Session'];
/** The plan request of the app: every field is set, so that the request shown to the user is the whole request. */
export type PlanRequest = FormB['schemas']['CreatePlan'];
export type RebalanceRequestA = FormA['schemas']['StartRebalance'];

export const useRebalances = () =>
  useQuery(readAll(KEYS.rebalances, 'rebalances', (page) => control.GET('/rebalances', page)));

export const useRebalance = (id: string) => useQuery(read(KEYS.rebalance(id), '/rebalances/{id}', inPath({ id })));

export const readRebalance = (id: string, signal: AbortSignal | null = null) =>
  answerOf(control.GET('/rebalances/{id}', { ...inPath({ id }), signal }));

/** Compares a plan with another plan of the portfolio, or with one made now (decision L93). */
export function readPlanChanges(id: string, to: string | null, signal: AbortSignal | null = null) {
  const params = { path: { id }, query: to === null ? {} : { to } };
  return answerOf(control.GET('/rebalances/{id}/changes', { params, signal }));
}

/** Cancels the open orders of a rebalance in progress; 400 if there are none. Fills stay. */
export const cancelOpenOrders = (id: string) =>
  answerOf(control.POST('/rebalances/{id}/cancel-orders', inPath({ id })));

export type OrderActionRequest = Schemas['CreateOrderAction'];
export type OrderActionName = OrderActionRequest['action'];
export type OrderPossibilities = Schemas['OrderPossibilities'];

/** The exchange processes it next; its report arrives later. 409 if it is impossible, 400 at a quantity or a price. */
export const actOnOrder = (orderId: string, body: OrderActionRequest) =>
  answerOf(control.POST('/orders/{id}/actions', { ...inPath({ id: orderId }), body }));

interface ToCompare {
  readonly variants: Schemas['PlanVariant'][];
  /** Replace the portfolio's own targets; null: those apply. */
  readonly weights: Readonly<Record<string, number>> | null;
}

/** Plans one portfolio with several settings at one instant. Changes nothing and is not billed. */
export function comparePlans(portfolioId: string, { variants, weights }: ToCompare, signal: AbortSignal) {
  const targets =
    weights === null ? {} : { targets: Object.entries(weights).map(([isin, weight]) => ({ isin, weight })) };
  return answerOf(control.POST('/compare', { body: { portfolio_id: portfolioId, variants, ...targets }, signal }));
}

/** The plan of this instant with the service's own settings, without side effects. */
export function useNextPlan(id: string, form: 'A' | 'B', isEnabled: boolean) {
  // Form A has no overlay (decision F12).
  const variants = [{ name: 'next', fx_overlay: form === 'B' }];
  return useQuery<Schemas['Comparison'], ApiError, Schemas['Comparison']['variants'][number] | null>({
    queryKey: KEYS.comparison(id, 'under constraints'),
    queryFn: ({ signal }) => comparePlans(id, { variants, weights: null }, signal),
    select: (comparison) => comparison.variants[0] ?? null,
    enabled: isEnabled,
    retry: false,
    gcTime: 0,
  });
}

/** With a key the plan is held: a request with that key executes exactly this plan (decision L94). */
export const previewRebalance = (id: string, body: Schemas['PreviewRebalance'], signal: AbortSignal | null = null) =>
  answerOf(control.POST('/portfolios/{id}/rebalance-preview', { ...inPath({ id }), body, signal }));

/** Releases a portfolio's held plan. */
export const releasePreview = (id: string) =>
  answerOf(control.DELETE('/portfolios/{id}/rebalance-preview', inPath({ id })));

export interface StartedA {
  readonly rebalanceId: string;
  /** The key was used before, and its first response was repeated: nothing was executed. */
  readonly isReplay: boolean;
}

/** Specification 4.1, as any client would send it. */
export async function startRebalanceA(session: Session, id: string, body: RebalanceRequestA): Promise<StartedA> {
  const call = formA(session).POST('/portfolios/{id}/rebalance', { ...inPath({ id }), body });
  const { rebalance_id: rebalanceId } = await answerOf(call);
  const { response } = await call;
  return { rebalanceId, isReplay: response.headers.get('Idempotency-Replayed') === 'true' };
}

/** Specification 4.2. 422 `drift_below_threshold` when nothing is outside the band. */
export const createPlan = (session: Session, body: PlanRequest, signal: AbortSignal | null = null) =>
  answerOf(formB(session).POST('/rebalance', { body, signal }));

/** 409 while another one is running. */
export const executePlan = (session: Session, id: string) =>
  answerOf(
    formB(session).POST('/rebalance/{rebalance_id}/execute', {
      ...inPath({ rebalance_id: id }),
      body: { confirm: true },
    }),
  );

/** Cancels a plan that has not been executed. */
export const cancelPlan = (session: Session, id: string) =>
  answerOf(formB(session).DELETE('/rebalance/{rebalance_id}', inPath({ rebalance_id: id })));

const BULK_ROWS_PER_PAGE = 200;

export type BulkRebalance = Schemas['BulkRebalance'];
export type BulkPortfolio = Schemas['BulkPortfolio'];
export type BulkRowStatus = BulkPortfolio['status'];
export type CreateBulkRebalance = Schemas['CreateBulkRebalance'];

/** Newest first. */
export const useBulkRebalances = () =>
  useQuery(readAll(KEYS.bulkRebalances, 'bulk_rebalances', (page) => control.GET('/bulk-rebalances', page)));

/** A bulk rebalance without its portfolios. */
export const useBulkRebalance = (id: string) =>
  useQuery({
    ...read(KEYS.bulkRebalance(id), '/bulk-rebalances/{id}', { params: { path: { id }, query: { limit: 1 } } }),
    placeholderData: keepPreviousData,
  });

/** The portfolios of a bulk rebalance, page by page in their order; null: of every status. */
export function useBulkPortfolios(id: string, status: BulkRowStatus | null, isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.bulkPortfolios(id, status ?? ''),
    readPage: (cursor, signal) => {
      const query = {
        limit: BULK_ROWS_PER_PAGE,
        ...(cursor === '' ? {} : { cursor }),
        ...(status === null ? {} : { status }),
      };
      return answerOf(control.GET('/bulk-rebalances/{id}', { params: { path: { id }, query }, signal }));
    },
    select: (pages): readonly BulkPortfolio[] => pages.flatMap(({ rows }) => rows),
    isPaused,
  });
}

/** The response arrives before they are planned. 400 at an unknown portfolio. */
export const createBulkRebalance = (body: CreateBulkRebalance) => answerOf(control.POST('/bulk-rebalances', { body }));

/** 409 while it executes, 400 after it has ended. */
export const executeBulkRebalance = (id: string, perMinute: number) =>
  answerOf(
    control.POST('/bulk-rebalances/{id}/execute', { ...inPath({ id }), body: { pace: { per_minute: perMinute } } }),
  );

/** Pending plans are cancelled; started rebalances continue. */
export const stopBulkRebalance = (id: string) => answerOf(control.DELETE('/bulk-rebalances/{id}', inPath({ id })));
