/** Numbers of pasted tables with the text next to them: a currency, pieces, per cent. Pure. */
import { PIECES } from '../../../../../src-server/contract/control/imports/share-units.ts';
import { type DecimalMark, readDecimal } from '../../../../components/forms/read-decimal.ts';
import type { Checked } from './pasted.ts';
import { withoutCurrency } from './written-currency.ts';

const PIECES_BEHIND = new RegExp(`(?<=\\d)\\s*${PIECES}\\s*$`, 'i');

/** Without a currency: `1.234,50 €` is `1.234,50`. The crowns of three countries have one name. */
export function bareAmount(text: string): string {
  return withoutCurrency(text).replace(/^\s*kr\.?\s*(?=[-+\u2212.,\d])|(?<=\d)\s*kr\.?\s*$/i, '');
}

/** Without a word for pieces or a percent sign; other words stay, because `1,5 Mio` is not 1.5. */
export function bareShares(text: string): string {
  return text.replace(PIECES_BEHIND, '');
}

/** Shares of 1 are never above 1. */
export function isAboveOne(weight: string, mark: DecimalMark | null): boolean {
  return !weight.includes('%') && Number(readDecimal(bareShares(weight), mark)) > 1;
}

export function numberIn(
  text: string,
  bare: (text: string) => string,
  mark: DecimalMark | null,
  check: (value: number) => Checked<number>,
): Checked<number> {
  if (text.trim() === '') return { issue: 'is empty' };
  const value = readDecimal(bare(text), mark);
  return typeof value === 'string' ? { issue: `“${text.trim()}” ${value}` } : check(value);
}
