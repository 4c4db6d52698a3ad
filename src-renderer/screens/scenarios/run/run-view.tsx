/** A run: its progress while it goes on, then its results. Recharts is loaded for a run that has curves. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconGitCompare, IconTimelineEvent } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { isUnderWay, useScenarioRun, useScenarioRunCharts, useScenarioRuns } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { GOLDEN, paths } from '../../../paths.ts';
import { FailedSteps, GoldenNotice } from './failure-notices.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunSteps } from './run-steps.tsx';

const Curves = lazy(() => import('../../../components/charts/curves.tsx').then((m) => ({ default: m.Curves })));

export function RunView({ runId }: { readonly runId: string }) {
  const read = useScenarioRun(runId);
  // A service that was started anew has forgotten its runs: no reason for alarm.
  if (read.error?.status === 404) {
    return <Notice>This run is not kept any more: the service was started anew, or many others came after it.</Notice>;
  }
  return (
    <QueryBoundary read={read} doing="Reading the run">
      {(run) => (
        <>
          {isUnderWay(run.status) && <Progress run={run} />}
          <WhyItFailed run={run} />
          <FailedSteps run={run} />
          <RunLinks run={run} />
          {run.report !== null && <RunFacts report={run.report} />}
          {run.report !== null && <GoldenNotice run={run} divergences={run.report.divergences} />}
          <div className={classes.runColumns}>
            <RunSteps run={run} />
            <div className={classes.runSide}>
              {run.report?.figures && (
                <>
                  <RunCharts runId={runId} />
                  <RunPortfolios portfolios={run.report.figures.portfolios} />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

function Progress({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  return (
    <Group className={classes.runProgress} wrap="nowrap" gap="md" role="status">
      <Text span style={{ whiteSpace: 'nowrap' }}>
        {run.status === 'queued' ? (
          'Waits for its turn'
        ) : (
          <>
            <strong>{formatCount(run.done)}</strong> of {formatCount(run.total)} steps
          </>
        )}
      </Text>
      <progress value={run.done} max={Math.max(1, run.total)} aria-label="Progress of the run" />
    </Group>
  );
}

/** Failures besides those of steps and logs. */
function WhyItFailed({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const faults = run.report?.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <Notice tone="fail">
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Notice>
  );
}

function RunLinks({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const { file, scenario_run_id: runId, report } = run;
  const kept = useScenarioRuns().data?.runs ?? [];
  if (report === null || report.head === '') return null;
  const itself = kept.find((each) => each.scenario_run_id === runId);
  const others = kept.filter((each) => each.has_past && each.scenario_run_id !== runId);
  const other = others.find((each) => each.file === file) ?? others[0];
  return (
    <Group component="nav" gap="4px 12px" aria-label="Look into the run">
      <Button
        component={Link}
        to={paths.runTimeline(file, runId)}
        variant="default"
        leftSection={<IconTimelineEvent size={14} aria-hidden />}
      >
        Timeline
      </Button>
      {itself?.has_golden && (
        <Button component={Link} to={paths.comparedRuns(GOLDEN, runId)} variant="default">
          Beside its golden log
        </Button>
      )}
      <Button
        component={Link}
        to={paths.comparedRuns(other?.scenario_run_id ?? null, runId)}
        variant="default"
        leftSection={<IconGitCompare size={14} aria-hidden />}
      >
        Compare with another run
      </Button>
    </Group>
  );
}

type Portfolios = NonNullable<NonNullable<Schemas['ScenarioRun']['report']>['figures']>['portfolios'];

function RunPortfolios({ portfolios }: { readonly portfolios: Portfolios }) {
  return (
    <Panel title="Portfolios at the end" side={formatCount(portfolios.length)}>
      <DataTable
        label="Portfolios at the end"
        columns={PORTFOLIO_COLUMNS}
        rows={portfolios}
        rowKey={(row) => row.portfolio_id}
        empty="Its world has none."
      />
    </Panel>
  );
}

const PORTFOLIO_COLUMNS: readonly Column<Portfolios[number]>[] = [
  {
    id: 'name',
    header: 'Portfolio',
    overflow: 'clip',
    className: classes.runPortfolio,
    accessor: nameOf,
    cell: (row) => <span title={row.portfolio_id}>{nameOf(row)}</span>,
  },
  {
    id: 'nav',
    header: 'NAV',
    align: 'right',
    hint: 'In its base currency, at the last instant',
    accessor: (row) => row.nav,
    cell: (row) => `${formatMoney(row.nav)} ${row.currency}`,
  },
  { id: 'cash', header: 'Cash', align: 'right', accessor: (row) => row.cash, cell: (row) => formatMoney(row.cash) },
  {
    id: 'drift',
    header: 'Max. drift',
    unit: 'bps',
    align: 'right',
    hint: 'Largest distance of a weight from its target',
    accessor: (row) => row.max_drift_bps,
    cell: (row) => formatCount(Math.round(row.max_drift_bps)),
  },
];

function nameOf({ alias, portfolio_id: portfolioId }: Portfolios[number]): string {
  return alias ?? `${portfolioId.slice(0, 10)}…`;
}

function RunCharts({ runId }: { readonly runId: string }) {
  return (
    <QueryBoundary read={useScenarioRunCharts(runId)} doing="Reading the curves">
      {({ charts }) => (
        <Suspense fallback={<Paper data-loading h={290} />}>
          <Curves charts={charts} />
        </Suspense>
      )}
    </QueryBoundary>
  );
}
