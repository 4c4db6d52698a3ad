/** Reports a completed action. It replaces the previous message: the user looks for the result of the latest action. */
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

const SHOWN_MS = 6_000;
let latest: string | null = null;

export function showDone(message: ReactNode): void {
  if (latest !== null) notifications.hide(latest);
  latest = notifications.show({ message, color: 'green', autoClose: SHOWN_MS });
}
