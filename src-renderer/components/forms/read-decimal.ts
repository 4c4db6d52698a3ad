/**
 * Numbers as spreadsheets write them: decimal comma or point, groups by point, comma, space or apostrophe. What a text
 * shows beyond doubt decides; `1,234` alone shows nothing and is refused, because a guess would be wrong a thousandfold.
 */

export type DecimalMark = ',' | '.';

/** The number, or why the text is none, as a predicate. */
export function readDecimal(text: string, mark: DecimalMark | null): number | string {
  const bare = withoutSpaces(text);
  const shown = evidence(bare) ?? mark ?? (bare.includes(',') ? null : '.');
  if (shown !== null) return readWith(bare, shown) ?? 'is not a number';
  return `could be ${bare.replace(',', '')} or ${bare.replace(',', '.')}`;
}

/** Every number that a text can stand for: none, one, or two where a single mark may be of decimals or of thousands. */
export function readingsOf(text: string): number[] {
  const bare = withoutSpaces(text);
  const shown = evidence(bare);
  const marks: readonly DecimalMark[] = shown !== null ? [shown] : /[.,]/.test(bare) ? ['.', ','] : ['.'];
  return [...new Set(marks.flatMap((mark) => readWith(bare, mark) ?? []))];
}

/** `null`: it is no number. */
function readWith(bare: string, mark: DecimalMark): number | null {
  if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(bare)) return Number(bare.replace(',', '.'));
  const pattern = mark === ',' ? COMMA_NUMBER : POINT_NUMBER;
  if (!pattern.test(bare) || !/\d/.test(bare)) return null;
  return Number(mark === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', ''));
}

/** The mark that the texts agree on, where any of them shows it; null where none does, or they differ. */
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

/** What a text shows by itself. */
function evidence(bare: string): DecimalMark | null {
  const comma = bare.lastIndexOf(',');
  const point = bare.lastIndexOf('.');
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const mark = comma >= 0 ? ',' : '.';
  const other = comma >= 0 ? '.' : ',';
  const [whole = '', ...parts] = bare.replace(/^[+-]/, '').split(mark);
  // Twice the same mark groups thousands; once, it does so only before three digits.
  if (parts.length > 1) return other;
  const mayGroup = parts[0]?.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return mayGroup ? null : mark;
}
