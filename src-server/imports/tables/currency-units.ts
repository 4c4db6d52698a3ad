/**
 * Reads currencies as files write them: some quote in hundredths of a unit, which only the case of a letter may show.
 */

import { CURRENCY_SIGN, currencyOfSign } from '../../contract/control/imports/currency-signs.ts';

interface WrittenCurrency {
  /** ISO 4217, or the file's text if it is not a code; empty for an empty text. */
  readonly currency: string;
  /** Number of written units in one unit of the currency. */
  readonly perUnit: 1 | 100;
}

/** Pence, South African cents, and agorot. */
const HUNDREDTHS = new Map(
  Object.entries({
    GBX: 'GBP',
    GBp: 'GBP',
    ZAC: 'ZAR',
    ZAc: 'ZAR',
    ILA: 'ILS',
    ILa: 'ILS',
  }),
);

/** Every code of ISO 4217, and those of hundredths. */
const CODES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...HUNDREDTHS.keys()]);

/** Whether a text is the code of a currency, in any case, rather than another abbreviation such as `Mio`. */
export function isCurrencyCode(text: string): boolean {
  return CODES.has(text) || CODES.has(text.toUpperCase());
}

/** Every column that the ECB's table of reference rates ever had, so that users need not map them. */
export const RATE_CODES: ReadonlySet<string> = new Set(
  (
    'USD JPY BGN CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL RON SEK SIT SKK CHF ISK NOK HRK RUB TRL TRY AUD BRL CAD ' +
    'CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'
  ).split(' '),
);

const HEADER_UNIT = new RegExp(`^(.*?\\S)(?: +in +|[ _,:/-]*[([ _,:/-])([A-Z]{3}|${CURRENCY_SIGN})[)\\]]?$`, 'i');

/** A longer text is no header: the pattern would be tried at each of its characters. */
const LONGEST_HEADER = 80;

/**
 * Splits a header that ends with a currency, which is that of the column: `Total EUR`, `Cost (USD)`, `Kurs in CHF`.
 * `currency` is as written, for `readCurrency`; empty if there is none, and the label is then the whole header.
 */
export function splitHeader(header: string): { readonly label: string; readonly currency: string } {
  if (header.length > LONGEST_HEADER) return { label: header, currency: '' };
  const [, label = '', unit = ''] = HEADER_UNIT.exec(header.trim()) ?? [];
  const sign = currencyOfSign(unit);
  const written = sign ?? unit;
  const { currency } = readCurrency(written);
  return sign !== null || currency === 'EUR' || RATE_CODES.has(currency)
    ? { label, currency: written }
    : { label: header, currency: '' };
}

export function readCurrency(text: string): WrittenCurrency {
  const written = currencyOfSign(text.trim()) ?? text.trim();
  const whole = HUNDREDTHS.get(written);
  if (whole !== undefined) return { currency: whole, perUnit: 100 };
  const upper = written.toUpperCase();
  // `GBP` in capitals is pounds; codes that exist only for hundredths are hundredths in any case.
  const own = upper === 'GBP' ? undefined : HUNDREDTHS.get(upper);
  return own === undefined ? { currency: upper, perUnit: 1 } : { currency: own, perUnit: 100 };
}

/** The currencies that may be written as `$`. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD']);

interface AmountCurrency {
  /** As written, for `readCurrency`; empty if nothing states it. */
  readonly currency: string;
  /** Null unless the cell and what is said about it differ. */
  readonly issue: string | null;
}

/**
 * Returns the currency of an amount from `own`, which its cell `text` states, and from `stated`, which its header or a
 * column of currencies does. The cell counts first, because it may be in pence; `$` is any dollar.
 */
export function amountCurrency(text: string, own: string, stated: string): AmountCurrency {
  if (dollarOf(text, own, stated) !== own) return { currency: stated, issue: null };
  if (own === '' || stated === '') return { currency: own || stated, issue: null };
  const [inCell, outside] = [readCurrency(own).currency, readCurrency(stated).currency];
  if (inCell === outside) return { currency: own, issue: null };
  return { currency: own, issue: `“${text}” is in ${inCell}, but its row or its header says ${outside}` };
}

/** Returns the currency of a cell whose `$` may be that of `other`; `own` in all other cases. */
export function dollarOf(text: string, own: string, other: string): string {
  const isAnyDollar = own === 'USD' && /(?<![A-Z])\$/i.test(text);
  return isAnyDollar && DOLLARS.has(readCurrency(other).currency) ? other : own;
}
