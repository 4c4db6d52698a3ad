/** Says that something was done. The one before makes room: what was done last is what somebody looks for. */
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

const SHOWN_MS = 6_000;
let latest: string | null = null;

export function showDone(message: ReactNode): void {
  if (latest !== null) notifications.hide(latest);
  latest = notifications.show({ message, color: 'green', autoClose: SHOWN_MS });
}
