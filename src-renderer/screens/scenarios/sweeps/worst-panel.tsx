/** The runs whose figure lies furthest out, at either end: each can be run again, or taken along as a command. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../api/api-client.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { figureFormat, formatFigure, formatVary } from './format-figure.ts';
import { RunSeed } from './run-seed.tsx';
import classes from './sweeps.module.css';

interface WorstPanelProps {
  readonly sweep: Schemas['Sweep'];
  readonly figure: Schemas['SweepFigure'];
}

type Run = Schemas['SweepFigure']['highest'][number];

export function WorstPanel({ sweep, figure }: WorstPanelProps) {
  const [end, setEnd] = useState<'highest' | 'lowest'>('highest');
  return (
    <Panel
      title="Furthest out"
      side={
        <SegmentedControl
          size="xs"
          aria-label="Which end"
          data={[
            { value: 'highest', label: 'Highest' },
            { value: 'lowest', label: 'Lowest' },
          ]}
          value={end}
          onChange={(value) => setEnd(value === 'lowest' ? 'lowest' : 'highest')}
        />
      }
    >
      <DataTable
        label={`Runs with the ${end} values`}
        columns={columnsOf(sweep, figure)}
        rows={figure[end]}
        rowKey={({ seed, vary }) => `${seed} ${formatVary(vary)}`}
        empty="All runs came to the same value."
      />
    </Panel>
  );
}

function columnsOf({ file, vary: varied }: Schemas['Sweep'], figure: Schemas['SweepFigure']): Column<Run>[] {
  const { unit } = formatFigure(figure.name);
  const format = figureFormat(figure);
  const columns: Column<Run>[] = [
    { id: 'seed', header: 'Seed', align: 'right', accessor: ({ seed }) => seed, cell: ({ seed }) => String(seed) },
    {
      id: 'value',
      header: 'Value',
      ...(unit === '' ? {} : { unit }),
      align: 'right',
      accessor: ({ value }) => value,
      cell: ({ value }) => format(value),
    },
    {
      id: 'run',
      header: 'By itself',
      cell: ({ seed, vary }) => <RunSeed file={file} seed={seed} vary={vary} />,
    },
    {
      id: 'command',
      header: 'Command',
      hint: 'Shows this run again, on the command line',
      accessor: ({ replay }) => replay,
      cell: ({ replay }) => <CopyText text={replay} what="the command" shown="Copy" mono={false} />,
    },
    {
      id: 'vary',
      header: 'With',
      overflow: 'clip',
      className: classes.sweepVary,
      accessor: ({ vary }) => formatVary(vary),
      cell: ({ vary }) => <span title={formatVary(vary)}>{formatVary(vary)}</span>,
    },
  ];
  return Object.keys(varied).length > 0 ? columns : columns.filter(({ id }) => id !== 'vary');
}
