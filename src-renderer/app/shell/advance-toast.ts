/**
 * Says in a toast that an advance ended early, whoever started it, and offers to go back on a long one that was started here.
 * What ended before the page was opened is old news.
 */
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClock } from '../../api/clock-api.ts';
import { restoreSnapshot } from '../../api/world-api.ts';
import { showUndoable } from '../../components/feedback/show-undoable.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import { advanceEnding, formatJumpEnding, type LastAdvance } from './advance-ending.ts';

const SHOWN_MS = 10_000;

export function useAdvanceToast(): void {
  const queryClient = useQueryClient();
  const last = useClock().data?.last_advance;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (last === undefined) return;
    const key = JSON.stringify(last);
    const isNews = told.current !== null && told.current !== key;
    told.current = key;
    if (isNews && last !== null) void tell(queryClient, last);
  }, [last, queryClient]);
}

async function tell(queryClient: QueryClient, last: LastAdvance): Promise<void> {
  const { snapshot, from } = last;
  if (snapshot !== null && snapshot === (await useAwaitedAdvance.getState().snapshot)) {
    showUndoable(queryClient, formatJumpEnding(last), {
      offer: 'Back to before',
      doing: 'Going back',
      run: () => restoreSnapshot(snapshot),
      undone: `The world is as it was before; its clock stands at ${formatInstant(from)} UTC.`,
    });
    return;
  }
  const ending = advanceEnding(last);
  if (ending !== null) notifications.show({ ...ending, color: 'yellow', autoClose: SHOWN_MS });
}
