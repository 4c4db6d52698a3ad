/** Runs a command of the user: one at a time, with a toast at the end and the service's own message if it fails. */
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUndo } from '../../state/undo-store.ts';
import { showDone } from './show-done.ts';
import { showFailure } from './show-failure.ts';
import { showUndoable, type Undoing } from './show-undoable.tsx';

export interface Action<Input, Result> {
  /** The action, as the start of a sentence: "Removing the endpoint". */
  readonly doing: string;
  readonly run: (input: Input) => Promise<Result>;
  /** The toast, or null for none. */
  readonly done?: (result: Result) => ReactNode;
  readonly after?: (result: Result) => void;
  /** How to undo it; null if that is impossible. Called after `done`, whose toast then offers it. */
  readonly undo?: (result: Result, input: Input) => Undoing | null;
  /** The message for a refusal that is not a failure; null if it is a failure. */
  readonly refused?: (error: unknown) => string | null;
}

export function useAction<Input, Result>(
  action: Action<Input, Result>,
): UseMutationResult<Result, Error, Input, number> {
  return useMutation<Result, Error, Input, number>({
    mutationFn: action.run,
    onMutate: () => useUndo.getState().changes,
    onSuccess: (result, input, changesBefore) => {
      const message = action.done?.(result);
      const undoing = action.undo?.(result, input) ?? null;
      if (message !== undefined && undoing !== null) showUndoable(message, undoing, changesBefore);
      else if (message !== undefined) showDone(message);
      action.after?.(result);
    },
    onError: (error) => {
      const message = action.refused?.(error) ?? null;
      if (message === null) showFailure(action.doing, error);
      else notifications.show({ message, color: 'gray', autoClose: 6_000 });
    },
  });
}
