/** The lab: the latest runs, and the button for a new one. */
import { useNavigate } from 'react-router';
import type { LabRunFacts } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { useLabRuns } from '../../../api/runs/lab-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatDay, formatTimeLeft } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { STATUS_COLUMN } from '../../../components/orders/status-badge.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, numberColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';

export function LabPage() {
  const navigate = useNavigate();
  const query = useLabRuns();
  return (
    <Page>
      <title>Lab · Ballast</title>
      <PageHeader>
        <h1>Lab</h1>
        <Dimmed>Compare rebalancing policies over years and many price paths</Dimmed>
        {(query.data?.lab_runs.length ?? 0) > 0 && (
          <span style={{ marginLeft: 'auto' }}>
            <LinkButton variant="filled" to={paths.newLabRun()}>
              Compare policies
            </LinkButton>
          </span>
        )}
      </PageHeader>
      <QueryBoundary query={query} doing="Loading the lab runs">
        {({ lab_runs: runs }) =>
          runs.length === 0 ? (
            NO_RUNS
          ) : (
            <TablePanel
              title="Lab runs"
              side="the latest five since the service started"
              columns={COLUMNS}
              rows={runs.toReversed()}
              rowKey={({ lab_run_id: id }) => id}
              onOpen={({ lab_run_id: id }) => navigate(paths.labRun(id))}
              empty="None."
            />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const NO_RUNS = (
  <EmptyPanel>
    <strong>No policies have been compared yet.</strong>
    The lab simulates a portfolio for years under each policy, on the same price paths, and shows what each policy costs
    and how far it lets the portfolio drift.
    <NextStep to={paths.newLabRun()}>Compare policies</NextStep>
  </EmptyPanel>
);

const COLUMNS: readonly Column<LabRunFacts>[] = [
  valueColumn(
    'name',
    'Name',
    ({ name }) => name,
    (name, { lab_run_id: id }) => <RowLink to={paths.labRun(id)}>{name}</RowLink>,
    { overflow: 'clip', copy: ({ name }) => name },
  ),
  { ...STATUS_COLUMN, id: 'status' },
  numberColumn('portfolios', 'Portfolios', ({ portfolios }) => portfolios.length, formatCount),
  numberColumn('policies', 'Policies', ({ policies }) => policies.length, formatCount),
  numberColumn('paths', 'Paths', ({ paths: count }) => count, formatCount),
  valueColumn(
    'to',
    'Horizon',
    ({ to }) => to,
    (to, { from }) => `${formatDay(from)} to ${formatDay(to)}`,
  ),
  valueColumn(
    'done',
    'Simulations done',
    ({ done }) => done,
    (done, { lives }) => `${formatCount(done)} of ${formatCount(lives)}`,
    { align: 'right' },
  ),
  valueColumn(
    'time',
    'Took',
    ({ elapsed_ms: elapsedMs }) => elapsedMs,
    (elapsedMs, { status, left_ms: leftMs }) =>
      isSweeping(status) && leftMs !== null
        ? `${formatTimeLeft(leftMs / 1000)} left`
        : formatTimeLeft(elapsedMs / 1000),
    { align: 'right' },
  ),
];
