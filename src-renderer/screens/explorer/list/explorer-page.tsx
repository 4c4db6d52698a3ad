/** The explorer: the latest explorations, and the button for a new one. */
import { useNavigate } from 'react-router';
import type { ExplorationFacts } from '../../../../src-server/contract/control/explorer/explorations.ts';
import { useExplorations } from '../../../api/runs/explorations-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { formatPhase } from '../../../components/explorer/exploration-phases.ts';
import { NO_CLIENTS } from '../../../components/explorer/no-clients.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatDecimals } from '../../../components/format/format-number.ts';
import { formatTimeLeft } from '../../../components/format/format-time.ts';
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

export function ExplorerPage() {
  const navigate = useNavigate();
  const query = useExplorations();
  return (
    <Page>
      <title>Explorer · Ballast</title>
      <PageHeader>
        <h1>Explorer</h1>
        <Dimmed>Find out which faults break your client, and how to fix each</Dimmed>
        {(query.data?.explorations.length ?? 0) > 0 && (
          <span style={{ marginLeft: 'auto' }}>
            <LinkButton variant="filled" to={paths.newExploration()}>
              Explore a client
            </LinkButton>
          </span>
        )}
      </PageHeader>
      <QueryBoundary query={query} doing="Loading the explorations">
        {({ explorations, runs_clients: runsClients }) => (
          <>
            {!runsClients && NO_CLIENTS}
            {explorations.length === 0 ? (
              NONE
            ) : (
              <TablePanel
                title="Explorations"
                side="the latest five since the service started"
                columns={COLUMNS}
                rows={explorations.toReversed()}
                rowKey={({ exploration_id: id }) => id}
                onOpen={({ exploration_id: id }) => navigate(paths.exploration(id))}
                empty="None."
              />
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const NONE = (
  <EmptyPanel>
    <strong>No client has been explored yet.</strong>
    The explorer runs your client repeatedly, each time with different faults: lost responses, 429, 500, and webhooks
    that are duplicated, late or forged. It reports which faults break the client, and how to reproduce each.
    <NextStep to={paths.newExploration()}>Explore a client</NextStep>
  </EmptyPanel>
);

const COLUMNS: readonly Column<ExplorationFacts>[] = [
  valueColumn(
    'name',
    'Client',
    ({ name }) => name,
    (name, { exploration_id: id }) => <RowLink to={paths.exploration(id)}>{name}</RowLink>,
    { overflow: 'clip', copy: ({ name }) => name },
  ),
  { ...STATUS_COLUMN, id: 'status' },
  valueColumn('phase', 'Phase', ({ phase }) => phase, formatPhase),
  numberColumn('trials', 'Trials', ({ trials }) => trials, formatCount, {
    hint: 'Number of times the client was run.',
  }),
  numberColumn(
    'rate',
    'Trials per second',
    ({ status, trials_per_second: rate }) => (isSweeping(status) ? rate : null),
    (rate) => formatDecimals(rate, 1),
    {
      hint: 'Over the latest 15 seconds.',
    },
  ),
  valueColumn(
    'single',
    'Single faults tried',
    ({ single_faults: total, single_faults_done: done }) => (total === 0 ? null : done),
    (done, { single_faults: total }) => `${formatCount(done)} of ${formatCount(total)}`,
    { align: 'right' },
  ),
  numberColumn('findings', 'Findings', ({ findings }) => findings, formatCount),
  valueColumn(
    'time',
    'Time',
    ({ elapsed_ms: elapsedMs }) => elapsedMs,
    (elapsedMs) => formatTimeLeft(elapsedMs / 1000),
    { align: 'right' },
  ),
];
