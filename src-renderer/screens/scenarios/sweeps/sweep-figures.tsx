/** The statistics of a sweep: each figure over all runs, and one figure for each combination of varied values. */

import { Code, Group, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { figureFormat, figureTitle, formatFigure, formatVary } from './format-figure.ts';

type Statistics = Schemas['SweepStatistics'];
type Variation = Schemas['Sweep']['variations'][number];

const STATISTICS = [
  { id: 'min', header: 'Min' },
  { id: 'median', header: 'Median', hint: 'Half of the runs lie below, half above' },
  { id: 'mean', header: 'Mean' },
  { id: 'p95', header: '95 %', hint: 'Of the runs, 95 in 100 lie up to here (type 7, as NumPy, R and Excel have it)' },
  { id: 'max', header: 'Max' },
  { id: 'stddev', header: 'Std. dev.', hint: 'Of a sample (n − 1)' },
] as const;

const FIGURE_COLUMNS: readonly Column<Statistics>[] = [
  {
    id: 'name',
    header: 'Figure',
    overflow: 'clip',
    accessor: ({ name }) => name,
    cell: ({ name }) => <span title={name}>{formatFigure(name).label}</span>,
  },
  {
    id: 'unit',
    header: 'Unit',
    accessor: ({ name }) => formatFigure(name).unit,
    cell: ({ name }) => (
      <Text span c="dimmed">
        {formatFigure(name).unit}
      </Text>
    ),
  },
  ...statisticsColumns<Statistics>((row) => row),
];

/** A row leads to the histogram of its figure. Figures that never differ show on demand. */
export function FiguresPanel({ sweep, chosen }: { readonly sweep: Schemas['Sweep']; readonly chosen: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const navigate = useNavigate();
  const { figures, file, sweep_id: id } = sweep;
  const differing = figures.filter(({ min, max }) => min !== max);
  const rows = showsAll ? figures : differing;
  return (
    <Panel
      title="All figures"
      side={
        <Group component="span" gap="sm">
          <Switch
            label={`Show the ${figures.length - differing.length} that never differ`}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
          <CopyTableButton rows={rows} columns={FIGURE_COLUMNS} />
        </Group>
      }
    >
      <DataTable
        label="Figures of the sweep"
        columns={FIGURE_COLUMNS}
        rows={rows}
        rowKey={({ name }) => name}
        selectedKey={chosen}
        onOpen={({ name }) => navigate(paths.sweep(file, id, name), { replace: true })}
        empty="Every figure is the same in all runs."
      />
    </Panel>
  );
}

const VARIATION_COLUMNS: readonly Column<Variation>[] = [
  {
    id: 'vary',
    header: 'With',
    overflow: 'clip',
    accessor: ({ vary }) => formatVary(vary),
    cell: ({ vary }) => <Code title={formatVary(vary)}>{formatVary(vary)}</Code>,
  },
  {
    id: 'passed',
    header: 'Passed',
    align: 'right',
    accessor: ({ passed }) => passed,
    cell: ({ passed }) => formatCount(passed),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'right',
    accessor: ({ failed }) => failed,
    cell: ({ failed }) => (
      <Text span c={failed > 0 ? 'fail' : 'inherit'}>
        {formatCount(failed)}
      </Text>
    ),
  },
  ...statisticsColumns<Variation>(({ figure }) => figure),
];

interface VariationsPanelProps {
  readonly variations: readonly Variation[];
  readonly figure: string;
}

export function VariationsPanel({ variations, figure }: VariationsPanelProps) {
  return (
    <Panel title="By varied values" side={figureTitle(figure)}>
      <DataTable
        label="Varied values"
        columns={VARIATION_COLUMNS}
        rows={variations}
        rowKey={({ vary }) => formatVary(vary)}
        empty="Nothing is varied."
      />
    </Panel>
  );
}

/** Each row is written in its own unit. */
function statisticsColumns<Row>(statisticsOf: (row: Row) => Statistics | null): Column<Row>[] {
  return STATISTICS.map((column) => ({
    ...column,
    align: 'right',
    accessor: (row) => statisticsOf(row)?.[column.id] ?? null,
    cell: (row) => {
      const statistics = statisticsOf(row);
      return statistics === null ? '–' : figureFormat(statistics)(statistics[column.id]);
    },
  }));
}
