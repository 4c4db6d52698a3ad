/** Says in a toast that an advance ended early, whoever started it. What ended before the page was opened is old news. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useClock } from '../client/queries.ts';
import { advanceEnding } from './advance-ending.ts';

const SHOWN_MS = 10_000;

export function useAdvanceToast(): void {
  const last = useClock().data?.last_advance;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (last === undefined) return;
    const key = JSON.stringify(last);
    const isNews = told.current !== null && told.current !== key;
    told.current = key;
    const ending = isNews && last !== null ? advanceEnding(last) : null;
    if (ending !== null) notifications.show({ ...ending, color: 'yellow', autoClose: SHOWN_MS });
  }, [last]);
}
