/** Holdings and targets from a table of a spreadsheet. A row is taken whole or not at all; every bad one says why. */
import type { InstrumentRow } from '../../../../api/queries.ts';
import { weightScale } from '../weight-scale.ts';
import { type ColumnRole, namedColumns } from './column-names.ts';
import { NOTHING_PASTED, type Pasted, type PastedHolding, type PastedTarget, type PasteFault } from './pasted.ts';
import { decimalMarkOf } from './read-decimal.ts';
import { type PastedTable, placeOf, readTableRow } from './read-table-row.ts';
import { type CellRow, splitCells } from './split-cells.ts';

export function readTablePaste(text: string, instruments: Iterable<InstrumentRow>): Pasted {
  const { delimiter, rows, openQuoteLine } = splitCells(text);
  const [head, ...body] = rows;
  if (head === undefined) return NOTHING_PASTED;
  const columns = namedColumns(head.cells);
  const missing = openQuoteLine === null ? whatIsMissing(columns) : 'A quote begins here and never ends';
  if (missing !== null) return unreadable(openQuoteLine ?? head.line, missing);
  const table = tableOf(columns, body, [...instruments]);
  const holdings: PastedHolding[] = [];
  const targets: PastedTarget[] = [];
  const faults: PasteFault[] = [];
  const seen = new Map<string, number>();
  for (const row of body) {
    const read =
      row.cells.length > head.cells.length ? [tooManyCells(row, head, delimiter)] : readTableRow(table, row, seen);
    if (Array.isArray(read)) faults.push(...read);
    else {
      if (read.holding !== null) holdings.push(read.holding);
      if (read.target !== null) targets.push(read.target);
    }
  }
  return {
    ...NOTHING_PASTED,
    holdings: columns.has('quantity') ? holdings : null,
    targets: table.target === undefined ? null : targets,
    remarks: remarksOn(table, head.cells, columns),
    faults,
  };
}

function tableOf(
  columns: PastedTable['columns'],
  body: readonly CellRow[],
  instruments: readonly InstrumentRow[],
): PastedTable {
  // Beside quantities, a weight says how things are, not how they should be.
  const target = columns.get('target') ?? (columns.has('quantity') ? undefined : columns.get('weight'));
  const numbers = [columns.get('quantity'), target].flatMap((column) =>
    column === undefined ? [] : body.map(({ cells }) => (cells[column.index] ?? '').replace('%', '')),
  );
  const mark = decimalMarkOf(numbers);
  const weights = target === undefined ? [] : body.map(({ cells }) => cells[target.index] ?? '');
  return { columns, instruments, target, mark, scale: weightScale(weights, target?.isPercent === true, mark) };
}

function whatIsMissing(columns: PastedTable['columns']): string | null {
  const hasAny = (...roles: ColumnRole[]) => roles.some((role) => columns.has(role));
  if (!hasAny('isin', 'symbol', 'name'))
    return 'The first line has to name the columns, and one of them ISIN, Symbol or Name';
  return hasAny('quantity', 'target', 'weight') ? null : 'No column is called Quantity or Target';
}

function unreadable(line: number, reason: string): Pasted {
  return { ...NOTHING_PASTED, faults: [{ place: placeOf(line), column: '', reason }] };
}

function tooManyCells({ line, cells }: CellRow, head: CellRow, delimiter: string): PasteFault {
  const hint = delimiter === ',' ? '; between commas, a decimal comma needs quotes' : '';
  return {
    place: placeOf(line),
    column: '',
    reason: `has ${cells.length} cells, the first line ${head.cells.length}${hint}`,
  };
}

function remarksOn(table: PastedTable, head: readonly string[], columns: PastedTable['columns']): string[] {
  const used = new Set(
    [...columns.values()]
      .filter(({ role }) => role !== 'weight' || table.target?.role === 'weight')
      .map(({ index }) => index),
  );
  const unused = head.filter((name, index) => name !== '' && !used.has(index));
  return [
    ...(table.mark === ',' ? ['The comma is read as the decimal mark.'] : []),
    ...(table.target === undefined
      ? []
      : [`${table.target.header} is read ${table.scale === 1 ? 'as shares of 1' : 'in percent'}.`]),
    ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
  ];
}
