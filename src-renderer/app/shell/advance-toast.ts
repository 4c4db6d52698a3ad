/**
 * Shows a toast when an advance has ended early, whether this page started it or not, and offers to undo a long one
 * that was started here. An advance that ended before the page was opened gets none.
 */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { useClock } from '../../api/clock-api.ts';
import { restoreSnapshot } from '../../api/world-api.ts';
import { showUndoable } from '../../components/feedback/show-undoable.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';

const SHOWN_MS = 10_000;
const DAY_MS = 86_400_000;

export function useAdvanceToast(): void {
  const last = useClock().data?.last_advance;
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (last === undefined) return;
    const key = JSON.stringify(last);
    const isNews = reported.current !== null && reported.current !== key;
    reported.current = key;
    if (isNews && last !== null) void announce(last);
  }, [last]);
}

async function announce(last: LastAdvance): Promise<void> {
  const { snapshot, from, now } = last;
  // A shorter one can be undone in the menu of the clock; a toast after every step would be a nuisance.
  const isLong = Date.parse(now) - Date.parse(from) > DAY_MS;
  if (isLong && snapshot !== null && snapshot === (await useAwaitedAdvance.getState().snapshot)) {
    showUndoable(formatJumpEnding(last), {
      offer: 'Undo the advance',
      doing: 'Going back',
      run: () => restoreSnapshot(snapshot),
      undone: `The world is restored; its clock is at ${formatInstant(from)} UTC.`,
    });
    return;
  }
  const ending = advanceEnding(last);
  if (ending !== null) notifications.show({ ...ending, color: 'yellow', autoClose: SHOWN_MS });
}

export type LastAdvance = NonNullable<ClockWire['last_advance']>;

/** Title and text of the toast; null if the advance reached its goal. */
export function advanceEnding(last: LastAdvance): { readonly title: string; readonly message: string } | null {
  const at = `The virtual clock is at ${formatInstant(last.now)} UTC`;
  switch (last.ended) {
    case 'reached':
      return null;
    case 'stopped':
      return { title: 'Advance stopped', message: `${at}. Everything that was due by then has happened.` };
    case 'event_limit':
      return {
        title: 'The advance reached its timer limit',
        message: `${at}. A single advance runs a limited number of timers. Advance again to continue.`,
      };
    case 'time_limit':
      return {
        title: 'The advance reached its time limit',
        message: `${at}. The condition had not been met by then. Advance again to wait longer.`,
      };
  }
}

/**
 * The result of a long advance, in one or two sentences: also shown if it reached its goal, because it can be undone.
 */
function formatJumpEnding(last: LastAdvance): string {
  const ending = advanceEnding(last);
  if (ending !== null) return `${ending.title}. ${ending.message}`;
  return `The virtual clock went from ${formatInstant(last.from)} to ${formatInstant(last.now)} UTC.`;
}
