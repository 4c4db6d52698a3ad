/**
 * Splits the text of a cell into its number and the text next to it: a currency, a unit of pieces, brackets for
 * negative numbers.
 */

import { currencyOfSign } from '../../contract/control/imports/currency-signs.ts';
import { PIECES } from '../../contract/control/imports/share-units.ts';
import { isCurrencyCode } from './currency-units.ts';

interface NumberText {
  /** With its sign and separators; the whole text if there is unknown text next to it. */
  readonly number: string;
  /** Code or `GBp`; empty if there is no currency. */
  readonly currency: string;
}

const ONLY_PIECES = new RegExp(`^${PIECES}$`, 'i');
/** The text next to a number is short; longer texts are not numbers. */
const LONGEST = 12;

export function splitUnit(text: string): NumberText {
  const plain = text.replaceAll('\u2212', '-');
  const first = plain.search(/\d/);
  if (first < 0) return { number: text, currency: '' };
  let last = plain.length - 1;
  while (!/\d/.test(plain[last] ?? '')) last -= 1;
  const isBehind = /^ ?-$/.test(plain.slice(last + 1).trimEnd()) && !/[-+(]/.test(plain.slice(0, first));
  // Some files write the minus after the number.
  const [before, after] = [
    isBehind ? `-${plain.slice(0, first)}` : plain.slice(0, first),
    isBehind ? '' : plain.slice(last + 1),
  ];
  if (before.trim() === '' && after.trim() === '') return { number: plain.trim(), currency: '' };
  if (before.length > LONGEST || after.length > LONGEST) return { number: text, currency: '' };
  const point = /[.,]$/.exec(before)?.[0] ?? '';
  const signs = before.replace(/[^-+(]/g, '');
  const isBracketed = signs.includes('(') && after.includes(')');
  if (signs.includes('(') !== after.includes(')') || signs.replace('(', '').length > 1)
    return { number: text, currency: '' };
  const sign = isBracketed || signs.includes('-') ? '-' : signs.replace('(', '');
  const units = [before.slice(0, before.length - point.length).replace(/[-+(]/g, ''), after.replace(')', '')];
  const found = units.map((unit) => unitOf(unit.trim()));
  const currencies = found.filter((unit) => unit !== null && unit !== '');
  if (found.includes(null) || currencies.length > 1) return { number: text, currency: '' };
  return { number: `${sign}${point}${plain.slice(first, last + 1)}`, currency: currencies[0] ?? '' };
}

/** Returns an empty text for pieces or nothing; `null` for text that is not a unit. */
function unitOf(text: string): string | null {
  const token = text.toLowerCase();
  if (token === '' || ONLY_PIECES.test(token)) return '';
  return currencyOfSign(token) ?? (isCurrencyCode(text) ? text : null);
}
