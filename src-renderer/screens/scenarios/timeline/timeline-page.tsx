/** The timeline of the live world, or of a run that has ended. Nothing here changes a world. */
import { Code, Group } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { isUnderWay, useScenarioRun } from '../../../api/runs/scenarios-api.ts';
import { type HistorySource, useTimeline } from '../../../api/timeline-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { EventList } from './event-list.tsx';
import { Scrubber } from './scrubber.tsx';
import classes from './timeline.module.css';
import { useTimelineSelection } from './use-timeline-selection.ts';
import { WorldAtEvent } from './world-at-event.tsx';

export function TimelinePage() {
  return (
    <Page>
      <title>Timeline · Ballast</title>
      <PageHeader>
        <h1>Timeline of the world</h1>
        <Dimmed>Shows what happened and the state of the world at every log entry. Viewing changes nothing.</Dimmed>
      </PageHeader>
      <TimelineView past={null} />
    </Page>
  );
}

export function RunTimelinePage({ file }: { readonly file: string }) {
  const [query] = useSearchParams();
  const runId = query.get('run');
  return (
    <Page>
      <title>Timeline of a run · Ballast</title>
      {runId !== null ? (
        <RunTimeline key={runId} file={file} runId={runId} />
      ) : (
        <EmptyPanel>
          <h1>The address does not name a run.</h1>
          Run the scenario first.
          <NextStep to={paths.scenario(file)}>See the scenario</NextStep>
        </EmptyPanel>
      )}
    </Page>
  );
}

function RunTimeline({ file, runId }: { readonly file: string; readonly runId: string }) {
  const query = useScenarioRun(runId);
  // A service that was restarted has no earlier runs: no reason for alarm.
  if (query.error?.status === 404) {
    return (
      <Notice side={<Link to={paths.scenario(file)}>See the scenario</Link>}>
        This run no longer exists: the service was restarted, or newer runs replaced it.
      </Notice>
    );
  }
  return (
    <QueryBoundary query={query} doing="Loading the run">
      {({ name, status }) => (
        <>
          <PageHeader>
            <h1>Timeline of {name}</h1>
            <StatusBadge status={status} />
            <Code c="dimmed">{runId}</Code>
            <Group ml="auto" gap="sm">
              <LinkButton to={paths.scenario(file, runId)}>Back to the run</LinkButton>
            </Group>
          </PageHeader>
          {isUnderWay(status) ? (
            <Notice tone="live">The run is not finished. The timeline is available once it has ended.</Notice>
          ) : (
            <TimelineView past={runId} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function TimelineView({ past }: { readonly past: HistorySource }) {
  const selection = useTimelineSelection();
  const byTime = useTimeline(past, selection.axis ?? 'time');
  // Over time, events of one instant would all be at one place.
  const isInstant = byTime.data !== undefined && byTime.data.from === byTime.data.to;
  const query = useTimeline(past, selection.axis ?? (isInstant ? 'events' : 'time'));
  return (
    <QueryBoundary query={query} doing="Loading the timeline">
      {(timeline) => {
        const shown = { timeline, event: selection.eventIn(timeline), selection };
        return (
          <>
            <Scrubber {...shown} />
            <div className={classes.columns}>
              <EventList past={past} {...shown} />
              <WorldAtEvent past={past} {...shown} />
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}
