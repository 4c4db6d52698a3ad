/** One hook per resource of the control plane. Reads only; shapes are the contract's. */
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccountList, KeyList, TierList } from '../../src-server/contract/control/accounts/accounts.ts';
import type { DepthView, ExchangeList } from '../../src-server/contract/control/market/exchange-control.ts';
import type { FaultList } from '../../src-server/contract/control/market/faults.ts';
import type { MarketEventList, PinList } from '../../src-server/contract/control/market/market-control.ts';
import type { RateList } from '../../src-server/contract/control/market/market-prices.ts';
import type {
  InstrumentList,
  PortfolioSummary,
  PortfolioView,
  RebalanceSummary,
  RebalanceView,
} from '../../src-server/contract/control/portfolios/portfolios.ts';
import type {
  DeliverySummary,
  DeliveryView,
  WebhookEndpoint,
} from '../../src-server/contract/control/webhooks/webhooks.ts';
import type { ClockWire } from '../../src-server/contract/control/world/clock.ts';
import type { Fingerprint, Session } from '../../src-server/contract/control/world/session.ts';
import { getAllPages, getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** Prices move with the clock and send no event, so what holds a valuation is asked again at this pace. */
const VALUATION_REFRESH_MS = 4_000;
const SHOWN_DELIVERIES = 200;

type Read<Data> = UseQueryResult<Data, ApiError>;

function useRead<Data>(queryKey: QueryKey, path: string, refetchIntervalMs?: number): Read<Data> {
  return useQuery<Data, ApiError>({
    queryKey,
    queryFn: ({ signal }) => getJson<Data>(path, signal),
    refetchInterval: refetchIntervalMs ?? false,
  });
}

/** All pages of a list. */
function useList<Name extends string, Row>(
  queryKey: QueryKey,
  path: string,
  name: Name,
  refetchIntervalMs?: number,
): Read<Record<Name, Row[]>> {
  return useQuery<Record<Name, Row[]>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => getAllPages<Name, Row>(path, name, signal),
    refetchInterval: refetchIntervalMs ?? false,
  });
}

export const useSession = (): Read<Session> =>
  useQuery<Session, ApiError>({
    queryKey: KEYS.session,
    queryFn: ({ signal }) => getJson<Session>('/sim/session', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useClock = (): Read<ClockWire> => useRead(KEYS.clock, '/sim/clock', VALUATION_REFRESH_MS);
/** Asked again while the event log is still being looked through: that its chain is broken, no event tells. */
export const useFingerprint = (): Read<Fingerprint> =>
  useQuery<Fingerprint, ApiError>({
    queryKey: KEYS.fingerprint,
    queryFn: ({ signal }) => getJson<Fingerprint>('/sim/fingerprint', signal),
    refetchInterval: ({ state }) => (state.data?.chain.status === 'checking' ? VALUATION_REFRESH_MS : false),
  });
export const useExchanges = (): Read<ExchangeList> => useRead(KEYS.exchanges, '/sim/exchanges', VALUATION_REFRESH_MS);
export const useFaults = (): Read<Pick<FaultList, 'faults'>> =>
  useList(KEYS.faults, '/sim/faults', 'faults', VALUATION_REFRESH_MS);
export const useMarketEvents = (): Read<Pick<MarketEventList, 'market_events'>> =>
  useList(KEYS.marketEvents, '/sim/market/events', 'market_events', VALUATION_REFRESH_MS);
export const usePins = (): Read<PinList> => useRead(KEYS.pins, '/sim/market/pins');
export const useRates = (): Read<RateList> => useRead(KEYS.rates, '/sim/market/fx', VALUATION_REFRESH_MS);
export const useDepth = (isin: string, exchange: string): Read<DepthView> =>
  useRead(KEYS.depth(isin, exchange), `/sim/depth?${new URLSearchParams({ isin, exchange })}`, VALUATION_REFRESH_MS);
export const usePortfolios = (): Read<{ portfolios: PortfolioSummary[] }> =>
  useList(KEYS.portfolios, '/sim/portfolios', 'portfolios', VALUATION_REFRESH_MS);
export const usePortfolio = (portfolioId: string): Read<PortfolioView> =>
  useRead(KEYS.portfolio(portfolioId), `/sim/portfolios/${encodeURIComponent(portfolioId)}`, VALUATION_REFRESH_MS);
export const useRebalances = (): Read<{ rebalances: RebalanceSummary[] }> =>
  useRead(KEYS.rebalances, '/sim/rebalances');
export const useRebalance = (rebalanceId: string): Read<RebalanceView> =>
  useRead(KEYS.rebalance(rebalanceId), `/sim/rebalances/${encodeURIComponent(rebalanceId)}`);
/** The month may change with the clock alone. */
export const useAccounts = (): Read<Pick<AccountList, 'accounts'>> =>
  useList(KEYS.accounts, '/sim/accounts', 'accounts', VALUATION_REFRESH_MS);
export const useTiers = (): Read<TierList> => useRead(KEYS.tiers, '/sim/tiers');
export const useApiKeys = (): Read<Pick<KeyList, 'keys'>> => useList(KEYS.apiKeys, '/sim/keys', 'keys');
export const useWebhooks = (): Read<{ webhooks: WebhookEndpoint[] }> =>
  useList(KEYS.webhooks, '/sim/webhooks', 'webhooks');
export const useDeliveries = (): Read<{ deliveries: DeliverySummary[] }> =>
  useRead(KEYS.deliveries, `/sim/deliveries?limit=${SHOWN_DELIVERIES}`);
export const useDelivery = (deliveryId: string): Read<DeliveryView> =>
  useRead(KEYS.delivery(deliveryId), `/sim/deliveries/${encodeURIComponent(deliveryId)}`);

export type InstrumentRow = InstrumentList['instruments'][number];

/** Instruments by ISIN; empty until they have been read, so a caller falls back to the ISIN itself. */
export function useInstrumentsByIsin(): ReadonlyMap<string, InstrumentRow> {
  const read = useQuery<InstrumentList, ApiError>({
    queryKey: KEYS.instruments,
    queryFn: ({ signal }) => getJson<InstrumentList>('/sim/instruments', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => new Map((read.data?.instruments ?? []).map((row) => [row.isin, row])), [read.data]);
}
