/** The data of a chart as lines of a CSV file: the visible rows with an ISO time and every series in its unit. Pure. */
import { VIRTUAL_UTC } from '../tables/table-column.ts';
import { tableLines } from '../tables/table-text.ts';
import type { AxisRange } from './chart-zoom.ts';

export interface ChartSeries<Row> {
  readonly name: string;
  readonly unit?: string;
  /** The power of ten from the value to its unit: 2 from a share of 1 to per cent. */
  readonly shift?: number;
  readonly value: (row: Row) => number | null;
}

const EVERYTHING: AxisRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export function chartLines<Row extends { readonly atMs: number }>(
  rows: readonly Row[],
  series: readonly ChartSeries<Row>[],
  shown: AxisRange = EVERYTHING,
): readonly (readonly string[])[] {
  const shownRows = rows.filter(({ atMs }) => atMs >= shown.from && atMs <= shown.to);
  const time = { id: 'time', header: 'Time', ...VIRTUAL_UTC, accessor: (row: Row) => new Date(row.atMs).toISOString() };
  const values = series.map(({ name, unit = '', shift = 0, value }) => ({
    id: name,
    header: name,
    unit,
    shift,
    accessor: value,
  }));
  return tableLines(shownRows, [time, ...values], 'full');
}

/** For rows that have their instant as text. */
export function timed<Row extends { readonly at: string }>(row: Row): Row & { readonly atMs: number } {
  return { ...row, atMs: Date.parse(row.at) };
}
