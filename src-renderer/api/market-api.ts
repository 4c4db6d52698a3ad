/** The market: instruments, exchanges, events, pins, exchange rates and calendars, and the commands that control it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, control, inPath, read, readAll, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

export type InstrumentRow = Schemas['InstrumentList']['instruments'][number];
export type CorporateAction = Schemas['CorporateAction'];
export type CreateCorporateAction = Schemas['CreateCorporateAction'];
export type OwnInstrument = Schemas['OwnInstrument'];
export type MarketDividend = Schemas['MarketDividend'];
export type PriceImportReport = Schemas['PriceImportReport'];
export type RateSpan = Schemas['RatePath']['span'];

const REFRESH_MS = 4_000;

export const useInstruments = () =>
  useQuery({ ...read(KEYS.instruments, '/instruments'), staleTime: Number.POSITIVE_INFINITY });

/** Instruments by ISIN; empty until they have been read, so a caller falls back to the ISIN itself. */
export function useInstrumentsByIsin(): ReadonlyMap<string, InstrumentRow> {
  const { data } = useInstruments();
  return useMemo(() => new Map(data?.instruments.map((row) => [row.isin, row])), [data]);
}

export const exchangesQuery = read(KEYS.exchanges, '/exchanges');

export const useExchanges = () => useQuery({ ...exchangesQuery, refetchInterval: useClockPace(REFRESH_MS) });

export const readExchanges = () => answerOf(control.GET('/exchanges'));

export const useMarketEvents = () =>
  useQuery({
    ...readAll(KEYS.marketEvents, 'market_events', (page) => control.GET('/market/events', page)),
    refetchInterval: useClockPace(REFRESH_MS),
  });

/** Whether prices have been loaded from a file. */
export const useHasOwnSeries = () =>
  useQuery({
    queryKey: KEYS.loadedSeries,
    queryFn: async ({ signal }) => {
      const query = { type: 'market.series_loaded', limit: 1 } as const;
      return (await answerOf(control.GET('/events', { params: { query }, signal }))).events.length > 0;
    },
  }).data === true;

export const usePins = () => useQuery(read(KEYS.pins, '/market/pins'));

export const useRates = () =>
  useQuery({ ...read(KEYS.rates, '/market/fx'), refetchInterval: useClockPace(REFRESH_MS) });

export const rateTableQuery = read(KEYS.rateTable, '/market/fx/table');

export const useRateTable = () => useQuery({ ...rateTableQuery, refetchInterval: useClockPace(REFRESH_MS) });

export const useRatePath = (currency: string, span: RateSpan) =>
  useQuery({
    ...read(KEYS.ratePath(currency, span), '/market/fx/path', { params: { query: { currency, span } } }),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Empty: the current month. Which exchanges are open, now and next, changes with the clock. */
export const useCalendars = (month: string) =>
  useQuery({
    ...read(KEYS.calendars(month), '/market/calendars', { params: { query: month === '' ? {} : { month } } }),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Changes the given fields of an exchange. 400 for connecting one that a fault keeps down. */
export const changeExchange = (mic: string, body: Schemas['ChangeExchange']) =>
  answerOf(control.PATCH('/exchanges/{mic}', { ...inPath({ mic }), body }));

/** Past and scheduled corporate actions of instruments, newest first. */
export const useCorporateActions = () =>
  useQuery(
    readAll(KEYS.corporateActions, 'corporate_actions', (page) => control.GET('/market/corporate-actions', page)),
  );

/** Dividends of instruments by the seed: all past ones, and those of the next year. */
export const useMarketDividends = () =>
  useQuery({
    ...read(KEYS.marketDividends, '/market/dividends', { params: { query: { from: '2000-01-01T00:00:00Z' } } }),
    refetchInterval: useClockPace(REFRESH_MS),
  });

/** 400 at the field for invalid values: an instant in the past, an ISIN in use. */
export const createCorporateAction = (body: CreateCorporateAction) =>
  answerOf(control.POST('/market/corporate-actions', { body, bodySerializer: withoutNaN }));

/** Cancels a scheduled action. 400 once it was applied. */
export const cancelCorporateAction = (id: string) =>
  answerOf(control.DELETE('/market/corporate-actions/{id}', inPath({ id })));

/** Adds custom instruments to the world; 400 with every issue at its place. */
export const addInstruments = (instruments: Schemas['AddInstruments']['instruments']) =>
  answerOf(control.POST('/instruments', { body: { instruments }, bodySerializer: withoutNaN }));

/** Reads files of prices; with `check` false they are loaded, or 400 gives the reason. */
export const importPrices = (body: Schemas['ImportPrices']) => answerOf(control.POST('/imports/prices', { body }));

/** Adds a market event to an instrument or a currency. */
export const addMarketEvent = (body: Schemas['CreateMarketEvent']) =>
  answerOf(control.POST('/market/events', { body }));

/** Ends an event now: its effects so far stay. */
export const endMarketEvent = (id: string) => answerOf(control.DELETE('/market/events/{id}', inPath({ id })));

/** Reverses a jump from now on; a scheduled one never happens. */
export const takeBackJump = (id: string) =>
  answerOf(control.DELETE('/market/events/{id}', { params: { path: { id }, query: { take_back: true } } }));

/** Pins the mid of every listing of an instrument, or an exchange rate. */
export const pinPrice = (body: Schemas['CreatePin']) =>
  answerOf(control.POST('/market/pins', { body, bodySerializer: withoutNaN }));

/** An empty field is omitted, and the service reports that it is missing. */
function withoutNaN(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (Number.isNaN(value) ? undefined : value));
}

export const unpinPrice = (isin: string) => answerOf(control.DELETE('/market/pins/{isin}', inPath({ isin })));
