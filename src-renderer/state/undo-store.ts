/** What can be undone now, latest last: exactly what a toast still offers. A reload forgets it. */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';

export interface Undoable {
  /** Also that of its toast. */
  readonly id: string;
  readonly undo: () => void;
}

interface UndoState {
  readonly undoables: readonly Undoable[];
  add(undoable: Undoable): void;
  forget(id: string): void;
}

export const useUndo = create<UndoState>()((set) => ({
  undoables: [],
  add: (undoable) => set(({ undoables }) => ({ undoables: [...undoables, undoable] })),
  forget: (id) => set(({ undoables }) => ({ undoables: undoables.filter((each) => each.id !== id) })),
}));

/** What the messages offered to undo can no longer be undone, as if each was closed. */
export function dismissMessages(): void {
  withdrawUndoables();
  notifications.clean();
}

/** After a reset or a restored snapshot: what was done is not in this world any more. */
export function withdrawUndoables(): void {
  const { undoables, forget } = useUndo.getState();
  for (const { id } of undoables) {
    forget(id);
    notifications.hide(id);
  }
}
