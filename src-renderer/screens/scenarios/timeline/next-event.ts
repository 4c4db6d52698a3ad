/** Where a key leads on a timeline, and the failures on both sides of an event. */
import type { Timeline } from '../../../../src-server/contract/control/world/history.ts';

const LEAP = 10;

/** The event a key goes to; `null` where the key is none of ours. With Ctrl, arrows go from failure to failure. */
export function eventByKey(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  event: number,
  timeline: Pick<Timeline, 'events' | 'failures' | 'steps'>,
): number | null {
  const isBack = key === 'ArrowLeft' || key === 'ArrowUp';
  if (isBack || key === 'ArrowRight' || key === 'ArrowDown') {
    if (ctrlKey) return (isBack ? failureBefore : failureAfter)(event, timeline);
    return within(event + (isBack ? -1 : 1), timeline);
  }
  if (key === 'PageUp') return within(event - LEAP, timeline);
  if (key === 'PageDown') return within(event + LEAP, timeline);
  if (key === 'Home') return within(1, timeline);
  return key === 'End' ? timeline.events : null;
}

export function failureAfter(event: number, timeline: Pick<Timeline, 'events' | 'failures' | 'steps'>): number | null {
  return failuresOf(timeline).find((each) => each > event) ?? null;
}

export function failureBefore(event: number, timeline: Pick<Timeline, 'events' | 'failures' | 'steps'>): number | null {
  return failuresOf(timeline).findLast((each) => each < event) ?? null;
}

/** Events that tell of one, and the last event of a run whose last step failed. */
function failuresOf({ events, failures, steps }: Pick<Timeline, 'events' | 'failures' | 'steps'>): readonly number[] {
  return steps.at(-1)?.failed && failures.at(-1) !== events ? [...failures, events] : failures;
}

function within(event: number, { events }: Pick<Timeline, 'events'>): number {
  return Math.min(Math.max(1, event), events);
}
