import { notifications, notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { MAX_MESSAGES, showLatestMessages } from '../../../src-renderer/app/shell/latest-messages.ts';

it('a new message is shown at once, and the oldest makes room for it', () => {
  showLatestMessages();
  notificationsStore.updateState((state) => ({ ...state, limit: MAX_MESSAGES }));
  const closed: string[] = [];
  for (let count = 1; count <= MAX_MESSAGES + 2; count += 1)
    notifications.show({ id: `m${count}`, message: `${count}`, onClose: ({ id }) => void closed.push(String(id)) });
  const { notifications: shown, queue } = notificationsStore.getState();
  expect(shown.map(({ id }) => id)).toEqual(['m3', 'm4', 'm5', 'm6']);
  expect(queue).toEqual([]);
  expect(closed).toEqual(['m1', 'm2']);
  notifications.clean();
});
