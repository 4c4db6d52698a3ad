/** Finds exchanges by the names that brokers and data vendors use: MIC, name, city, and short codes. Pure. */

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

interface NamedExchange {
  readonly mic: string;
  readonly name: string;
  readonly city: string;
}

export function findExchange<Exchange extends NamedExchange>(
  text: string,
  exchanges: readonly Exchange[],
): Exchange | undefined {
  const wanted = plainText(text);
  return exchanges.find(({ mic, name, city }) =>
    [mic, name, city, ...(ALIASES[mic] ?? '').split(' ')].some((each) => plainText(each) === wanted),
  );
}
