/** The message that offers to undo an action. */
import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { showUndoable } from '../../../src-renderer/components/feedback/show-undoable.tsx';
import { withdrawUndoables } from '../../../src-renderer/state/undo-store.ts';
import { proves } from '../../conformance/proves.ts';

it('is shown for ten seconds', proves('L77'), () => {
  showUndoable('Renamed.', { doing: 'Renaming it back', run: async () => undefined, undone: 'Renamed back.' });
  expect(notificationsStore.getState().notifications.at(-1)?.autoClose).toBe(10_000);
  withdrawUndoables();
});
