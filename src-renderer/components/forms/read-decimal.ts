/**
 * Reads numbers as spreadsheets write them: decimal comma or point, groups by point, comma, space or apostrophe. Only
 * unambiguous text is accepted; `1,234` alone is ambiguous and refused, because a wrong guess would be off by a factor
 * of a thousand.
 */

export type DecimalMark = ',' | '.';

/** The number, or the reason why the text is not one, as a predicate. */
export function readDecimal(text: string, mark: DecimalMark | null): number | string {
  const bare = withoutSpaces(text);
  const shown = evidence(bare) ?? mark ?? (bare.includes(',') ? null : '.');
  if (shown !== null) return readWith(bare, shown) ?? 'is not a number';
  return `could be ${bare.replace(',', '')} or ${bare.replace(',', '.')}`;
}

/** Every number that a text can mean: none, one, or two if a single mark may separate decimals or thousands. */
export function readingsOf(text: string): number[] {
  const bare = withoutSpaces(text);
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

/** The mark on which the texts agree, if any of them shows it; null if none does, or they differ. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | null {
  const shown = new Set(texts.map((text) => evidence(withoutSpaces(text))));
  shown.delete(null);
  return shown.size === 1 ? ([...shown][0] ?? null) : null;
}

const COMMA_NUMBER = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d+)?$/;
const POINT_NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

function withoutSpaces(text: string): string {
  return text.replaceAll(/[\s'’]/g, '').replace('\u2212', '-');
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
