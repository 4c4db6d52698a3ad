/** A toast that offers to undo an action; afterwards Ctrl/⌘ Z and the palette offer it. Undoes nothing by itself. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { addUndoable, hideUndoable, takeBack, useUndo } from '../../state/undo-store.ts';
import { keysOf } from '../commands/key-caps.tsx';
import { showFailure } from './show-failure.ts';

/** How an action is undone; it reports what cannot be restored, if anything. */
export interface Undoing {
  /** The button's label; omitted: "Undo". */
  readonly offer?: string;
  /** As the start of a sentence: "Setting the fault again". */
  readonly doing: string;
  readonly run: () => Promise<unknown>;
  /** The result of the undo, as a sentence. */
  readonly undone: string;
}

const OFFERED_MS = 10_000;
const UNDONE_SHOWN_MS = 6_000;

let shown = 0;

/** `changesBefore`: the number of changes of the world when the action began; omitted if it changed nothing. */
export function showUndoable(message: ReactNode, undoing: Undoing, changesBefore = useUndo.getState().changes): void {
  shown += 1;
  const id = `undo-${shown}`;
  const { offer = 'Undo', doing } = undoing;
  const undo = () => {
    notifications.hide(id);
    void takeBack(id, () => runUndoing(undoing));
  };
  addUndoable({ id, offer, done: typeof message === 'string' ? message : doing, undo }, changesBefore);
  const button = { size: 'compact-xs', variant: 'default', title: `${offer}${keysOf('undo').hint}`, onClick: undo };
  notifications.show({
    id,
    message: (
      <Group component="span" justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button flex="none" {...button}>
          {offer}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: OFFERED_MS,
    onClose: () => hideUndoable(id),
  });
}

async function runUndoing({ doing, run, undone }: Undoing): Promise<void> {
  try {
    await run();
    notifications.show({ message: undone, color: 'green', autoClose: UNDONE_SHOWN_MS });
  } catch (error) {
    showFailure(doing, error);
  }
}
