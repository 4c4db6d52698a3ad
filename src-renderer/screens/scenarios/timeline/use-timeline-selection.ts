/** The event, the axis and the portfolio of a timeline, all stored in the address. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TimelineWire } from '../../../../src-server/contract/control/world/history.ts';
import type { TimelineAxis } from '../../../api/timeline-api.ts';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';

const SETTLED_MS = 120;
const AXES: readonly TimelineAxis[] = ['events', 'time'];

export type TimelineSelection = ReturnType<typeof useTimelineSelection>;

export function useTimelineSelection() {
  const [query] = useSearchParams();
  const change = useChangeSearch();
  const [event, setEvent] = useEventInAddress();
  const step = query.get('step');
  return {
    /** `null`: the timeline chooses. */
    axis: AXES.find((each) => each === query.get('over')) ?? null,
    /** `null`: the portfolio of the event. */
    portfolio: query.get('portfolio'),
    /** The event in the address; by default, the last one. */
    eventIn: ({ events, steps }: Pick<TimelineWire, 'events' | 'steps'>) => {
      // A step ends before the next one begins, the last with the log.
      const next = step === null ? undefined : steps.find(({ index }) => index === Number(step) + 1);
      const wanted = event === null ? next?.events_before : Number(event);
      return Number.isSafeInteger(wanted) ? Math.min(Math.max(1, Number(wanted)), events) : events;
    },
    goTo: (wanted: number) => setEvent(String(wanted)),
    drawOver: (over: TimelineAxis) => change({ over }),
    showPortfolio: (portfolio: string) => change({ portfolio }),
  };
}

/**
 * The event applies at once; the address follows when keys no longer repeat. An address that changes otherwise, by a
 * link or the back button, wins.
 */
function useEventInAddress(): [string | null, (event: string) => void] {
  const [query] = useSearchParams();
  const change = useChangeSearch();
  const inAddress = query.get('event');
  const [event, setEvent] = useState(inAddress);
  const [settled] = useDebouncedValue(event, SETTLED_MS);
  const written = useRef(inAddress);
  const write = useEffectEvent((next: string | null) => {
    if (next === null || next === written.current) return;
    written.current = next;
    change({ event: next, step: '' });
  });
  useEffect(() => write(settled), [settled]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setEvent(inAddress);
  }, [inAddress]);
  return [event, setEvent];
}
