/**
 * Rebalances and plans: what there is, what would be, what has changed since, and their execution by either form; and bulk
 * rebalances, of many portfolios at once (decision P6).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, control, formA, formB, inPath, read, readAll, type Schemas } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { components as FormA } from './generated/form-a.ts';
import type { components as FormB } from './generated/form-b.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

type Session = Schemas['Session'];
/** What the app sends: everything stated, so that the request shown to the user is the whole request. */
export type PlanRequest = FormB['schemas']['CreatePlan'];
export type RebalanceRequestA = FormA['schemas']['StartRebalance'];

export const useRebalances = () =>
  useQuery(readAll(KEYS.rebalances, 'rebalances', (page) => control.GET('/rebalances', page)));

export const useRebalance = (id: string) => useQuery(read(KEYS.rebalance(id), '/rebalances/{id}', inPath({ id })));

export const readRebalance = (id: string, signal: AbortSignal | null = null) =>
  answerOf(control.GET('/rebalances/{id}', { ...inPath({ id }), signal }));

/** Against another plan of the portfolio, or against what it would be if it were made now (decision L93). */
export function readPlanChanges(id: string, to: string | null, signal: AbortSignal | null = null) {
  const params = { path: { id }, query: to === null ? {} : { to } };
  return answerOf(control.GET('/rebalances/{id}/changes', { params, signal }));
}

/** Cancels what is open of a rebalance under way; 400 where nothing is. Fills stay. */
export const cancelOpenOrders = (id: string) =>
  answerOf(control.POST('/rebalances/{id}/cancel-orders', inPath({ id })));

export type OrderActionRequest = Schemas['CreateOrderAction'];
export type OrderActionName = OrderActionRequest['action'];
export type OrderPossibilities = Schemas['OrderPossibilities'];

/** The exchange does it next; its report arrives later. 409 where it cannot, 400 at a quantity or a price. */
export const actOnOrder = (orderId: string, body: OrderActionRequest) =>
  answerOf(control.POST('/orders/{id}/actions', { ...inPath({ id: orderId }), body }));

interface ToCompare {
  readonly variants: Schemas['PlanVariant'][];
  /** In place of the portfolio's own targets; null: those. */
  readonly weights: Readonly<Record<string, number>> | null;
}

/** Plans one portfolio under several settings at one instant. Changes nothing and is not billed. */
export function comparePlans(portfolioId: string, { variants, weights }: ToCompare, signal: AbortSignal) {
  const targets =
    weights === null ? {} : { targets: Object.entries(weights).map(([isin, weight]) => ({ isin, weight })) };
  return answerOf(control.POST('/compare', { body: { portfolio_id: portfolioId, variants, ...targets }, signal }));
}

/** The plan of this instant with the service's own settings, which leaves no trace. */
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

/** With a key the plan is held: the request with that key executes exactly it (decision L94). */
export const previewRebalance = (id: string, body: Schemas['PreviewRebalance'], signal: AbortSignal | null = null) =>
  answerOf(control.POST('/portfolios/{id}/rebalance-preview', { ...inPath({ id }), body, signal }));

/** Lets go of what is held for a portfolio. */
export const releasePreview = (id: string) =>
  answerOf(control.DELETE('/portfolios/{id}/rebalance-preview', inPath({ id })));

export interface StartedA {
  readonly rebalanceId: string;
  /** The key had its answer already, and got it again: nothing was executed. */
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

/** Without its portfolios. */
export const useBulkRebalance = (id: string) =>
  useQuery({
    ...read(KEYS.bulkRebalance(id), '/bulk-rebalances/{id}', { params: { path: { id }, query: { limit: 1 } } }),
    placeholderData: keepPreviousData,
  });

/** Its portfolios, page by page in their order; of every status where it is null. */
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

/** Answered before they are planned. 400 at a portfolio that is not there. */
export const createBulkRebalance = (body: CreateBulkRebalance) => answerOf(control.POST('/bulk-rebalances', { body }));

/** 409 while it executes, 400 once it is over. */
export const executeBulkRebalance = (id: string, perMinute: number) =>
  answerOf(
    control.POST('/bulk-rebalances/{id}/execute', { ...inPath({ id }), body: { pace: { per_minute: perMinute } } }),
  );

/** Plans that wait are cancelled; what was started goes on. */
export const stopBulkRebalance = (id: string) => answerOf(control.DELETE('/bulk-rebalances/{id}', inPath({ id })));
