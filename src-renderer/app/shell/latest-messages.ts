/** Which messages are shown where there are more than fit. */
import { notifications, notificationsStore } from '@mantine/notifications';

export const MAX_MESSAGES = 4;

/**
 * From here on the oldest message makes room for a new one, so that an action is answered at once, with its Undo; Mantine
 * would have the new one wait until an old one closes. What the hidden one offered to undo can still be undone.
 */
export function showLatestMessages(): void {
  notificationsStore.subscribe(({ notifications: shown, queue }) => {
    const oldest = shown[0]?.id;
    if (queue.length > 0 && oldest !== undefined) notifications.hide(oldest);
  });
}
