/** The events of a portfolio other than rebalances: its activity, cash flows, dividends and gains. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { ActivityEntry } from '../../src-server/contract/control/portfolios/activity.ts';
import type { CashFlowWire } from '../../src-server/contract/control/portfolios/cash-flows.ts';
import type { DividendWire } from '../../src-server/contract/control/portfolios/dividends.ts';
import type { PortfolioPerformance } from '../../src-server/contract/control/portfolios/performance.ts';
import type { PolicyWire } from '../../src-server/contract/control/portfolios/policies.ts';
import type { SettlementList, TradeSettlementWire } from '../../src-server/contract/control/portfolios/settlements.ts';
import { allPagesQuery, ask, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const PER_PAGE = 200;

export type ActivityKind = ActivityEntry['kind'];
export type TradeSettlement = TradeSettlementWire;
export type SettlementDue = SettlementList['due'][number];
export type Dividend = DividendWire;
export type CashFlow = CashFlowWire;
export type CreateCashFlow = ControlBody<'POST /portfolios/{id}/cash-flows'>;
export type Policy = PolicyWire;
export type SetPolicy = ControlBody<'PUT /portfolios/{id}/policy'>;

/** Page by page, newest first, one entry for each order with all of its fills; null: every kind. */
export function useActivity(id: string, kind: ActivityKind | null, isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.activity(id, kind ?? ''),
    readPage: (cursor, signal) => {
      const query = {
        limit: PER_PAGE,
        by: 'order' as const,
        ...(cursor === '' ? {} : { cursor }),
        ...(kind === null ? {} : { kind }),
      };
      return ask('GET /portfolios/{id}/activity', { params: { id }, query, signal });
    },
    select: (pages): readonly ActivityEntry[] => pages.flatMap(({ activity }) => activity),
    isPaused,
  });
}

/** All dividends, accrued and paid. */
export const useDividends = (id: string) =>
  useQuery(
    allPagesQuery(KEYS.dividends(id), 'dividends', (page) =>
      ask('GET /portfolios/{id}/dividends', { params: { id }, ...page }),
    ),
  );

/** All fills of an order, newest first. */
export const useFillsOfOrder = (id: string, orderId: string) =>
  useQuery(
    allPagesQuery(KEYS.fillsOfOrder(id, orderId), 'activity', ({ query, signal }) =>
      ask('GET /portfolios/{id}/activity', { params: { id }, query: { ...query, order_id: orderId }, signal }),
    ),
  );

/**
 * Trades that have not settled, including late ones, or settled trades: page by page, newest first. Those of an order
 * that settle together are one entry. Includes the totals of all unsettled trades.
 */
export function useSettlements(id: string, status: 'pending' | 'settled', isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.settlements(id, status),
    readPage: (cursor, signal) => {
      const query = { limit: PER_PAGE, status, by: 'order' as const, ...(cursor === '' ? {} : { cursor }) };
      return ask('GET /portfolios/{id}/settlements', { params: { id }, query, signal });
    },
    select: (pages): { readonly trades: readonly TradeSettlement[]; readonly due: readonly SettlementDue[] } => ({
      trades: pages.flatMap(({ settlements }) => settlements),
      due: pages[0]?.due ?? [],
    }),
    isPaused,
  });
}

export const useCashFlows = (id: string) =>
  useQuery(
    allPagesQuery(KEYS.cashFlows(id), 'cash_flows', (page) =>
      ask('GET /portfolios/{id}/cash-flows', { params: { id }, ...page }),
    ),
  );

export type Performance = PortfolioPerformance;

/** A long history costs more to read than the present. */
const PERFORMANCE_REFRESH_MS = 10_000;

/** From the portfolio's creation if `from` is empty. While another period is read, the previous result is shown. */
export const usePerformance = (id: string, from: string) =>
  useQuery({
    ...controlQuery(KEYS.performance(id, from), 'GET /portfolios/{id}/performance', {
      params: { id },
      query: from === '' ? {} : { from },
    }),
    refetchInterval: useClockPace(PERFORMANCE_REFRESH_MS),
    placeholderData: (before) => (before?.portfolio_id === id ? before : undefined),
  });

/** 400 at the field for an instant in the past, or if it would take more than the free cash now. */
export const createCashFlow = (id: string, body: CreateCashFlow) =>
  ask('POST /portfolios/{id}/cash-flows', { params: { id }, body });

/** Ends a cash flow: no more of it is booked. */
export const endCashFlow = (id: string, cashFlowId: string) =>
  ask('DELETE /portfolios/{id}/cash-flows/{cash_flow_id}', { params: { id, cash_flow_id: cashFlowId } });

/** The policy of a portfolio that has one. */
export const usePolicy = (id: string) =>
  useQuery({
    queryKey: KEYS.policy(id),
    queryFn: ({ signal }) => ask('GET /portfolios/{id}/policy', { params: { id }, signal }),
  });

/** 400 at the field if the policy contradicts itself. */
export const setPolicy = (id: string, body: SetPolicy) => ask('PUT /portfolios/{id}/policy', { params: { id }, body });

export const removePolicy = (id: string) => ask('DELETE /portfolios/{id}/policy', { params: { id } });
