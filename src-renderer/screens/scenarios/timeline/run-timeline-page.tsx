/** The timeline of a run that has ended: any event of it, and its world then. */

import { Button, Code, Group } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { isUnderWay, useScenarioRun } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { TimelineView } from './timeline-view.tsx';

export function RunTimelinePage({ file }: { readonly file: string }) {
  const [query] = useSearchParams();
  const runId = query.get('run');
  return (
    <Page>
      <title>Timeline of a run · Ballast</title>
      {runId === null ? <NoRun file={file} /> : <RunTimeline key={runId} file={file} runId={runId} />}
    </Page>
  );
}

function RunTimeline({ file, runId }: { readonly file: string; readonly runId: string }) {
  const read = useScenarioRun(runId);
  // A server that was started anew has forgotten its runs, which is nothing to be alarmed about.
  if (read.error?.status === 404) return <NotKept file={file} />;
  return (
    <QueryBoundary read={read} doing="Reading the run">
      {({ name, status }) => (
        <>
          <PageHeader>
            <h1>Timeline of {name}</h1>
            <StatusBadge status={status} />
            <Code c="dimmed">{runId}</Code>
            <Group ml="auto" gap="sm">
              <Button component={Link} to={paths.scenario(file, runId)} variant="default">
                Back to the run
              </Button>
            </Group>
          </PageHeader>
          {isUnderWay(status) ? (
            <Notice tone="live">The run goes on. Its timeline is there once it has ended.</Notice>
          ) : (
            <TimelineView past={runId} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function NotKept({ file }: { readonly file: string }) {
  return (
    <Notice side={<Link to={paths.scenario(file)}>See the scenario</Link>}>
      This run is not kept any more: the service was started anew, or many others came after it.
    </Notice>
  );
}

function NoRun({ file }: { readonly file: string }) {
  return (
    <EmptyPanel>
      <h1>Timeline</h1>
      <strong>The address names no run.</strong>
      Run the scenario first.
      <div>
        <Link to={paths.scenario(file)}>See the scenario</Link>
      </div>
    </EmptyPanel>
  );
}
