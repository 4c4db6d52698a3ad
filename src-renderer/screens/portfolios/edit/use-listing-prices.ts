/** The mids of listings, read again while a form is open. */
import { useQueries } from '@tanstack/react-query';
import { useClockPace } from '../../../api/clock-api.ts';
import { depthQuery } from '../../../api/prices-api.ts';

interface Listing {
  readonly isin: string;
  readonly exchange: string;
}

const REFRESH_MS = 15_000;

export function useListingPrices(wanted: readonly Listing[]) {
  const refetchInterval = useClockPace(REFRESH_MS);
  const listings = new Map(wanted.map(({ isin, exchange }) => [`${isin} ${exchange}`, { isin, exchange }]));
  return useQueries({
    queries: [...listings.values()].map(({ isin, exchange }) => ({ ...depthQuery(isin, exchange), refetchInterval })),
    combine: (results) => ({
      prices: new Map(results.flatMap(({ data }) => (data ? [[`${data.isin} ${data.exchange}`, data] as const] : []))),
      failed: results.find(({ data, error }) => data === undefined && error !== null),
    }),
  });
}
