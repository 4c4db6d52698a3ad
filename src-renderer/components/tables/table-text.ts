/**
 * A table as text for a spreadsheet: the displayed text of its cells, or its values with full precision, each in the
 * unit of its header. Numbers have the decimal sign of the settings, a plain minus and no digit groups; a dash for "no
 * value" is an empty cell. Pure.
 */
import { VisuallyHidden } from '@mantine/core';
import { isValidElement, type ReactNode } from 'react';
import type { DecimalSign } from '../../state/preferences-store.ts';
import type { Column } from './table-column.ts';

export type Precision = 'shown' | 'full';

/** The header and a line for every row, with decimal points. Columns of graphics or buttons are omitted. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  precision: Precision,
): readonly (readonly string[])[] {
  const copied = withUnits(columns).filter((column) => hasText(column, rows));
  const write = precision === 'shown' ? shownText : exactText;
  return [copied.map(headText), ...rows.map((row) => copied.map((column) => write(column, row)))];
}

/** Adds hidden columns with the units of others. */
function withUnits<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const known = new Set(columns.map(({ id }) => id));
  return columns.flatMap((column) => {
    const { unitColumn } = column;
    if (unitColumn === undefined || known.has(unitColumn.id)) return [column];
    known.add(unitColumn.id);
    return [unitColumn, column];
  });
}

export function toTsv(lines: readonly (readonly string[])[], sign: DecimalSign): string {
  const written = withDecimalSign(lines, sign);
  return written.map((cells) => cells.map((cell) => cell.replaceAll(/[\t\n\r]+/g, ' ')).join('\t')).join('\n');
}

/** A cell with only numbers: `-12.50`, `<0.1`, `7.12 %`, `12.30 to 12.50`. A network address is not one. */
const NUMBERS = /^(?:[-<\d./%–\s]|to|of)+$/;
const DECIMAL = /(?<![\d.])(\d+)\.(\d+)(?![\d.])/g;

/** Replaces the decimal points of number cells by the configured sign. */
export function withDecimalSign(lines: readonly (readonly string[])[], sign: DecimalSign): string[][] {
  if (sign === '.') return lines.map((cells) => [...cells]);
  return lines.map((cells) =>
    cells.map((cell) => (NUMBERS.test(cell) ? cell.replaceAll(DECIMAL, `$1${sign}$2`) : cell)),
  );
}

/** Number of rows checked to find out whether a column without a value has text or graphics. */
const TRIED_ROWS = 20;

function hasText<Row>({ accessor, copy, cell }: Column<Row>, rows: readonly Row[]): boolean {
  if ((accessor ?? copy) !== undefined) return true;
  return rows.slice(0, TRIED_ROWS).some((row) => (textOf(cell?.(row)) ?? '') !== '');
}

function headText<Row>({ header, unit }: Column<Row>): string {
  if (unit === undefined || unit === '') return header;
  return unit.startsWith('(') ? `${header} ${unit}` : `${header} (${unit})`;
}

/** The text of a cell as displayed on screen. */
export function shownText<Row>({ accessor, cell, copy }: Column<Row>, row: Row): string {
  const shown = copy === undefined ? textOf(cell?.(row)) : copy(row);
  return spreadsheetText(String(shown ?? accessor?.(row) ?? ''));
}

/** The text of a node, if its text is in its children; null if only rendering it would reveal the text. */
function textOf(node: ReactNode): string | null {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (typeof node === 'boolean' || node === null) return '';
  if (Array.isArray(node)) {
    const parts: (string | null)[] = node.map(textOf);
    return parts.includes(null) ? null : parts.join('');
  }
  if (!isValidElement<{ children?: ReactNode; 'aria-hidden'?: unknown }>(node)) return null;
  if (node.type === VisuallyHidden || node.props['aria-hidden'] !== undefined) return '';
  const { children } = node.props;
  return typeof node.type === 'string' && children === undefined ? '' : textOf(children);
}

const DASHES = /^[–-]$/;
const BETWEEN_DIGITS = /(?<=\d)\u202f(?=\d{3})/g;
/** A sign that only states that a number is not negative. */
const PLUS = /^\+(?=\d)/;

function spreadsheetText(text: string): string {
  const plain = text
    .replaceAll(BETWEEN_DIGITS, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2212', '-')
    .trim();
  return DASHES.test(plain) ? '' : plain.replace(PLUS, '');
}

function exactText<Row>(column: Column<Row>, row: Row): string {
  const { exact = column.accessor, shift = 0 } = column;
  const value = exact?.(row);
  if (value === undefined) return shownText(column, row);
  return typeof value === 'number' ? exactDecimal(value, shift) : (value ?? '');
}

/** Digits that every double has; later ones are floating-point noise: 0.12000000000000001 is 0.12. */
const SURE_DIGITS = 15;
const MAX_DECIMALS = 20;

/**
 * `value` times ten to the power of `shift`, by moving its decimal point, so that nothing is rounded: 0.067 by 4 is
 * 670.
 */
export function exactDecimal(value: number, shift: number): string {
  const [digits = '', power = '0'] = value.toPrecision(SURE_DIGITS).split('e');
  const text = String(Number(`${digits}e${Number(power) + shift}`));
  return text.includes('e-') ? Number(text).toFixed(MAX_DECIMALS).replace(/0+$/, '') : text;
}
