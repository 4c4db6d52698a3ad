/** An exploration: its progress, the faults that were tried, and the findings so far. */
import { Group } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { type Exploration, stopExploration, useExploration } from '../../../api/runs/explorations-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { CoverageGridPanel } from './coverage-grid-panel.tsx';
import { ExplorationProgress } from './exploration-progress.tsx';
import { FindingsPanel } from './findings-panel.tsx';

export function ExplorationPage() {
  const { explorationId = '' } = useParams();
  const query = useExploration(explorationId);
  return (
    <Page>
      <title>{`${query.data?.name ?? 'Exploration'} · Ballast`}</title>
      {query.data === undefined && (
        <PageHeader>
          <DimmedLink to={paths.explorer}>Explorer</DimmedLink>
          <h1>Exploration</h1>
        </PageHeader>
      )}
      {/* A service that was restarted has no earlier explorations: no reason for alarm. */}
      {query.error?.status === 404 ? (
        GONE
      ) : (
        <QueryBoundary query={query} doing="Loading the exploration">
          {(exploration) => (
            <>
              <Header exploration={exploration} />
              <ExplorationProgress exploration={exploration} />
              <FindingsPanel exploration={exploration} />
              {(exploration.cells.length > 0 || isSweeping(exploration.status)) && (
                <CoverageGridPanel cells={exploration.cells} />
              )}
            </>
          )}
        </QueryBoundary>
      )}
    </Page>
  );
}

const GONE = (
  <EmptyPanel>
    <strong>This exploration no longer exists.</strong>
    The service keeps only the latest five until it stops. It was restarted, or newer explorations replaced this one.
    <NextStep to={paths.newExploration()}>Explore a client</NextStep>
  </EmptyPanel>
);

function Header({ exploration: { exploration_id: id, name, status } }: { readonly exploration: Exploration }) {
  return (
    <PageHeader>
      <DimmedLink to={paths.explorer}>Explorer</DimmedLink>
      <h1 style={{ overflowWrap: 'anywhere' }}>{name}</h1>
      <StatusBadge status={status} />
      <Group ml="auto" gap="sm">
        {isSweeping(status) ? (
          <ActionButton
            isOnce
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            action={{ doing: 'Stopping the exploration', run: () => stopExploration(id) }}
          >
            Stop
          </ActionButton>
        ) : (
          <LinkButton variant="filled" to={paths.newExploration(id)}>
            Explore again
          </LinkButton>
        )}
      </Group>
    </PageHeader>
  );
}
