/** Finds the listing of an instrument that a pasted text names. Pure. */

import { findExchange, plainText } from '../../../../../src-server/contract/control/imports/exchange-names.ts';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import type { Checked, PasteMarket } from './pasted.ts';

/** The MIC; empty text means the primary exchange. */
export function findListing(
  { symbol, listings, primary_exchange: primary }: InstrumentRow,
  text: string,
  exchanges: PasteMarket['exchanges'],
): Checked<string> {
  const wanted = plainText(text);
  if (wanted === '') return { value: primary };
  const mic = listings.find((each) => plainText(each) === wanted);
  if (mic !== undefined) return { value: mic };
  const found = findExchange(text, exchanges);
  if (found === undefined) {
    return {
      issue: `“${text.trim()}” is not an exchange of this world; ${symbol} is listed at ${listings.join(', ')}`,
    };
  }
  if (listings.includes(found.mic)) return { value: found.mic };
  return {
    issue: `${found.mic} does not list ${symbol}; ${listings.join(', ')} ${listings.length === 1 ? 'does' : 'do'}`,
  };
}
