/** The market: instruments, exchanges, events, pins, exchange rates and calendars, and the commands that control it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { CorporateActionWire } from '../../src-server/contract/control/market/corporate-actions.ts';
import type { MarketDividendWire } from '../../src-server/contract/control/market/market-dividends.ts';
import type { RatePath } from '../../src-server/contract/control/market/market-rates.ts';
import type { InstrumentList } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { allPagesQuery, ask, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

export type InstrumentRow = InstrumentList['instruments'][number];
export type CorporateAction = CorporateActionWire;
export type CreateCorporateAction = ControlBody<'POST /market/corporate-actions'>;
export type OwnInstrument = ControlBody<'POST /instruments'>['instruments'][number];
export type MarketDividend = MarketDividendWire;
export type RateSpan = RatePath['span'];

const REFRESH_MS = 4_000;

export const useInstruments = () =>
  useQuery({ ...controlQuery(KEYS.instruments, 'GET /instruments'), staleTime: Number.POSITIVE_INFINITY });

/** Instruments by ISIN; empty until they have been read, so a caller falls back to the ISIN itself. */
export function useInstrumentsByIsin(): ReadonlyMap<string, InstrumentRow> {
  const { data } = useInstruments();
  return useMemo(() => new Map(data?.instruments.map((row) => [row.isin, row])), [data]);
}

export const exchangesQuery = controlQuery(KEYS.exchanges, 'GET /exchanges');

export const useExchanges = () => useQuery({ ...exchangesQuery, refetchInterval: useClockPace(REFRESH_MS) });

export const readExchanges = () => ask('GET /exchanges');

export const useMarketEvents = () =>
  useQuery({
    ...allPagesQuery(KEYS.marketEvents, 'market_events', (page) => ask('GET /market/events', page)),
    refetchInterval: useClockPace(REFRESH_MS),
  });

/** Whether prices have been loaded from a file. */
export const useHasOwnSeries = () =>
  useQuery({
    queryKey: KEYS.loadedSeries,
    queryFn: async ({ signal }) => {
      const query = { type: 'market.series_loaded', limit: 1 } as const;
      return (await ask('GET /events', { query, signal })).events.length > 0;
    },
  }).data === true;

export const usePins = () => useQuery(controlQuery(KEYS.pins, 'GET /market/pins'));

export const useRates = () =>
  useQuery({ ...controlQuery(KEYS.rates, 'GET /market/fx'), refetchInterval: useClockPace(REFRESH_MS) });

export const rateTableQuery = controlQuery(KEYS.rateTable, 'GET /market/fx/table');

export const useRateTable = () => useQuery({ ...rateTableQuery, refetchInterval: useClockPace(REFRESH_MS) });

export const useRatePath = (currency: string, span: RateSpan) =>
  useQuery({
    ...controlQuery(KEYS.ratePath(currency, span), 'GET /market/fx/path', { query: { currency, span } }),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Empty: the current month. Which exchanges are open, now and next, changes with the clock. */
export const useCalendars = (month: string) =>
  useQuery({
    ...controlQuery(KEYS.calendars(month), 'GET /market/calendars', { query: month === '' ? {} : { month } }),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Changes the given fields of an exchange. 400 for connecting one that a fault keeps down. */
export const changeExchange = (mic: string, body: ControlBody<'PATCH /exchanges/{mic}'>) =>
  ask('PATCH /exchanges/{mic}', { params: { mic }, body });

/** Past and scheduled corporate actions of instruments, newest first. */
export const useCorporateActions = () =>
  useQuery(
    allPagesQuery(KEYS.corporateActions, 'corporate_actions', (page) => ask('GET /market/corporate-actions', page)),
  );

/** Dividends of instruments by the seed: all past ones, and those of the next year. */
export const useMarketDividends = () =>
  useQuery({
    ...controlQuery(KEYS.marketDividends, 'GET /market/dividends', { query: { from: '2000-01-01T00:00:00Z' } }),
    refetchInterval: useClockPace(REFRESH_MS),
  });

/** 400 at the field for invalid values: an instant in the past, an ISIN in use. */
export const createCorporateAction = (body: CreateCorporateAction) =>
  ask('POST /market/corporate-actions', { body: withoutNaN(body) });

/** Cancels a scheduled action. 400 once it was applied. */
export const cancelCorporateAction = (id: string) => ask('DELETE /market/corporate-actions/{id}', { params: { id } });

/** Adds custom instruments to the world; 400 with every issue at its place. */
export const addInstruments = (instruments: ControlBody<'POST /instruments'>['instruments']) =>
  ask('POST /instruments', { body: withoutNaN({ instruments }) });

/** Reads files of prices; with `check` false they are loaded, or 400 gives the reason. */
export const importPrices = (body: ControlBody<'POST /imports/prices'>) => ask('POST /imports/prices', { body });

/** Adds a market event to an instrument or a currency. */
export const addMarketEvent = (body: ControlBody<'POST /market/events'>) => ask('POST /market/events', { body });

/** Ends an event now: its effects so far stay. */
export const endMarketEvent = (id: string) => ask('DELETE /market/events/{id}', { params: { id } });

/** Reverses a jump from now on; a scheduled one never happens. */
export const takeBackJump = (id: string) =>
  ask('DELETE /market/events/{id}', { params: { id }, query: { take_back: true } });

/** Pins the mid of every listing of an instrument, or an exchange rate. */
export const pinPrice = (body: ControlBody<'POST /market/pins'>) =>
  ask('POST /market/pins', { body: withoutNaN(body) });

/** An empty field is omitted, and the service reports that it is missing. */
function withoutNaN<Body>(body: Body): Body {
  return JSON.parse(JSON.stringify(body, (_name, value: unknown) => (Number.isNaN(value) ? undefined : value))) as Body;
}

export const unpinPrice = (isin: string) => ask('DELETE /market/pins/{isin}', { params: { isin } });
