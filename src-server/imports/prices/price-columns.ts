/**
 * Finds the meanings of the columns of a table of prices, and its layout: wide (a column for each instrument), long (a
 * column that names the instrument), single (one instrument, named by the file), or rates against the euro.
 */
import { PRICE_MEANINGS, type PriceMeaning } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { type ImportIssues, lineOf } from '../source-file.ts';
import {
  CURRENCY_LABELS,
  columnLabels,
  DATE_LABELS,
  ISIN_LABELS,
  NAME_LABELS,
  SYMBOL_LABELS,
  statedByLabel,
} from '../tables/column-labels.ts';
import { RATE_CODES } from '../tables/currency-units.ts';
import { looksLikeDate } from '../tables/read-dates.ts';
import { isEmptyCell } from '../tables/read-numbers.ts';
import type { Table } from '../tables/read-table.ts';

type PriceLayout = 'wide' | 'long' | 'single' | 'rates';

interface PriceColumns {
  /** `unknown` if columns are missing, or two have the same name. */
  readonly layout: PriceLayout | 'unknown';
  /** In the order of the header. */
  readonly meanings: readonly PriceMeaning[];
}

const LABELS = columnLabels<PriceMeaning>(
  {
    date: DATE_LABELS,
    instrument: [ISIN_LABELS, SYMBOL_LABELS, NAME_LABELS].join(),
    currency: CURRENCY_LABELS,
    price:
      'price,close,last,nav,level,index level,value,quote,mid,kurs,schlusskurs,schluss,wert,cours,cloture,cotation,prezzo,chiusura,quotazione,koers,slot,cierre,precio,obs_value,close/last,closing price,' +
      'zuletzt,letzter,dernier,ultimo,último,laatste,zamkniecie,close price,last price,preis,rücknahmepreis,anteilswert',
    dividend: 'dividend,dividends,dividende,dividenden,distribution,ausschuttung,dividendo,dividendi',
    ignored:
      'open,high,low,volume,vol,var,variation,variation %,diff,diff %,veränderung,veränderung %,verschil,stücke,stuecke,umsatz in stück,erster,eröffn,' +
      'ouv,plus haut,plus bas,tageshoch,tagestief,max,min,otwarcie,najwyzszy,najnizszy,wolumen,vwap,trades,adj close,adjusted close,turnover,change,change %,bid,ask,offnung,eroffnung,hoch,tief,volumen,umsatz,ouverture,haut,bas,apertura,massimo,minimo,stock splits,capital gains',
  },
  ['price', 'dividend'],
);

export function isPriceHeader(text: string): boolean {
  return LABELS.meaningOf(text) !== null;
}

/** Missing columns are an issue. `chosen`: meanings by header, which take precedence. */
export function readPriceColumns(
  table: Table,
  chosen: Readonly<Record<string, string>>,
  findings: ImportIssues,
): PriceColumns {
  const { file, header, headerLine } = table;
  const meaningsByLabel = statedByLabel(chosen);
  const stated = header.map((name) =>
    PRICE_MEANINGS.find((meaning) => meaning === meaningsByLabel.get(plainLabel(name))),
  );
  const named = header.map((name, index) => stated[index] ?? meaningByCells(table, LABELS.meaningOf(name), index));
  const fail = (issue: string): PriceColumns => {
    findings.issues.push({ ...lineOf(file, headerLine), issue });
    return { layout: 'unknown', meanings: named.map((meaning) => meaning ?? 'ignored') };
  };
  if (looksLikeDate(header[0] ?? '')) return fail('begins with a date where the headers of the columns belong');
  const seen = new Set<string>();
  const repeated = header.findIndex((name) => name !== '' && seen.size === seen.add(name).size);
  if (repeated >= 0) return fail(`has two columns named ${header[repeated]}`);
  const dateAt = named.includes('date') ? named.indexOf('date') : dateColumn(table, stated);
  if (dateAt < 0) return fail('has no column of dates');
  const isLong = named.includes('instrument') && named.includes('price');
  const isTable = isLong || (named.includes('price') && !hasOtherSubjects(table, named, dateAt));
  const meanings = header.map((name, index): PriceMeaning => {
    if (index === dateAt) return 'date';
    const meaning = stated[index] ?? (isTable ? named[index] : wideMeaning(table, named[index] ?? null, index));
    return meaning === 'date' || (name === '' && stated[index] === undefined) ? 'ignored' : (meaning ?? 'ignored');
  });
  const onePrice = isTable ? firstPriceOnly(header, meanings, stated) : meanings;
  if (!onePrice.includes('price')) return fail('has no column of prices');
  return { layout: layoutOf(header, onePrice, isLong, isTable), meanings: onePrice };
}

/** “Valuta” is a currency in some languages, and the date of settlement in others. */
function meaningByCells({ rows }: Table, meaning: PriceMeaning | null, column: number): PriceMeaning | null {
  const isDate = meaning === 'currency' && rows.some(({ cells }) => looksLikeDate(cells[column] ?? ''));
  return isDate ? 'ignored' : meaning;
}

/** Ignores the empty column after a comma at the end of each line. */
function wideMeaning(table: Table, named: PriceMeaning | null, index: number): PriceMeaning {
  const isEmpty = table.rows.every(({ cells }) => isEmptyCell(cells[index] ?? ''));
  if (isEmpty && (table.header[index] ?? '') === '') return 'ignored';
  return named === 'ignored' ? 'ignored' : 'price';
}

/** Returns the first column whose values all look like dates, or -1. */
function dateColumn({ rows, header }: Table, stated: readonly (PriceMeaning | undefined)[]): number {
  return header.findIndex(
    (_name, index) => stated[index] === undefined && rows.every(({ cells }) => looksLikeDate(cells[index] ?? '')),
  );
}

/** Whether there are columns with an unknown header, which are instruments. */
function hasOtherSubjects({ header }: Table, named: readonly (PriceMeaning | null)[], dateAt: number): boolean {
  return header.some((name, index) => index !== dateAt && plainLabel(name) !== '' && named[index] === null);
}

/**
 * If several columns have prices, the chosen one counts, else a column whose header begins with “close”, else the
 * first.
 */
function firstPriceOnly(
  header: readonly string[],
  meanings: readonly PriceMeaning[],
  stated: readonly (PriceMeaning | undefined)[],
): PriceMeaning[] {
  const chosen = stated.indexOf('price');
  const close = header.findIndex((name, index) => meanings[index] === 'price' && plainLabel(name).startsWith('close'));
  const priceAt = [chosen, close, meanings.indexOf('price')].find((index) => index >= 0);
  return meanings.map((meaning, index) => (meaning === 'price' && index !== priceAt ? 'ignored' : meaning));
}

function layoutOf(
  header: readonly string[],
  meanings: readonly PriceMeaning[],
  isLong: boolean,
  isTable: boolean,
): PriceLayout {
  if (isTable) return isLong ? 'long' : 'single';
  const subjects = header.filter((_name, index) => meanings[index] === 'price');
  return subjects.every((name) => RATE_CODES.has(name)) ? 'rates' : 'wide';
}

/** The header must be among this many lines. */
const MAX_ABOVE = 40;
const LONGEST_HEADER = 2000;

/** Whether a text has one column of dates and otherwise only columns of currencies, like the ECB's table. */
export function isRateTable(text: string): boolean {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, MAX_ABOVE)
    .some((line) => {
      const cells = line
        .slice(0, LONGEST_HEADER)
        .split(/[,;\t|]/)
        .map((cell) => cell.replaceAll('"', '').trim());
      const [first = '', ...others] = cells.slice(
        Math.max(
          0,
          cells.findIndex((cell) => cell !== ''),
        ),
      );
      const subjects = others.filter((cell) => cell !== '');
      return (
        LABELS.meaningOf(first) === 'date' && subjects.length > 0 && subjects.every((each) => RATE_CODES.has(each))
      );
    });
}
