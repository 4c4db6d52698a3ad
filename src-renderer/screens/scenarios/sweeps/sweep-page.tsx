/** A sweep of a scenario, the latest unless the address names another. */

import { Button, Code, Group } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { useScenarios } from '../../../api/scenarios-api.ts';
import { isSweeping, stopSweep, useSweep, useSweeps } from '../../../api/sweeps-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { SweepButton } from './sweep-dialog.tsx';
import { SweepView } from './sweep-view.tsx';

export function SweepPage({ file }: { readonly file: string }) {
  const [query] = useSearchParams();
  const sweeps = useSweeps();
  const latest = sweeps.data?.sweeps.findLast((each) => each.file === file);
  const sweepId = query.get('id') ?? latest?.sweep_id ?? null;
  return (
    <Page>
      <title>Sweep · Ballast</title>
      {sweepId === null ? (
        <QueryBoundary read={sweeps} doing="Reading the sweeps">
          {() => <NotSwept file={file} />}
        </QueryBoundary>
      ) : (
        <Sweep key={sweepId} sweepId={sweepId} file={file} figure={query.get('figure')} />
      )}
    </Page>
  );
}

interface SweepProps {
  readonly sweepId: string;
  readonly file: string;
  readonly figure: string | null;
}

function Sweep({ sweepId, file, figure }: SweepProps) {
  const read = useSweep(sweepId, figure);
  // A service that was started anew has forgotten its sweeps: no reason for alarm.
  if (read.error?.status === 404) return <NotSwept file={file} isForgotten />;
  return (
    <QueryBoundary read={read} doing="Reading the sweep">
      {(sweep) => (
        <>
          <Header sweep={sweep} />
          <SweepView sweep={sweep} />
        </>
      )}
    </QueryBoundary>
  );
}

function Header({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { name, file, status, sweep_id: id } = sweep;
  const stop = useAction({ doing: 'Stopping the sweep', run: () => stopSweep(id) });
  return (
    <PageHeader>
      <h1>Sweep of {name}</h1>
      <StatusBadge status={status} />
      <Group ml="auto" gap="sm">
        <ToScenario file={file} />
        {isSweeping(status) ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            loading={stop.isPending || stop.isSuccess}
            onClick={() => stop.mutate(undefined)}
          >
            Stop
          </Button>
        ) : (
          <Again file={file} />
        )}
      </Group>
    </PageHeader>
  );
}

function ToScenario({ file }: { readonly file: string }) {
  return (
    <Button component={Link} to={paths.scenario(file)} variant="default">
      The scenario
    </Button>
  );
}

function Again({ file }: { readonly file: string }) {
  return <SweepButton scenario={useScenarios().data?.scenarios.find((each) => each.file === file)} />;
}

function NotSwept({ file, isForgotten = false }: { readonly file: string; readonly isForgotten?: boolean }) {
  return (
    <>
      <PageHeader>
        <h1>Sweep</h1>
        <Group ml="auto" gap="sm">
          <ToScenario file={file} />
          <Again file={file} />
        </Group>
      </PageHeader>
      {isForgotten && (
        <Notice>This sweep is not kept any more: the service was started anew, or others came after it.</Notice>
      )}
      <EmptyPanel>
        <strong>
          <Code>{file}</Code> has not been swept.
        </strong>
        A sweep plays it with many seeds, each in a world of its own, and says what every figure comes to.
      </EmptyPanel>
    </>
  );
}
