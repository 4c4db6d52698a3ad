/**
 * The headers by which columns are recognised, in English, German, French, Italian, Dutch and Spanish. Finds the
 * meaning of a single header; its callers decide which columns a table needs.
 */

import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { splitHeader } from './currency-units.ts';

/**
 * Returns the chosen meanings of columns by the plain labels of their headers; of two equal labels, the first counts.
 */
export function statedByLabel(chosen: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(chosen)
      .reverse()
      .map(([header, statedMeaning]) => [plainLabel(header), statedMeaning]),
  );
}

interface ColumnLabels<Meaning extends string> {
  /** Returns `null` for a header without a known meaning. */
  meaningOf(header: string): Meaning | null;
}

/**
 * `labels`: the headers of each meaning, separated by commas. `amounts`: meanings whose header may end with a currency.
 */
export function columnLabels<Meaning extends string>(
  labels: Readonly<Partial<Record<Meaning, string>>>,
  amounts: readonly Meaning[] = [],
): ColumnLabels<Meaning> {
  const byLabel = new Map<string, Meaning>();
  for (const [meaning, headers] of Object.entries(labels) as [Meaning, string][]) {
    for (const header of headers.split(',')) byLabel.set(plainLabel(header), meaning);
  }
  const amountOf = (header: string) => {
    const meaning = byLabel.get(plainLabel(splitHeader(header).label));
    return meaning !== undefined && amounts.includes(meaning) ? meaning : null;
  };
  return { meaningOf: (header) => byLabel.get(plainLabel(header)) ?? amountOf(header) };
}

export const DATE_LABELS =
  'date,datum,data,fecha,day,tag,month,monat,time,timestamp,period,time_period,trade date,buchungstag';
export const ISIN_LABELS = 'isin,isin code';
export const SYMBOL_LABELS = 'symbol,ticker,ticker symbol,ticker-symbol,symbole boursier,simbolo titolo,code';
export const NAME_LABELS =
  'name,instrument,instrument name,security,security name,product,product name,produkt,produktname,produit,prodotto,libelle,wertpapier,wertpapiername,bezeichnung,titel,nom du titre,nome titolo,fund,fonds,index';
export const CURRENCY_LABELS =
  'currency,wahrung,ccy,devise,valuta,moneda,transaction currency,buchungswahrung,devise de l operation,valuta operazione';
