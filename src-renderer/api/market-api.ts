/** The market: instruments, exchanges, events, pins, exchange rates and calendars, and the commands that direct it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages, answerOf, control, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

export type InstrumentRow = Schemas['InstrumentList']['instruments'][number];
export type RateSpan = Schemas['RatePath']['span'];

const REFRESH_MS = 4_000;

export const useInstruments = () =>
  useQuery({
    queryKey: KEYS.instruments,
    queryFn: ({ signal }) => answerOf(control.GET('/instruments', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Instruments by ISIN; empty until they have been read, so a caller falls back to the ISIN itself. */
export function useInstrumentsByIsin(): ReadonlyMap<string, InstrumentRow> {
  const { data } = useInstruments();
  return useMemo(() => new Map(data?.instruments.map((row) => [row.isin, row])), [data]);
}

export const useExchanges = () =>
  useQuery({
    queryKey: KEYS.exchanges,
    queryFn: ({ signal }) => answerOf(control.GET('/exchanges', { signal })),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useMarketEvents = () =>
  useQuery({
    queryKey: KEYS.marketEvents,
    queryFn: async ({ signal }) => ({
      market_events: await allPages(
        (query) => control.GET('/market/events', { params: { query }, signal }),
        (page) => page.market_events,
      ),
    }),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const usePins = () =>
  useQuery({ queryKey: KEYS.pins, queryFn: ({ signal }) => answerOf(control.GET('/market/pins', { signal })) });

export const useRates = () =>
  useQuery({
    queryKey: KEYS.rates,
    queryFn: ({ signal }) => answerOf(control.GET('/market/fx', { signal })),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useRateTable = () =>
  useQuery({
    queryKey: KEYS.rateTable,
    queryFn: ({ signal }) => answerOf(control.GET('/market/fx/table', { signal })),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useRatePath = (currency: string, span: RateSpan) =>
  useQuery({
    queryKey: KEYS.ratePath(currency, span),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/market/fx/path', { params: { query: { currency, span } }, signal })),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Empty: the month that holds the present. What is open now and next moves with the clock. */
export const useCalendars = (month: string) =>
  useQuery({
    queryKey: KEYS.calendars(month),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/market/calendars', { params: { query: month === '' ? {} : { month } }, signal })),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** Changes what is named of an exchange. 400 for connecting one that a fault keeps down. */
export const changeExchange = (mic: string, body: Schemas['ChangeExchange']) =>
  answerOf(control.PATCH('/exchanges/{mic}', { params: { path: { mic } }, body }));

/** Lays something over an instrument or a currency. */
export const addMarketEvent = (body: Schemas['CreateMarketEvent']) =>
  answerOf(control.POST('/market/events', { body }));

/** Ends an event now: what it did by then stays. */
export const endMarketEvent = (id: string) =>
  answerOf(control.DELETE('/market/events/{id}', { params: { path: { id } } }));

/** Holds the mid of every listing of an instrument, or an exchange rate. */
export const pinPrice = (body: Schemas['CreatePin']) =>
  answerOf(control.POST('/market/pins', { body, bodySerializer: withoutNaN }));

/** An empty field is left out, and the service says that it is missing. */
function withoutNaN(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (Number.isNaN(value) ? undefined : value));
}

export const unpinPrice = (isin: string) =>
  answerOf(control.DELETE('/market/pins/{isin}', { params: { path: { isin } } }));
