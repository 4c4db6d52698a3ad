/** The runs that did not pass: why, and the way to see each by itself. */
import { Code } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { formatVary } from './format-figure.ts';
import { RunSeed } from './run-seed.tsx';
import classes from './sweeps.module.css';

type Failure = Schemas['Sweep']['failures'][number];

export function FailuresPanel({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { failures, failed, file } = sweep;
  const columns: Column<Failure>[] = [
    { id: 'seed', header: 'Seed', align: 'right', accessor: ({ seed }) => seed, cell: ({ seed }) => String(seed) },
    {
      id: 'status',
      header: 'Ended',
      hint: 'bad: its file cannot be played; broken: it ended without an outcome of its own',
      accessor: ({ status }) => status,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'failure',
      header: 'Why',
      overflow: 'wrap',
      className: classes.sweepWhy,
      accessor: ({ failure }) => failure,
      cell: ({ failure, vary }) => (
        <span className={classes.sweepFailure} title={failure}>
          {Object.keys(vary).length > 0 && <Code c="dimmed">{formatVary(vary)} </Code>}
          {failure}
        </span>
      ),
    },
    {
      id: 'command',
      header: 'Command',
      hint: 'Shows this run again, on the command line',
      accessor: ({ replay }) => replay,
      cell: ({ replay }) => <CopyText text={replay} what="the command" shown="Copy" mono={false} />,
    },
    {
      id: 'run',
      header: 'By itself',
      cell: ({ seed, vary }) => <RunSeed file={file} seed={seed} vary={vary} />,
    },
  ];
  const shown =
    failures.length < failed
      ? `the first ${formatCount(failures.length)} of ${formatCount(failed)}`
      : formatCount(failed);
  return (
    <Panel title="Failed" side={shown}>
      <DataTable
        label="Runs that failed"
        columns={columns}
        rows={failures}
        rowKey={({ seed, vary }) => `${seed} ${formatVary(vary)}`}
        empty="None."
      />
    </Panel>
  );
}
