/** Which event a timeline stands at, over what it is drawn, and whose holdings show: all of it kept in the address. */

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Timeline } from '../../../../src-server/contract/control/world/history.ts';
import type { TimelineAxis } from '../../../api/timeline-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';

export interface TimelinePlace {
  /** `null`: as suits the past. */
  readonly axis: TimelineAxis | null;
  /** `null`: that of what the event is about. */
  readonly portfolio: string | null;
  /** The event of the address within a log: the last one where it names none. */
  readonly eventIn: (timeline: Pick<Timeline, 'events' | 'steps'>) => number;
  readonly goTo: (event: number) => void;
  readonly drawOver: (axis: TimelineAxis) => void;
  readonly showPortfolio: (portfolioId: string) => void;
}

export function useTimelinePlace(): TimelinePlace {
  const [query, setQuery] = useSearchParams();
  const [event, setEvent] = useDebouncedSearchParam('event', 'step');
  const set = (name: string, value: string) =>
    setQuery(
      () => {
        const next = currentSearchParams();
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    axis: axisIn(query.get('over')),
    portfolio: query.get('portfolio'),
    eventIn: (timeline) => eventIn(event, query.get('step'), timeline),
    goTo: (wanted) => setEvent(String(wanted)),
    drawOver: (axis) => set('over', axis),
    showPortfolio: (portfolioId) => set('portfolio', portfolioId),
  };
}

function axisIn(over: string | null): TimelineAxis | null {
  return over === 'events' || over === 'time' ? over : null;
}

function eventIn(
  event: string | null,
  step: string | null,
  { events, steps }: Pick<Timeline, 'events' | 'steps'>,
): number {
  const wanted = event === null ? endOfStep(step, steps) : Number(event);
  if (wanted === null || !Number.isSafeInteger(wanted)) return events;
  return Math.min(Math.max(1, wanted), events);
}

/** The log as a step left it. The last step of a run leaves it as it ends. */
function endOfStep(text: string | null, steps: Timeline['steps']): number | null {
  if (text === null) return null;
  return steps.find(({ index }) => index === Number(text) + 1)?.events_before ?? null;
}

const STANDS_STILL_MS = 120;

/** `inPlaceOf` is another part, which this one takes the place of. */
function useDebouncedSearchParam(name: string, inPlaceOf: string): [string | null, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const inAddress = query.get(name);
  const [value, setValue] = useState(inAddress);
  const [settled] = useDebouncedValue(value, STANDS_STILL_MS);
  const written = useRef(inAddress);
  const write = useEffectEvent((next: string | null) => {
    if (next === null || next === written.current) return;
    written.current = next;
    setQuery(
      () => {
        const params = currentSearchParams();
        params.set(name, next);
        params.delete(inPlaceOf);
        return params;
      },
      { replace: true },
    );
  });
  useEffect(() => write(settled), [settled]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setValue(inAddress);
  }, [inAddress]);
  return [value, setValue];
}
