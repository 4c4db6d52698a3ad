/**
 * Reads numbers as spreadsheets write them: decimal comma or point, groups by point, comma, space or apostrophe. Only
 * unambiguous text is accepted; `1,234` or `1.234` alone is ambiguous and refused, because a wrong guess would be off
 * by a factor of a thousand.
 */

export type DecimalMark = ',' | '.';

/** The number, or the reason why the text is not one, as a predicate. `mark`: that of the other numbers, if known. */
export function readDecimal(text: string, mark: DecimalMark | null): number | string {
  const bare = withoutGroups(text);
  const shown = evidence(bare) ?? mark ?? (/[.,]/.test(bare) ? null : '.');
  if (shown !== null) return readWith(bare, shown) ?? 'is not a number';
  const [large, small] = [bare.replace(/[.,]/, ''), bare.replace(',', '.')];
  return `could be ${large} or ${small}; write ${large} or ${small}0`;
}

/** Every number that a text can mean: none, one, or two if a single mark may separate decimals or thousands. */
export function readingsOf(text: string): number[] {
  const bare = withoutGroups(text);
  const shown = evidence(bare);
  const marks: readonly DecimalMark[] = shown !== null ? [shown] : /[.,]/.test(bare) ? ['.', ','] : ['.'];
  return [...new Set(marks.flatMap((mark) => readWith(bare, mark) ?? []))];
}

/** `null`: it is not a number. */
function readWith(bare: string, mark: DecimalMark): number | null {
  if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(bare)) return Number(bare.replace(',', '.'));
  const pattern = mark === ',' ? COMMA_NUMBER : POINT_NUMBER;
  if (!pattern.test(bare) || !/\d/.test(bare)) return null;
  return Number(mark === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', ''));
}

/** The mark that a number shows on its own; null if it shows none, or is not a number. */
export function decimalMarkIn(text: string): DecimalMark | null {
  const bare = withoutGroups(text);
  const shown = evidence(bare);
  return shown === null || readWith(bare, shown) === null ? null : shown;
}

const COMMA_NUMBER = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d+)?$/;
const POINT_NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;
/** A space or an apostrophe groups thousands only before exactly three digits: `10 5` is not a number. */
const GROUP = /(?<=\d)(?<![.,]\d*)[\s'’](?=\d{3}(?!\d))/g;

function withoutGroups(text: string): string {
  const signed = text
    .trim()
    .replace('\u2212', '-')
    .replace(/^([+-])\s+/, '$1');
  return signed.replaceAll(GROUP, '');
}

/** The mark that a text shows on its own. */
function evidence(bare: string): DecimalMark | null {
  const comma = bare.lastIndexOf(',');
  const point = bare.lastIndexOf('.');
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const mark = comma >= 0 ? ',' : '.';
  const other = comma >= 0 ? '.' : ',';
  const [whole = '', ...parts] = bare.replace(/^[+-]/, '').split(mark);
  // A mark that occurs twice groups thousands; a single one can do so only before three digits.
  if (parts.length > 1) return other;
  const mayGroup = parts[0]?.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return mayGroup ? null : mark;
}
