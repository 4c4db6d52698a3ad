/**
 * The instruments that a market event of several instruments covers: all, those of a sector, or those of a currency.
 */

/** `currency` is the trading currency of the instrument. */
export type InstrumentCoverage = 'all' | { readonly sector: string } | { readonly currency: string };

/** The properties that decide whether an instrument is covered, and how much it moves. */
export interface Coverable {
  readonly sector: string;
  readonly currency: string;
  readonly marketBeta: number;
}

/** Returns the subject of an overlay of many instruments; no ISIN and no currency begins with its first character. */
export function coverageSubject(coverage: InstrumentCoverage): string {
  if (coverage === 'all') return '*';
  return 'sector' in coverage ? `${SECTOR}${coverage.sector}` : `${CURRENCY}${coverage.currency}`;
}

/** Returns `null` for the subject of an overlay of one instrument or of one exchange rate. */
export function coverageOf(subject: string): InstrumentCoverage | null {
  if (subject === '*') return 'all';
  if (subject.startsWith(SECTOR)) return { sector: subject.slice(SECTOR.length) };
  return subject.startsWith(CURRENCY) ? { currency: subject.slice(CURRENCY.length) } : null;
}

/** Also false for the subject of one instrument or of one exchange rate. */
export function covers(subject: string, instrument: Coverable): boolean {
  const coverage = coverageOf(subject);
  if (coverage === null || coverage === 'all') return coverage === 'all';
  return 'sector' in coverage ? coverage.sector === instrument.sector : coverage.currency === instrument.currency;
}

const SECTOR = '*sector:';
const CURRENCY = '*currency:';
