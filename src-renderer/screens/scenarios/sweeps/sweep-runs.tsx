/** Single runs of a sweep: those with the highest and lowest values, and those that failed. */

import { Button, Code, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { startScenarioRun } from '../../../api/scenarios-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { figureFormat, formatFigure, formatVary } from './format-figure.ts';
import classes from './sweeps.module.css';

type Sweep = Schemas['Sweep'];
type Run = Schemas['SweepFigure']['highest'][number];
type Failure = Sweep['failures'][number];
type Job = Pick<Run, 'seed' | 'vary' | 'replay'>;

const jobKey = ({ seed, vary }: Job) => `${seed} ${formatVary(vary)}`;

/** The columns that every run has: its seed, its command, and the button that runs it. */
function jobColumns(file: string) {
  return {
    seed: {
      id: 'seed',
      header: 'Seed',
      align: 'right',
      accessor: ({ seed }) => seed,
      cell: ({ seed }) => String(seed),
    },
    command: {
      id: 'command',
      header: 'Command',
      hint: 'Shows this run again, on the command line',
      accessor: ({ replay }) => replay,
      cell: ({ replay }) => <CopyText text={replay} what="the command" shown="Copy" mono={false} />,
    },
    run: { id: 'run', header: 'By itself', cell: (job) => <RunSeed file={file} {...job} /> },
  } satisfies Record<string, Column<Job>>;
}

interface WorstPanelProps {
  readonly sweep: Sweep;
  readonly figure: Schemas['SweepFigure'];
}

export function WorstPanel({ sweep, figure }: WorstPanelProps) {
  const [end, setEnd] = useState<'highest' | 'lowest'>('highest');
  return (
    <Panel
      title="Furthest out"
      side={
        <SegmentedControl
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
        columns={worstColumns(sweep, figure)}
        rows={figure[end]}
        rowKey={jobKey}
        empty="All runs came to the same value."
      />
    </Panel>
  );
}

function worstColumns({ file, vary: varied }: Sweep, figure: Schemas['SweepFigure']): Column<Run>[] {
  const { unit } = formatFigure(figure.name);
  const format = figureFormat(figure);
  const { seed, run, command } = jobColumns(file);
  const columns: Column<Run>[] = [
    seed,
    {
      id: 'value',
      header: 'Value',
      ...(unit === '' ? {} : { unit }),
      align: 'right',
      accessor: ({ value }) => value,
      cell: ({ value }) => format(value),
    },
    run,
    command,
  ];
  if (Object.keys(varied).length === 0) return columns;
  return [
    ...columns,
    {
      id: 'vary',
      header: 'With',
      overflow: 'clip',
      className: classes.sweepVary,
      accessor: ({ vary }) => formatVary(vary),
      cell: ({ vary }) => <span title={formatVary(vary)}>{formatVary(vary)}</span>,
    },
  ];
}

export function FailuresPanel({ sweep: { failures, failed, file } }: { readonly sweep: Sweep }) {
  const isPart = failures.length < failed;
  return (
    <Panel
      title="Failed"
      side={isPart ? `the first ${formatCount(failures.length)} of ${formatCount(failed)}` : formatCount(failed)}
    >
      <DataTable
        label="Runs that failed"
        columns={failureColumns(file)}
        rows={failures}
        rowKey={jobKey}
        empty="None."
      />
    </Panel>
  );
}

function failureColumns(file: string): Column<Failure>[] {
  const { seed, command, run } = jobColumns(file);
  return [
    seed,
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
    command,
    run,
  ];
}

/** Plays one run of a sweep by itself and leads to its page. */
function RunSeed({ file, seed, vary }: Pick<Job, 'seed' | 'vary'> & { readonly file: string }) {
  const navigate = useNavigate();
  const run = useAction({
    doing: 'Running the scenario',
    run: () => startScenarioRun({ file, seed, vary }),
    after: ({ scenario_run_id: id }) => void navigate(paths.scenario(file, id)),
  });
  return (
    <Button size="compact-xs" variant="default" loading={run.isPending} onClick={() => run.mutate(undefined)}>
      Run this seed<VisuallyHidden> {seed}</VisuallyHidden>
    </Button>
  );
}
