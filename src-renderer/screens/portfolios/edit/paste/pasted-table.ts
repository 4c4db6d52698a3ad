/**
 * A pasted table: the meanings of its columns, and how its numbers, dates and weights are written. All cells together
 * show the decimal mark and the order of day and month; nothing that they do not show is guessed.
 */
import { type DecimalMark, decimalMarkIn } from '../../../../components/forms/read-decimal.ts';
import type { CostRole, PasteIssue, PasteMarket } from './pasted.ts';
import { type DayOrder, dayOrderIn } from './read-date.ts';
import { isCashName } from './row-names.ts';
import type { Columns, NamedColumn } from './table-columns.ts';
import { bareAmount, bareShares, isAboveOne } from './written-numbers.ts';

export interface CellRow {
  /** Line number of the row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type PastedTable = ReturnType<typeof tableOf>;

interface TableOptions {
  readonly market: PasteMarket;
  /** How to read its costs; null: by the name of their column. */
  readonly costAs: CostRole | null;
  /** The decimal mark if no number shows it; null if the text does not, either. */
  readonly usualMark: DecimalMark | null;
}

/** `issues` gets the first cell that contradicts another one. */
export function tableOf(
  columns: Columns,
  body: readonly CellRow[],
  { market, costAs, usualMark }: TableOptions,
  issues: PasteIssue[],
) {
  // A weight beside quantities is the current one, not the target.
  const target = columns.get('target') ?? (columns.has('quantity') ? undefined : columns.get('weight'));
  const cellsOf = (...wanted: (NamedColumn | undefined)[]) => cellsIn(body, ...wanted);
  const named = columns.get('unit_cost') ?? columns.get('total_cost');
  const days = columns.get('acquired');
  const numbers = cellsOf(columns.get('quantity'), columns.get('unit_cost'), columns.get('total_cost'), target);
  const names = (['isin', 'symbol', 'name'] as const).flatMap((role) => columns.get(role) ?? []);
  const cash = body.filter(({ cells }) => names.some(({ index }) => isCashName(cells[index] ?? '')));
  // Only cash is read from a column of values.
  const amounts = cellsIn(cash, columns.get('value'));
  const mark =
    agreed<DecimalMark>(
      [...numbers, ...amounts].sort((one, other) => one.line - other.line),
      (text) => decimalMarkIn(bareAmount(bareShares(text))),
      (text, other) => `“${text}” has another decimal mark than ${other}; write all numbers with the same one`,
      issues,
    ) ?? usualMark;
  const dayOrder = agreed<DayOrder>(
    cellsOf(days),
    dayOrderIn,
    (text, other) => `“${text}” has day and month in another order than ${other}; write all dates like 2024-03-15`,
    issues,
  );
  const weights = cellsOf(target).flatMap(({ text }) => (text === '' ? [] : text));
  const isPercent = /%|percent/i.test(target?.header ?? '') || weights.some((text) => isAboveOne(text, mark));
  const role = costAs ?? (columns.has('unit_cost') ? 'unit_cost' : 'total_cost');
  return {
    columns,
    market,
    target,
    mark,
    cost: named && { ...named, role },
    days,
    // Converts weights in percent to shares of 1.
    scale: isPercent ? 0.01 : 1,
    weightUnit: isPercent || weights.every((text) => text.includes('%')) ? PERCENT : unitOf(weights),
    dayOrder,
  };
}

const PERCENT = 'as per cent';

function unitOf(weights: readonly string[]): string {
  const hasPercent = weights.some((text) => text.includes('%'));
  return `${hasPercent ? `${PERCENT} where a cell has %, and otherwise ` : ''}as fractions (0.5 is 50 %)`;
}

interface Cell {
  readonly line: number;
  readonly column: NamedColumn;
  readonly text: string;
}

function cellsIn(rows: readonly CellRow[], ...wanted: readonly (NamedColumn | undefined)[]): Cell[] {
  return rows.flatMap(({ line, cells }) =>
    wanted.flatMap((column) => (column === undefined ? [] : { line, column, text: cells[column.index] ?? '' })),
  );
}

/** The style that the cells show; null if none shows one, or two contradict each other. */
function agreed<Shown>(
  cells: readonly Cell[],
  shownBy: (text: string) => Shown | null,
  contradiction: (text: string, other: string) => string,
  issues: PasteIssue[],
): Shown | null {
  const shown = cells.flatMap((cell) => {
    const value = shownBy(cell.text);
    return value === null ? [] : { ...cell, value };
  });
  const [first] = shown;
  if (first === undefined) return null;
  const other = shown.find(({ value }) => value !== first.value);
  if (other === undefined) return first.value;
  const reason = contradiction(other.text, `“${first.text}” in line ${first.line}`);
  issues.push({ where: `Line ${other.line}`, column: other.column.header, reason });
  return null;
}
