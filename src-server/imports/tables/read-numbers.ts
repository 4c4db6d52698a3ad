/**
 * Reads the numbers of a table in millionths. All numbers together show the decimal separator; if they do not, they are
 * refused rather than guessed. Reads digits, never binary fractions.
 */
import type { CellPlace, ImportIssues } from '../source-file.ts';
import type { Table } from './read-table.ts';

export type Decimal = '.' | ',';

export interface NumberCell extends CellPlace {
  readonly text: string;
}

/** The properties of a table that show the format of its numbers. */
type NumberTable = Pick<Table, 'delimiter' | 'isQuoted' | 'isStored'>;

interface ReadNumbers {
  /** `null` if nothing shows it, as for whole numbers. */
  readonly decimal: Decimal | null;
  /** Millionths, half away from zero; `null` if a cell could not be read, which is an issue in `findings`. */
  readonly micro: readonly (number | null)[];
  /** Cells with more than six decimals. */
  readonly rounded: readonly CellPlace[];
}

/** `decimal` decides only what the numbers leave open, because it may be meant for another of several files. */
export function readNumbers(
  cells: readonly NumberCell[],
  decimal: Decimal | null,
  table: NumberTable,
  findings: ImportIssues,
): ReadNumbers {
  const shown = decimalOf(cells, decimal, table, findings);
  if (!shown.ok) return { decimal: null, micro: cells.map(() => null), rounded: [] };
  const rounded: CellPlace[] = [];
  const micro = cells.map(({ text, ...place }) => {
    const read = parseMicro(text, table.isStored(place) ? '.' : (shown.decimal ?? '.'));
    if (read === null) findings.issues.push({ ...place, issue: `“${text}” is not a number` });
    else if (read.isRounded) rounded.push(place);
    return read?.micro ?? null;
  });
  return { decimal: shown.decimal, micro, rounded };
}

/** Whether a cell means that there is no value. */
export function isEmptyCell(text: string): boolean {
  return EMPTY.has(text.toLowerCase());
}

const EMPTY = new Set(['', '-', '–', '.', 'n/a', 'na', '#n/a', '#na', 'nan', 'null', 'none']);
/** Separators of thousands other than comma and full stop: a space of any width, an apostrophe; `10 5` has none. */
const GROUPS = /(?<=\d)[\s\u2019'](?=\d{3}(?!\d))/g;

function decimalOf(
  cells: readonly NumberCell[],
  chosen: Decimal | null,
  { delimiter, isQuoted, isStored }: NumberTable,
  findings: ImportIssues,
): { readonly ok: boolean; readonly decimal: Decimal | null } {
  let seen: { readonly decimal: Decimal; readonly line: number } | null = null;
  let ambiguous: NumberCell | null = null;
  for (const cell of cells) {
    // Once a decimal point was found, numbers without another mark add no information.
    if ((seen?.decimal === '.' && PLAIN.test(cell.text)) || isStored(cell)) continue;
    const shown = decimalShown(cell.text.replace(GROUPS, ''));
    if (shown === 'either') ambiguous ??= cell;
    if (shown === null || shown === 'either') continue;
    if (seen !== null && seen.decimal !== shown) {
      if (chosen !== null) return { ok: true, decimal: chosen };
      const { text, ...place } = cell;
      const issue = `“${text}” has a different decimal separator from line ${seen.line}; choose the decimal separator (--decimal point or comma)`;
      findings.issues.push({ ...place, issue });
      return { ok: false, decimal: null };
    }
    seen ??= { decimal: shown, line: cell.line };
  }
  if (seen !== null) return { ok: true, decimal: seen.decimal };
  if (chosen !== null || ambiguous === null) return { ok: true, decimal: chosen };
  // In tables separated by commas, unquoted numbers have neither decimal commas nor full stops between thousands.
  if (delimiter === ',' && ambiguous.text.includes('.') && !isQuoted(ambiguous.text)) return { ok: true, decimal: '.' };
  const { text, ...place } = ambiguous;
  const issue = `“${text}” is ambiguous: the separator may mark decimals or thousands; choose the decimal separator (--decimal point or comma)`;
  findings.issues.push({ ...place, issue });
  return { ok: false, decimal: null };
}

/** Returns the decimal separator that one number shows; `null`: none. */
function decimalShown(text: string): Decimal | 'either' | null {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const used: Decimal = comma >= 0 ? ',' : '.';
  const other: Decimal = used === ',' ? '.' : ',';
  const parts = text.split(used);
  if (parts.length > 2) return other;
  const isGroup = /^-?[1-9]\d{0,2}$/.test(parts[0] ?? '') && /^\d{3}$/.test(parts[1] ?? '');
  return isGroup ? 'either' : used;
}

const MICRO_DIGITS = 6;
/** Matches most numbers of large files, which skip the checks below. */
const PLAIN = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

function parseMicro(text: string, decimal: Decimal): { readonly micro: number; readonly isRounded: boolean } | null {
  const plain = decimal === '.' ? PLAIN.exec(text) : null;
  if (plain !== null) {
    const micro = Number(plain[1]) * 1_000_000 + Number((plain[2] ?? '').padEnd(MICRO_DIGITS, '0'));
    return { micro, isRounded: false };
  }
  const bare = text.replace(GROUPS, '');
  const [whole = '', decimals = '', ...more] = bare.split(decimal);
  const group = decimal === '.' ? ',' : '.';
  const digits = /^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(whole) ? whole.replaceAll(group, '') : whole;
  if (more.length > 0 || !/^[-+]?\d{1,15}$/.test(digits) || !/^\d*$/.test(decimals)) return null;
  if (bare.includes(decimal) && decimals === '') return null;
  const microDigits = decimals.slice(0, MICRO_DIGITS).padEnd(MICRO_DIGITS, '0');
  const isUp = (decimals[MICRO_DIGITS] ?? '0') >= '5';
  const isNegative = digits.startsWith('-');
  const size = BigInt(digits.replace(/^[-+]/, '') + microDigits) + (isUp ? 1n : 0n);
  const micro = Number(isNegative ? -size : size);
  const isRounded = /[1-9]/.test(decimals.slice(MICRO_DIGITS));
  return Number.isSafeInteger(micro) ? { micro, isRounded } : null;
}

const ROUNDED_SHOWN = 10;

/** Notes which numbers were rounded. */
export function noteRounded(what: string, rounded: readonly CellPlace[], findings: ImportIssues): void {
  for (const [file, places] of Map.groupBy(rounded, (place) => place.file)) {
    const lines = [...new Set(places.map(({ line }) => line))];
    const shown = lines.slice(0, ROUNDED_SHOWN).join(', ');
    const more = lines.length > ROUNDED_SHOWN ? ` and ${lines.length - ROUNDED_SHOWN} more` : '';
    findings.notes.add(
      `${what} with more than six decimals are rounded to six: ${file}, ${lines.length === 1 ? 'line' : 'lines'} ${shown}${more}.`,
    );
  }
}
