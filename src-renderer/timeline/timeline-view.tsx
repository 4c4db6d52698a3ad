/** A past from end to end: the line to go along, the events beside the world as it was after the one that is looked at. */
import './timeline.css';
import { type PastOf, useTimeline } from '../client/history-queries.ts';
import { ReadGate } from '../shared/read-gate.tsx';
import { EventList } from './event-list.tsx';
import { Scrubber } from './scrubber.tsx';
import { useTimelinePlace } from './use-timeline-place.ts';
import { WorldThenView } from './world-then-view.tsx';

export function TimelineView({ past }: { readonly past: PastOf }) {
  const place = useTimelinePlace();
  const byTime = useTimeline(past, place.axis ?? 'time');
  // What happened at one instant all lies at one place of a line of time.
  const isInstant = byTime.data !== undefined && byTime.data.from === byTime.data.to;
  const read = useTimeline(past, place.axis ?? (isInstant ? 'events' : 'time'));
  return (
    <ReadGate read={read} doing="Reading the timeline">
      {(timeline) => {
        const event = place.eventIn(timeline);
        return (
          <>
            <Scrubber timeline={timeline} event={event} place={place} />
            <div className="past-columns">
              <EventList past={past} timeline={timeline} event={event} onGo={place.goTo} />
              <WorldThenView past={past} event={event} place={place} />
            </div>
          </>
        );
      }}
    </ReadGate>
  );
}
