/**
 * Rebalances and plans: stored ones, previews, changes since, and their execution in either form; and bulk rebalances
 * of many portfolios at once (decision P6).
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { BulkPortfolio, BulkRebalanceWire } from '../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import type { Comparison } from '../../src-server/contract/control/portfolios/compare.ts';
import type { BrowserSession } from '../../src-server/contract/control/world/session.ts';
import type { FormABody, FormBBody } from '../../src-server/contract/service/service-routes.ts';
import { allPagesQuery, ask, askFormB, controlQuery, sendFormA } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { useClockPace } from './clock-api.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

type Session = BrowserSession;
/** The plan request of the app: every field is set, so that the request shown to the user is the whole request. */
export type PlanRequest = FormBBody<'POST /rebalance'>;
export type RebalanceRequestA = FormABody<'POST /portfolios/{id}/rebalance'>;

export const useRebalances = () =>
  useQuery(allPagesQuery(KEYS.rebalances, 'rebalances', (page) => ask('GET /rebalances', page)));

export const useRebalance = (id: string) =>
  useQuery(controlQuery(KEYS.rebalance(id), 'GET /rebalances/{id}', { params: { id } }));

export const readRebalance = (id: string, signal: AbortSignal | null = null) =>
  ask('GET /rebalances/{id}', { params: { id }, signal });

/** Compares a plan with another plan of the portfolio, or with one made now (decision L93). */
export function readPlanChanges(id: string, to: string | null, signal: AbortSignal | null = null) {
  const query = to === null ? {} : { to };
  return ask('GET /rebalances/{id}/changes', { params: { id }, query, signal });
}

/** Cancels the open orders of a rebalance in progress; 400 if there are none. Fills stay. */
export const cancelOpenOrders = (id: string) => ask('POST /rebalances/{id}/cancel-orders', { params: { id } });

export type OrderActionRequest = ControlBody<'POST /orders/{id}/actions'>;
export type OrderActionName = OrderActionRequest['action'];

/** The exchange processes it next; its report arrives later. 409 if it is impossible, 400 at a quantity or a price. */
export const actOnOrder = (orderId: string, body: OrderActionRequest) =>
  ask('POST /orders/{id}/actions', { params: { id: orderId }, body });

export interface ToCompare {
  readonly variants: ControlBody<'POST /compare'>['variants'][number][];
  /** Replace the portfolio's own targets; null: those apply. */
  readonly weights: Readonly<Record<string, number>> | null;
}

/** Plans one portfolio with several settings at one instant. Changes nothing and is not billed. */
export function comparePlans(portfolioId: string, { variants, weights }: ToCompare, signal: AbortSignal) {
  const targets =
    weights === null ? {} : { targets: Object.entries(weights).map(([isin, weight]) => ({ isin, weight })) };
  return ask('POST /compare', { body: { portfolio_id: portfolioId, variants, ...targets }, signal });
}

/** Prices move with the clock and send no event. */
const NEXT_PLAN_REFRESH_MS = 4_000;

/** The plan of this instant with the service's own settings, without side effects. */
export function useNextPlan(id: string, form: 'A' | 'B', isEnabled: boolean) {
  // Form A has no overlay (decision F12).
  const variants = [{ name: 'next', fx_overlay: form === 'B' }];
  return useQuery<Comparison, ApiError>({
    queryKey: KEYS.comparison(id, 'under constraints'),
    queryFn: ({ signal }) => comparePlans(id, { variants, weights: null }, signal),
    enabled: isEnabled,
    refetchInterval: useClockPace(NEXT_PLAN_REFRESH_MS),
    retry: false,
    gcTime: 0,
  });
}

/** With a key the plan is held: a request with that key executes exactly this plan (decision L94). */
export const previewRebalance = (
  id: string,
  body: ControlBody<'POST /portfolios/{id}/rebalance-preview'>,
  signal: AbortSignal | null = null,
) => ask('POST /portfolios/{id}/rebalance-preview', { params: { id }, body, signal });

/** Releases a portfolio's held plan. */
export const releasePreview = (id: string) => ask('DELETE /portfolios/{id}/rebalance-preview', { params: { id } });

export interface StartedA {
  readonly rebalanceId: string;
  /** The key was used before, and its first response was repeated: nothing was executed. */
  readonly isReplay: boolean;
}

/** Specification 4.1, as any client would send it. */
export async function startRebalanceA(session: Session, id: string, body: RebalanceRequestA): Promise<StartedA> {
  const { payload, headers } = await sendFormA(session, 'POST /portfolios/{id}/rebalance', { params: { id }, body });
  return { rebalanceId: payload.rebalance_id, isReplay: headers.get('Idempotency-Replayed') === 'true' };
}

/** Specification 4.2. 422 `drift_below_threshold` when nothing is outside the band. */
export const createPlan = (session: Session, body: PlanRequest, signal: AbortSignal | null = null) =>
  askFormB(session)('POST /rebalance', { body, signal });

/** 409 while another one is running. */
export const executePlan = (session: Session, id: string) =>
  askFormB(session)('POST /rebalance/{rebalance_id}/execute', {
    params: { rebalance_id: id },
    body: { confirm: true },
  });

/** Cancels a plan that has not been executed. */
export const cancelPlan = (session: Session, id: string) =>
  askFormB(session)('DELETE /rebalance/{rebalance_id}', { params: { rebalance_id: id } });

const BULK_ROWS_PER_PAGE = 200;

export type BulkRebalance = BulkRebalanceWire;
export type BulkRowStatus = BulkPortfolio['status'];
export type CreateBulkRebalance = ControlBody<'POST /bulk-rebalances'>;

/** Newest first. */
export const useBulkRebalances = () =>
  useQuery(allPagesQuery(KEYS.bulkRebalances, 'bulk_rebalances', (page) => ask('GET /bulk-rebalances', page)));

/** A bulk rebalance without its portfolios. */
export const useBulkRebalance = (id: string) =>
  useQuery({
    ...controlQuery(KEYS.bulkRebalance(id), 'GET /bulk-rebalances/{id}', { params: { id }, query: { limit: 1 } }),
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
      return ask('GET /bulk-rebalances/{id}', { params: { id }, query, signal });
    },
    select: (pages): readonly BulkPortfolio[] => pages.flatMap(({ rows }) => rows),
    isPaused,
  });
}

export const allBulkPortfoliosQuery = (id: string) =>
  allPagesQuery(KEYS.allBulkPortfolios(id), 'rows', ({ query, signal }) =>
    ask('GET /bulk-rebalances/{id}', { params: { id }, query, signal }),
  );

/**
 * All portfolios of a bulk rebalance once they are planned. While it executes, every start and fill changes them, so
 * they are read again when it has ended.
 */
export function useAllBulkPortfolios({ bulk_id: id, status }: BulkRebalance): readonly BulkPortfolio[] {
  const query = allBulkPortfoliosQuery(id);
  const isLoaded = useQueryClient().getQueryData(query.queryKey) !== undefined;
  return (
    useQuery({ ...query, enabled: status !== 'planning' && !(status === 'executing' && isLoaded) }).data?.rows ?? []
  );
}

/** The response arrives before they are planned. 400 at an unknown portfolio. */
export const createBulkRebalance = (body: CreateBulkRebalance) => ask('POST /bulk-rebalances', { body });

/** 409 while it executes, 400 after it has ended. */
export const executeBulkRebalance = (id: string, perMinute: number) =>
  ask('POST /bulk-rebalances/{id}/execute', { params: { id }, body: { pace: { per_minute: perMinute } } });

/** Pending plans are cancelled; started rebalances continue. */
export const stopBulkRebalance = (id: string) => ask('DELETE /bulk-rebalances/{id}', { params: { id } });
