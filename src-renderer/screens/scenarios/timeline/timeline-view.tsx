/** A past from end to end: the line to go along, the events beside the world as it was after the one that is looked at. */
import { type HistorySource, useTimeline } from '../../../api/timeline-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { EventList } from './event-list.tsx';
import { Scrubber } from './scrubber.tsx';
import classes from './timeline.module.css';
import { useTimelinePlace } from './use-timeline-place.ts';
import { WorldAtEvent } from './world-at-event.tsx';

export function TimelineView({ past }: { readonly past: HistorySource }) {
  const place = useTimelinePlace();
  const byTime = useTimeline(past, place.axis ?? 'time');
  // What happened at one instant all lies at one place of a line of time.
  const isInstant = byTime.data !== undefined && byTime.data.from === byTime.data.to;
  const read = useTimeline(past, place.axis ?? (isInstant ? 'events' : 'time'));
  return (
    <QueryBoundary read={read} doing="Reading the timeline">
      {(timeline) => {
        const event = place.eventIn(timeline);
        return (
          <>
            <Scrubber timeline={timeline} event={event} place={place} />
            <div className={classes.pastColumns}>
              <EventList past={past} timeline={timeline} event={event} onGo={place.goTo} />
              <WorldAtEvent past={past} event={event} place={place} />
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}
