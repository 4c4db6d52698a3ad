/**
 * Converts a cell of a workbook to the text that a text table would have there. Uses stored values: computes nothing,
 * and does not round by formats.
 */
import { type CellObject, SSF } from '@e965/xlsx';

export interface CellText {
  readonly text: string;
  /** Whether it is stored as a number or a date, instead of a text whose separators have to be detected. */
  readonly isStored: boolean;
}

export const NO_CELL: CellText = { text: '', isStored: false };

/** `from1904`: whether days are counted from 1904, as on old Macs, instead of from 1900. */
export function cellText(cell: CellObject | undefined, from1904: boolean): CellText {
  switch (cell?.t) {
    case 'n':
      return typeof cell.v === 'number' ? numberCell(cell, cell.v, from1904) : NO_CELL;
    case 's':
      return written(
        String(cell.v ?? '')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    case 'b':
      return written(cell.v === true ? 'TRUE' : 'FALSE');
    case 'e':
      return written(ERRORS[Number(cell.v)] ?? '#ERROR!');
    case 'z':
      return cell.f === undefined ? NO_CELL : written(`=${cell.f} without a stored value`);
    default:
      return NO_CELL;
  }
}

const written = (text: string): CellText => ({ text, isStored: false });
const stored = (text: string): CellText => ({ text, isStored: true });

/** By their codes in workbooks. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

function numberCell({ z }: CellObject, value: number, from1904: boolean): CellText {
  const format = typeof z === 'string' ? (z.split(';')[0] ?? '') : '';
  const shown = shownParts(format);
  if (shown.date !== '' || shown.time) {
    const date = parseDateCode(value, { date1904: from1904 });
    if (date !== null) return stored(dateText(date, shown));
  }
  if (format.replace(LITERAL, '').includes('%')) return stored(`${decimalText(value * 100)}%`);
  const unit = unitOf(format);
  return stored(unit === '' ? decimalText(value) : `${decimalText(value)} ${unit}`);
}

interface DateCode {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  readonly H: number;
  readonly M: number;
  readonly S: number;
}
const parseDateCode = SSF.parse_date_code as (
  value: number,
  options: { readonly date1904: boolean },
) => DateCode | null;

interface ShownParts {
  /** `month` if the format shows no day. */
  readonly date: '' | 'day' | 'month';
  readonly time: boolean;
}

/** Text in quotes, escaped, or in brackets that are not a duration, is not part of a date. */
const LITERAL = /"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*].|am\/pm|a\/p|general/gi;

function shownParts(format: string): ShownParts {
  const codes = format.replace(LITERAL, '');
  const time = /[hs]/i.test(codes);
  if (/d/i.test(codes)) return { date: 'day', time };
  return { date: /y/i.test(codes) || (!time && /m/i.test(codes)) ? 'month' : '', time };
}

function dateText({ y, m, d, H, M, S }: DateCode, { date, time }: ShownParts): string {
  const clock = time ? [H, M, S].map((part) => pad(part, 2)).join(':') : '';
  const day = date === 'day' ? `-${pad(d, 2)}` : '';
  return `${date === '' ? '' : `${pad(y, 4)}-${pad(m, 2)}${day}`} ${clock}`.trim();
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Returns the currency or unit that a format shows next to a number, in the form that splits off again. */
function unitOf(format: string): string {
  const literals = [...format.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|([€$£¥])/g)];
  const unit = literals
    .map(([, sign, quoted, escaped, bare]) => sign ?? quoted ?? escaped ?? bare ?? '')
    .join('')
    .trim();
  return /^(?:€|\$|£|¥|US\$|[A-Za-z]{3})$/.test(unit) ? unit : '';
}

/** Number of digits that a workbook stores; further digits come from the binary fraction. */
const SIGNIFICANT = 15;

/** Formats a number without an exponent: `0.30000000000000004` is `0.3`, and `1e-7` is `0.0000001`. */
export function decimalText(value: number): string {
  const [mantissa = '0', power = '0'] = Math.abs(value)
    .toExponential(SIGNIFICANT - 1)
    .split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  const whole = Number(power) + 1;
  const sign = value < 0 && digits !== '' ? '-' : '';
  if (digits === '') return '0';
  if (whole <= 0) return `${sign}0.${'0'.repeat(-whole)}${digits}`;
  const before = digits.slice(0, whole).padEnd(whole, '0');
  return digits.length > whole ? `${sign}${before}.${digits.slice(whole)}` : `${sign}${before}`;
}
