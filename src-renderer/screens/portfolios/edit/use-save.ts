/** Sends the form of a portfolio: what the service refuses shows at its fields, what it takes ends in a toast. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateWorld } from '../../../api/query-client.ts';
import { showUndoable, type Undoing } from '../../../components/feedback/show-undoable.tsx';
import type { ContentsDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { type EditorErrors, editorErrors } from './editor-errors.ts';

interface Save {
  readonly run: () => Promise<string>;
  /** The toast, as a sentence. */
  readonly done: string;
  /** Called with the id of the portfolio. */
  readonly after: (portfolioId: string) => void;
  readonly fields: readonly string[];
  readonly contents: ContentsDraft;
  /** How it is taken back, null where it cannot be. */
  readonly undo?: () => Undoing | null;
}

interface Saving {
  readonly send: () => void;
  readonly isPending: boolean;
  readonly errors: EditorErrors;
  /** Rows have moved, so what was refused would stand at the wrong ones. */
  readonly forgetErrors: () => void;
}

export function useSave({ run, done, after, fields, contents, undo }: Save): Saving {
  const queryClient = useQueryClient();
  const mutation = useMutation<string, Error>({
    mutationFn: run,
    // A part of it may have been taken even where the rest was refused.
    onSettled: () => void invalidateWorld(queryClient),
    onSuccess: (portfolioId) => {
      const undoing = undo?.() ?? null;
      if (undoing !== null) showUndoable(queryClient, done, undoing);
      else notifications.show({ message: done, color: 'green', autoClose: 6_000 });
      after(portfolioId);
    },
  });
  const rows = { '/holdings': contents.holdings.length, '/targets': contents.targets.length };
  return {
    send: () => mutation.mutate(),
    isPending: mutation.isPending,
    errors: editorErrors(mutation.error, [...fields, '/cash'], rows),
    forgetErrors: () => mutation.reset(),
  };
}
