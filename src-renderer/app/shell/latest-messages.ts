/** Chooses which messages are shown if they do not all fit. */
import { notifications, notificationsStore } from '@mantine/notifications';

export const MAX_MESSAGES = 4;

/**
 * At this number the oldest message makes room for a new one, so that an action gets its message at once, with its
 * Undo; Mantine would delay the new one until an old one closes. Whatever the hidden one offered to undo can still be
 * undone.
 */
export function showLatestMessages(): void {
  notificationsStore.subscribe(({ notifications: shown, queue }) => {
    const oldest = shown[0]?.id;
    if (queue.length > 0 && oldest !== undefined) notifications.hide(oldest);
  });
}
