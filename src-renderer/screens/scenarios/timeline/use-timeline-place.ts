/** The event, the axis and the portfolio of a timeline, all kept in the address. */

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Timeline } from '../../../../src-server/contract/control/world/history.ts';
import type { TimelineAxis } from '../../../api/timeline-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';

const SETTLED_MS = 120;

export interface TimelinePlace {
  /** `null`: the timeline chooses. */
  readonly axis: TimelineAxis | null;
  /** `null`: the portfolio that the event is about. */
  readonly portfolio: string | null;
  /** The event that the address names; the last one without a name. */
  readonly eventIn: (timeline: Pick<Timeline, 'events' | 'steps'>) => number;
  readonly goTo: (event: number) => void;
  readonly drawOver: (axis: TimelineAxis) => void;
  readonly showPortfolio: (portfolioId: string) => void;
}

export function useTimelinePlace(): TimelinePlace {
  const [query, setQuery] = useSearchParams();
  const [event, setEvent] = useEventInAddress();
  const [axis, step] = [query.get('over'), query.get('step')];
  const set = (name: string, value: string) => setQuery(() => addressWith(name, value), { replace: true });
  return {
    axis: axis === 'events' || axis === 'time' ? axis : null,
    portfolio: query.get('portfolio'),
    eventIn: ({ events, steps }) => {
      const wanted = event === null ? endOfStep(step, steps) : Number(event);
      return wanted === null || !Number.isSafeInteger(wanted) ? events : Math.min(Math.max(1, wanted), events);
    },
    goTo: (wanted) => setEvent(String(wanted)),
    drawOver: (over) => set('over', over),
    showPortfolio: (portfolioId) => set('portfolio', portfolioId),
  };
}

/** The last event of a step; `null` for the last step, which ends with the log. */
function endOfStep(step: string | null, steps: Timeline['steps']): number | null {
  if (step === null) return null;
  return steps.find(({ index }) => index === Number(step) + 1)?.events_before ?? null;
}

function addressWith(name: string, value: string): URLSearchParams {
  const params = currentSearchParams();
  params.set(name, value);
  if (name === 'event') params.delete('step');
  return params;
}

/**
 * The event holds at once; the address follows when keys no longer repeat. An address that changes otherwise, by a link
 * or the back button, has the last word.
 */
function useEventInAddress(): [string | null, (event: string) => void] {
  const [query, setQuery] = useSearchParams();
  const inAddress = query.get('event');
  const [event, setEvent] = useState(inAddress);
  const [settled] = useDebouncedValue(event, SETTLED_MS);
  const written = useRef(inAddress);
  const write = useEffectEvent((next: string | null) => {
    if (next === null || next === written.current) return;
    written.current = next;
    setQuery(() => addressWith('event', next), { replace: true });
  });
  useEffect(() => write(settled), [settled]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setEvent(inAddress);
  }, [inAddress]);
  return [event, setEvent];
}
