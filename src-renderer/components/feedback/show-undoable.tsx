/** A toast that offers to take back what was done, for as long as it is shown. Takes back nothing by itself. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invalidateWorld } from '../../api/query-client.ts';
import { useUndo } from '../../state/undo-store.ts';
import { keysOf } from '../commands/key-caps.tsx';
import { showFailure } from './show-failure.ts';

/** How something is taken back; it tells what cannot be put back, where that is so. */
export interface Undoing {
  /** What the button says; "Undo" where it is left out. */
  readonly offer?: string;
  /** As the start of a sentence: "Setting the fault again". */
  readonly doing: string;
  readonly run: () => Promise<unknown>;
  /** What is so afterwards, as a sentence. */
  readonly undone: string;
}

const OFFERED_MS = 10_000;
const SHOWN_MS = 6_000;

let shown = 0;

export function showUndoable(queryClient: QueryClient, message: ReactNode, undoing: Undoing): void {
  shown += 1;
  const id = `undo-${shown}`;
  const { add, forget } = useUndo.getState();
  const undo = () => {
    // Before it runs, so that no second press takes it back twice.
    forget(id);
    notifications.hide(id);
    void takeBack(queryClient, undoing);
  };
  add({ id, undo });
  const { offer = 'Undo' } = undoing;
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
    onClose: () => forget(id),
  });
}

async function takeBack(queryClient: QueryClient, { doing, run, undone }: Undoing): Promise<void> {
  try {
    await run();
    notifications.show({ message: undone, color: 'green', autoClose: SHOWN_MS });
  } catch (error) {
    showFailure(doing, error);
  } finally {
    // A part of it may have been taken back even where the rest was refused.
    void invalidateWorld(queryClient);
  }
}
