/** Mids of the listings that a form holds, and exchange rates: read when a row comes, and again while the form is open. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DepthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { getJson } from '../../../api/api-client.ts';
import { useRates } from '../../../api/queries.ts';
import { KEYS } from '../../../api/query-keys.ts';
import type { HoldingDraft } from '../../../components/portfolios/portfolio-draft.ts';
import type { ListingPrice, ListingPrices } from './value-draft.ts';

const REFRESH_MS = 15_000;

export function useListingPrices(holdings: readonly HoldingDraft[]): ListingPrices {
  const listings = [...new Set(holdings.map(({ isin, exchange }) => `${isin} ${exchange}`))];
  return useQueries({
    queries: listings.map((listing) => {
      const [isin = '', exchange = ''] = listing.split(' ');
      return {
        queryKey: KEYS.depth(isin, exchange),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          getJson<DepthView>(`/sim/depth?${new URLSearchParams({ isin, exchange })}`, signal),
        refetchInterval: REFRESH_MS,
      };
    }),
    combine: (reads): ListingPrices =>
      new Map(
        reads.flatMap(({ data }): [string, ListingPrice][] =>
          data === undefined ? [] : [[`${data.isin} ${data.exchange}`, { mid: data.mid, currency: data.currency }]],
        ),
      ),
  });
}

/** Units of each currency for one EUR. */
export function useEuroRates(): ReadonlyMap<string, number> {
  const { data } = useRates();
  return useMemo(() => new Map((data?.rates ?? []).map(({ currency, per_eur: perEur }) => [currency, perEur])), [data]);
}
