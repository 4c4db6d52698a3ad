/** Finds exchanges by the names that brokers and data vendors use: MIC, name, city, and short codes. Pure. */
import type { InstrumentRow } from '../../../../api/market-api.ts';
import type { Checked, PasteMarket } from './pasted.ts';

/**
 * In addition to MIC, name and city: short codes of Bloomberg, Reuters, Google and others, and names in other
 * languages.
 */
const ALIASES: Readonly<Record<string, string>> = {
  XETR: 'etr ger gy de xet ibis frankfurt xfra deutscheborse',
  XLON: 'lse lon ln l londres',
  XPAR: 'par epa fp pa enpa enxtpa bourseparis',
  XAMS: 'ams na as enam enxtam',
  XMIL: 'mil bit im mi milano mailand euronextmilan mtaa',
  XSWX: 'six swx sw vx zuerich ebs sixswiss schweiz suisse',
  XSTO: 'sto ss st omxstockholm nasdaqomxstockholm',
  XCSE: 'cse cph dc co kobenhavn kopenhagen copenhague omxcopenhagen nasdaqomxcopenhagen',
  XOSL: 'osl ol ob no euronextoslo oslostockexchange',
};

/** Without accents, punctuation and capitals. */
export function plainText(text: string): string {
  const letters = text.normalize('NFD').toLowerCase().replaceAll('ø', 'o').replaceAll('ß', 'ss').replaceAll('æ', 'ae');
  return letters.replaceAll(/[^a-z0-9]/g, '');
}

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
  const found = exchanges.find(({ mic: code, name, city }) =>
    [code, name, city, ...(ALIASES[code] ?? '').split(' ')].some((each) => plainText(each) === wanted),
  );
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
