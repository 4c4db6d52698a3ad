/** Runs a command of the user: one at a time, with a toast at the end and the service's own message if it fails. */
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUndo } from '../../state/undo-store.ts';
import { showDone } from './show-done.ts';
import { showFailure } from './show-failure.ts';
import { showUndoable, type Undoing } from './show-undoable.tsx';

export interface Action<Input, Answer> {
  /** The action, as the start of a sentence: "Removing the endpoint". */
  readonly doing: string;
  readonly run: (input: Input) => Promise<Answer>;
  /** The toast, or null for none. */
  readonly done?: (answer: Answer) => ReactNode;
  readonly after?: (answer: Answer) => void;
  /** How to undo it; null if that is impossible. Called after `done`, whose toast then offers it. */
  readonly undo?: (answer: Answer, input: Input) => Undoing | null;
  /** The message for a refusal that is not a failure; null if it is a failure. */
  readonly refused?: (error: unknown) => string | null;
}

export function useAction<Input, Answer>(
  action: Action<Input, Answer>,
): UseMutationResult<Answer, Error, Input, number> {
  return useMutation<Answer, Error, Input, number>({
    mutationFn: action.run,
    onMutate: () => useUndo.getState().changes,
    onSuccess: (answer, input, changesBefore) => {
      const message = action.done?.(answer);
      const undoing = action.undo?.(answer, input) ?? null;
      if (message !== undefined && undoing !== null) showUndoable(message, undoing, changesBefore);
      else if (message !== undefined) showDone(message);
      action.after?.(answer);
    },
    onError: (error) => {
      const answer = action.refused?.(error) ?? null;
      if (answer === null) showFailure(action.doing, error);
      else notifications.show({ message: answer, color: 'gray', autoClose: 6_000 });
    },
  });
}
