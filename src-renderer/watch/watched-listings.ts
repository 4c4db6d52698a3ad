/** The listings to ask for: those chosen that this world has, since the choice outlives a world; null: all that are held. */
import { useMemo } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../client/queries.ts';
import { useWatch } from '../state/watch-store.ts';

export function useWatchedListings(): readonly string[] | null {
  const instruments = useInstrumentsByIsin();
  const chosen = useWatch((state) => state.chosen);
  return useMemo(() => chosen?.filter((listing) => isListed(listing, instruments)) ?? null, [chosen, instruments]);
}

function isListed(listing: string, instruments: ReadonlyMap<string, InstrumentRow>): boolean {
  const [isin = '', mic = ''] = listing.split(':');
  return instruments.get(isin)?.listings.includes(mic) ?? false;
}
