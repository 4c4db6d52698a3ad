/** The listings to ask for: those chosen that this world has, since the choice outlives a world; null: all that are held. */
import { useMemo } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../api/market-api.ts';
import type { Watched } from '../../../api/prices-api.ts';
import { useWatch } from '../../../state/watch-store.ts';

export function useWatchedListings(): Watched {
  const instruments = useInstrumentsByIsin();
  const chosen = useWatch((state) => state.chosen);
  return useMemo(() => {
    const listings = chosen?.filter((listing) => isListed(listing, instruments)) ?? null;
    return { listings, isKnown: chosen === null || instruments.size > 0 };
  }, [chosen, instruments]);
}

function isListed(listing: string, instruments: ReadonlyMap<string, InstrumentRow>): boolean {
  const [isin = '', mic = ''] = listing.split(':');
  return instruments.get(isin)?.listings.includes(mic) ?? false;
}
