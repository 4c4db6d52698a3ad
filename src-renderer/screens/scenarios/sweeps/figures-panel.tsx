/** Every figure of a sweep in a row; a row leads to its histogram. Those that never differ are collapsed. */

import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { formatFigure } from './format-figure.ts';
import { statisticsColumns } from './statistics-columns.tsx';
import classes from './sweeps.module.css';

export function FiguresPanel({ sweep, chosen }: { readonly sweep: Schemas['Sweep']; readonly chosen: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const navigate = useNavigate();
  const { figures, file, sweep_id: id } = sweep;
  const rows = showsAll ? figures : figures.filter(({ min, max }) => min !== max);
  return (
    <Panel
      title="All figures"
      side={
        <span className={classes.sweepFigureSide}>
          <Switch
            size="xs"
            label={`Show the ${figures.length - figures.filter(({ min, max }) => min !== max).length} that never differ`}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
          <CopyTableButton rows={rows} columns={FIGURE_COLUMNS} />
        </span>
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

const FIGURE_COLUMNS: readonly Column<Schemas['SweepStatistics']>[] = [
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
  ...statisticsColumns<Schemas['SweepStatistics']>((row) => row),
];
