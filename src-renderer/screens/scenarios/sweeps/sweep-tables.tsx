/** The tables of a sweep: the statistics of its figures and variations, and its outermost and failed runs. */

import { Code, SegmentedControl, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SweepFigure } from '../../../../src-server/contract/control/scenarios/sweep-summary.ts';
import type { SweepStatistics, SweepWire } from '../../../../src-server/contract/control/scenarios/sweeps.ts';
import { startScenarioRun } from '../../../api/runs/scenarios-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { type Column, fieldColumn, numberColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { exactDecimal } from '../../../components/tables/table-text.ts';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';
import { figureFormat, formatFigure, formatVary, unitOf } from './format-figure.ts';

type Sweep = SweepWire;
type Figure = SweepFigure;
type Statistics = SweepStatistics;
type Variation = Sweep['variations'][number];
type Run = Figure['highest'][number];
type Job = Pick<Run, 'seed' | 'vary' | 'replay'>;

const STATISTICS = [
  { id: 'min', header: 'Min' },
  { id: 'median', header: 'Median', hint: 'Half of the runs are below it, half above' },
  { id: 'mean', header: 'Mean' },
  {
    id: 'p95',
    header: '95th percentile',
    hint: '95 % of the runs are at or below it (type 7, as in NumPy, R and Excel)',
  },
  { id: 'max', header: 'Max' },
  { id: 'stddev', header: 'Std. dev.', hint: 'Of a sample (n − 1)' },
] as const;

/** Each row is formatted in its own unit. */
function statisticsColumns<Row>(statisticsOf: (row: Row) => Statistics | null): Column<Row>[] {
  return STATISTICS.map((column) => ({
    ...column,
    align: 'right',
    accessor: (row) => statisticsOf(row)?.[column.id] ?? null,
    exact: (row) => {
      const statistics = statisticsOf(row);
      return statistics && exactDecimal(statistics[column.id], formatFigure(statistics.name).shift);
    },
    cell: (row) => {
      const statistics = statisticsOf(row);
      return statistics === null ? '–' : figureFormat(statistics)(statistics[column.id]);
    },
  }));
}

const FIGURE_COLUMNS: readonly Column<Statistics>[] = [
  fieldColumn('name', 'Figure', (name) => <span title={name}>{formatFigure(name).label}</span>, { overflow: 'clip' }),
  {
    id: 'unit',
    header: 'Unit',
    accessor: ({ name }) => formatFigure(name).unit,
    cell: ({ name }) => <Dimmed>{formatFigure(name).unit}</Dimmed>,
  },
  ...statisticsColumns<Statistics>((row) => row),
];

/** A row links to the histogram of its figure. Figures that never differ are shown on demand. */
export function FiguresPanel({ sweep, chosen }: { readonly sweep: Sweep; readonly chosen: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const navigate = useNavigate();
  const { figures, file, sweep_id: id } = sweep;
  const differing = figures.filter(({ min, max }) => min !== max);
  return (
    <TablePanel
      title="All figures"
      label="Figures of the sweep"
      side={
        <Switch
          label={`Show the ${figures.length - differing.length} that never differ`}
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      }
      columns={FIGURE_COLUMNS}
      rows={showsAll ? figures : differing}
      rowKey={({ name }) => name}
      selectedKey={chosen}
      onOpen={({ name }) => navigate(paths.sweep(file, id, name), { replace: true })}
      empty="Every figure is the same in all runs."
    />
  );
}

export const VARIATION_COLUMNS: readonly Column<Variation>[] = [
  valueColumn('vary', 'With', variedIn, (vary) => <Code title={vary}>{vary}</Code>, { overflow: 'wrap' }),
  numberColumn('passed', 'Passed', ({ passed }) => passed, formatCount),
  fieldColumn('failed', 'Failed', failedCount, { align: 'right' }),
  ...statisticsColumns<Variation>(({ figure }) => figure),
];

function failedCount(failed: number) {
  return <Toned tone={failed > 0 ? 'fail' : 'inherit'}>{formatCount(failed)}</Toned>;
}

function variedIn({ vary }: Pick<Job, 'vary'>): string {
  return formatVary(vary);
}

const jobKey = (job: Job) => `${job.seed} ${variedIn(job)}`;

export function WorstPanel({ sweep, figure }: { readonly sweep: Sweep; readonly figure: Figure }) {
  const [end, setEnd] = useState<'highest' | 'lowest'>('highest');
  return (
    <TablePanel
      title="Extreme runs"
      label={`Runs with the ${end} values`}
      side={
        <SegmentedControl
          aria-label="Highest or lowest"
          data={[
            { value: 'highest', label: 'Highest' },
            { value: 'lowest', label: 'Lowest' },
          ]}
          value={end}
          onChange={setEnd}
        />
      }
      columns={worstColumns(sweep, figure)}
      rows={figure[end]}
      rowKey={jobKey}
      empty="All runs have the same value."
    />
  );
}

export function FailuresPanel({ sweep: { failures, failed, file } }: { readonly sweep: Sweep }) {
  const isPart = failures.length < failed;
  return (
    <TablePanel
      title="Failed"
      label="Runs that failed"
      side={isPart ? `the first ${formatCount(failures.length)} of ${formatCount(failed)}` : formatCount(failed)}
      columns={failureColumns(file)}
      rows={failures}
      rowKey={jobKey}
      empty="None."
    />
  );
}

/** The columns that every run has: its seed, its command, and the button that runs it separately and opens its page. */
function jobColumns(file: string): Record<'seed' | 'command' | 'run', Column<Job>> {
  return {
    seed: numberColumn('seed', 'Seed', ({ seed }) => seed, String),
    command: fieldColumn('replay', 'Command', copyButton, {
      id: 'command',
      hint: 'Command that repeats this run',
    }),
    run: { id: 'run', header: 'Run alone', cell: (job) => <RunSeed file={file} {...job} /> },
  };
}

function copyButton(replay: string) {
  return <CopyText text={replay} what="the command" shown="Copy" mono={false} />;
}

function worstColumns({ file, vary: varied }: Sweep, figure: Figure): Column<Run>[] {
  const { seed, run, command } = jobColumns(file);
  const value = numberColumn<Run>('value', 'Value', (row) => row.value, figureFormat(figure), unitOf(figure));
  const vary = valueColumn('vary', 'With', variedIn, (text) => <span title={text}>{text}</span>, {
    overflow: 'wrap',
  });
  return [seed, value, run, command, ...(Object.keys(varied).length === 0 ? [] : [vary])];
}

/** The scenario's conditions on all runs together. */
export function ChecksPanel({ checks }: { readonly checks: Sweep['checks'] }) {
  const failed = checks.filter(({ failure }) => failure !== null).length;
  return (
    <TablePanel
      title="Conditions of all runs"
      label="Conditions of all runs"
      side={failed === 0 ? 'all hold' : `${formatCount(failed)} of ${formatCount(checks.length)} do not hold`}
      columns={CHECK_COLUMNS}
      rows={checks}
      rowKey={({ assert }) => assert}
      empty="None."
    />
  );
}

const CHECK_COLUMNS: Column<Sweep['checks'][number]>[] = [
  valueColumn(
    'result',
    'Result',
    ({ failure }) => (failure === null ? 'passed' : 'failed'),
    (status) => <StatusBadge status={status} />,
  ),
  fieldColumn('assert', 'Condition', (assert, { failure }) => <Code>{failure ?? assert}</Code>, {
    overflow: 'wrap',
    className: classes.rest,
  }),
];

function failureColumns(file: string): Column<Sweep['failures'][number]>[] {
  const { seed, command, run } = jobColumns(file);
  return [
    seed,
    fieldColumn('status', 'Ended', (status) => <StatusBadge status={status} />, {
      hint: 'bad: the file cannot be run. broken: the run ended unexpectedly.',
    }),
    fieldColumn(
      'failure',
      'Why',
      // A long one is cut after three lines; the page of the run shows all of it.
      (failure, { vary }) => (
        <Text span lineClamp={3} title={failure}>
          {Object.keys(vary).length > 0 && <Code c="dimmed">{formatVary(vary)} </Code>}
          {failure}
        </Text>
      ),
      { overflow: 'wrap', className: classes.rest },
    ),
    command,
    run,
  ];
}

function RunSeed({ file, seed, vary }: Pick<Job, 'seed' | 'vary'> & { readonly file: string }) {
  const navigate = useNavigate();
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      action={{
        doing: 'Running the scenario',
        run: () => startScenarioRun({ file, seed, vary }),
        after: ({ scenario_run_id: id }) => void navigate(paths.scenario(file, id)),
      }}
    >
      Run this seed<VisuallyHidden> {seed}</VisuallyHidden>
    </ActionButton>
  );
}
