/** The columns that say what a figure comes to over many runs. Each row is written in its own unit. */
import type { Schemas } from '../../../api/api-client.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { figureFormat } from './format-figure.ts';

const COLUMNS = [
  { id: 'min', header: 'Min' },
  { id: 'median', header: 'Median', hint: 'Half of the runs lie below, half above' },
  { id: 'mean', header: 'Mean' },
  { id: 'p95', header: '95 %', hint: 'Of the runs, 95 in 100 lie up to here (type 7, as NumPy, R and Excel have it)' },
  { id: 'max', header: 'Max' },
  { id: 'stddev', header: 'Std. dev.', hint: 'Of a sample (n − 1)' },
] as const;

export function statisticsColumns<Row>(statisticsOf: (row: Row) => Schemas['SweepStatistics'] | null): Column<Row>[] {
  return COLUMNS.map((column) => ({
    ...column,
    align: 'right',
    accessor: (row) => statisticsOf(row)?.[column.id] ?? null,
    cell: (row) => {
      const statistics = statisticsOf(row);
      return statistics === null ? '–' : figureFormat(statistics)(statistics[column.id]);
    },
  }));
}
