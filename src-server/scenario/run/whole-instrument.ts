/** An instrument of world contents as a world stores it. Pure. */
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import type { InstrumentEntry } from '../../engine/instrument-service.ts';

/** Fills in fields that were left out and follow from the others. */
export function wholeInstrument({
  name,
  symbol,
  issuer_country,
  primary_exchange,
  ...rest
}: WorldContents['instruments'][number]): InstrumentEntry {
  return {
    ...rest,
    name: name ?? rest.isin,
    symbol: symbol ?? rest.isin,
    issuer_country: issuer_country ?? rest.isin.slice(0, 2),
    primary_exchange: primary_exchange ?? (rest.listings[0] as string),
  };
}
