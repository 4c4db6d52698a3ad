/** A run: its progress while it is running, then its results. Recharts is loaded for a run that has curves. */

import { Code, Group, Paper, Text } from '@mantine/core';
import { IconGitCompare, IconTimelineEvent } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type {
  ListedScenario,
  ScenarioRunWire,
} from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { isUnderWay, useScenarioRun, useScenarioRunCharts, useScenarioRuns } from '../../../api/runs/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, formatWeight, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { withReceivable } from '../../../components/portfolios/with-receivable.tsx';
import { type Column, fieldColumn, numberColumn, PERCENT_OF_BPS } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { GOLDEN, paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';
import { FailedSteps, GoldenNotice } from './failure-notices.tsx';
import { FilePanel } from './file-panel.tsx';
import { RunFacts } from './run-facts.tsx';

const Curves = lazy(() => import('../../../components/charts/curves.tsx').then((m) => ({ default: m.Curves })));

type Run = ScenarioRunWire;

interface RunViewProps {
  readonly runId: string;
  readonly scenario: ListedScenario;
}

export function RunView({ runId, scenario }: RunViewProps) {
  const query = useScenarioRun(runId);
  // A service that was restarted has no earlier runs: no reason for alarm.
  if (query.error?.status === 404) {
    return <Notice>This run no longer exists: the service was restarted, or newer runs replaced it.</Notice>;
  }
  return (
    <QueryBoundary query={query} doing="Loading the run">
      {(run) => {
        const { report } = run;
        return (
          <>
            {isUnderWay(run.status) && <Progress run={run} />}
            {report !== null && report.faults.length > 0 && (
              <Notice tone="fail">
                <ul>
                  {report.faults.map((fault) => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <FailedSteps run={run} />
            <RunLinks run={run} />
            {report !== null && <RunFacts report={report} scenario={scenario} />}
            <GoldenNotice run={run} />
            <StepsWithFile run={run} />
            {report?.figures && <AtTheEnd runId={runId} portfolios={report.figures.portfolios} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Progress({ run: { scenario_run_id: runId, status, done, total } }: { readonly run: Run }) {
  const others = (useScenarioRuns().data?.runs ?? []).filter((each) => isUnderWay(each.status));
  const before = others.filter((each) => each.scenario_run_id !== runId).length;
  const taken = (
    <>
      <strong>{formatCount(done)}</strong> of {formatCount(total)} steps
    </>
  );
  return (
    <Group wrap="nowrap" gap="md" role="status">
      <Text span style={{ whiteSpace: 'nowrap' }}>
        {status === 'queued' ? `Queued behind ${plural(before, 'other run')}` : taken}
      </Text>
      <progress className={classes.progress} value={done} max={Math.max(1, total)} aria-label="Progress of the run" />
    </Group>
  );
}

function RunLinks({ run: { file, scenario_run_id: runId, report } }: { readonly run: Run }) {
  const storedRuns = useScenarioRuns().data?.runs ?? [];
  if (report === null || report.head === '') return null;
  const itself = storedRuns.find((each) => each.scenario_run_id === runId);
  const others = storedRuns.filter((each) => each.has_past && each.scenario_run_id !== runId);
  const other = others.find((each) => each.file === file) ?? others[0];
  return (
    <Group component="nav" gap="4px 12px" aria-label="Views of the run">
      <LinkButton to={paths.runTimeline(file, runId)} icon={IconTimelineEvent}>
        Timeline
      </LinkButton>
      {itself?.has_golden && (
        <LinkButton to={paths.comparedRuns(GOLDEN, runId)}>Compare with the golden log</LinkButton>
      )}
      <LinkButton to={paths.comparedRuns(other?.scenario_run_id ?? null, runId)} icon={IconGitCompare}>
        Compare with another run
      </LinkButton>
    </Group>
  );
}

/** A selected step marks its lines in the file; by default, the first failed one, or the current one. */
function StepsWithFile({ run }: { readonly run: Run }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const failed = run.steps.find(({ failures }) => failures.length > 0);
  const shown = run.steps.find(({ index }) => index === chosen) ?? failed;
  return (
    <div className={classes.columns}>
      <RunSteps run={run} shown={shown?.index ?? null} onShow={setChosen} />
      <FilePanel file={run.file} step={shown ?? (isUnderWay(run.status) ? run.steps.at(-1) : undefined)} />
    </div>
  );
}

interface RunStepsProps {
  readonly run: Run;
  /** The step whose lines are marked. */
  readonly shown: number | null;
  readonly onShow: (index: number) => void;
}

/** The steps in the order of virtual time, and whether each passed. */
function RunSteps({ run: { steps, done, total, status }, shown, onShow }: RunStepsProps) {
  const failed = steps.filter(({ failures }) => failures.length > 0).length;
  const unlisted = done - steps.length;
  const skipped = steps.filter((step) => step.skipped !== null).length;
  const left = Math.max(0, total - done);
  const omitted = [
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(left > 0 ? [`${formatCount(left)} not run`] : []),
  ];
  const rest = isUnderWay(status) ? [`${formatCount(left)} left`] : omitted;
  return (
    <TablePanel
      title="Steps"
      side={[`${formatCount(done - failed - skipped)} passed`, `${formatCount(failed)} failed`, ...rest].join(' · ')}
      columns={STEP_COLUMNS}
      rows={steps}
      rowKey={({ index }) => String(index)}
      selectedKey={shown === null ? undefined : String(shown)}
      onOpen={({ index }) => onShow(index)}
      empty={
        <>
          <strong>{isUnderWay(status) ? 'No step has run yet.' : 'No step ran.'}</strong>
          {status === 'running' && 'Its world is being created.'}
        </>
      }
    >
      {left > 0 && failed > 0 && !isUnderWay(status) && (
        <Text c="dimmed" px="md" pt={6}>
          The run ended with the step that failed, so {plural(left, 'later step was', 'later steps were')} not run.
        </Text>
      )}
      {unlisted > 0 && (
        <Text c="dimmed" px="md" pt={6}>
          The first {formatCount(unlisted)} steps passed and are not shown.
        </Text>
      )}
    </TablePanel>
  );
}

const STEP_COLUMNS: readonly Column<Run['steps'][number]>[] = [
  fieldColumn('index', '#', (index) => <Dimmed>{index + 1}</Dimmed>, { align: 'right' }),
  {
    id: 'at',
    header: 'Began',
    unit: '(virtual UTC)',
    cell: ({ at }) => <time dateTime={at}>{formatInstant(at)}</time>,
  },
  {
    id: 'result',
    header: 'Result',
    cell: ({ failures: { length }, skipped }) =>
      skipped === null ? (
        <Badge color={length === 0 ? 'ok' : 'fail'}>{length === 0 ? '✓ passed' : '✕ failed'}</Badge>
      ) : (
        <Badge color="plain">– skipped</Badge>
      ),
  },
  {
    id: 'title',
    header: 'Step',
    overflow: 'wrap',
    className: classes.rest,
    cell: ({ title, printed, skipped }) =>
      (printed ?? skipped) === null ? title : <Printed title={title} text={printed ?? skipped ?? ''} />,
  },
  {
    id: 'line',
    header: 'Line',
    align: 'right',
    hint: 'Place in the file',
    cell: ({ file, line }) => (
      <Code c="dimmed" title={`${file}:${line}`}>
        {line}
      </Code>
    ),
  },
];

function Printed({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      {title}: <Code>{text}</Code>
    </>
  );
}

type Portfolios = NonNullable<NonNullable<Run['report']>['figures']>['portfolios'];

function AtTheEnd({ runId, portfolios }: { readonly runId: string; readonly portfolios: Portfolios }) {
  return (
    <div className={classes.columns}>
      <QueryBoundary query={useScenarioRunCharts(runId)} doing="Loading the curves">
        {({ charts }) => (
          <Suspense fallback={<Paper data-loading h={290} />}>
            <Curves charts={charts} />
          </Suspense>
        )}
      </QueryBoundary>
      <TablePanel
        title="Portfolios at the end"
        side={formatCount(portfolios.length)}
        columns={PORTFOLIO_COLUMNS}
        rows={portfolios}
        rowKey={(row) => row.portfolio_id}
        empty="There are no portfolios in its world."
      />
    </div>
  );
}

const PORTFOLIO_COLUMNS: readonly Column<Portfolios[number]>[] = [
  {
    id: 'name',
    header: 'Portfolio',
    overflow: 'clip',
    className: classes.narrow,
    accessor: nameOf,
    cell: (row) => <span title={row.portfolio_id}>{nameOf(row)}</span>,
  },
  fieldColumn('currency', 'Base', String, { hint: 'Base currency' }),
  fieldColumn('nav', 'NAV', (nav, row) => withReceivable(nav, row.receivable), {
    align: 'right',
    hint: 'In its base currency, at the end',
  }),
  numberColumn('cash', 'Cash', (row) => row.cash, formatMoney),
  fieldColumn('max_drift_bps', 'Max drift', String, {
    id: 'drift',
    align: 'right',
    ...PERCENT_OF_BPS,
    cell: ({ max_drift_bps: bps }) => (bps === null ? <Dimmed>no targets</Dimmed> : formatWeight(bps / 10_000)),
    hint: 'Largest distance of a weight from its target',
  }),
];

function nameOf({ alias, label, portfolio_id: id }: Portfolios[number]): string {
  return alias ?? label ?? `${id.slice(0, 10)}…`;
}
