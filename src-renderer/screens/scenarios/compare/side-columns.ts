/** What a figure is in either of two runs, as columns. */
import type { Column } from '../../../components/tables/table-column.ts';
import { figureText } from './figure-text.ts';

interface Sides {
  readonly first: Parameters<typeof figureText>[0];
  readonly second: Parameters<typeof figureText>[0];
  readonly unit: Parameters<typeof figureText>[1];
}

export const SIDE_COLUMNS: readonly Column<Sides>[] = [
  {
    id: 'first',
    header: 'First',
    align: 'right',
    accessor: ({ first }) => first,
    cell: ({ first, unit }) => figureText(first, unit),
  },
  {
    id: 'second',
    header: 'Second',
    align: 'right',
    accessor: ({ second }) => second,
    cell: ({ second, unit }) => figureText(second, unit),
  },
];
