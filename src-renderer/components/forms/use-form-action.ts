/** Sends a form: what the service refuses shows at the fields, not in a toast; what it takes ends in one. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateWorld } from '../../api/invalidate-world.ts';
import type { FormBody } from '../../api/market-calls.ts';
import { showUndoable, type Undoing } from '../feedback/show-undoable.tsx';
import { type FieldErrors, fieldErrors } from './field-errors.ts';

interface FormAction<Answer> {
  readonly run: (body: FormBody) => Promise<Answer>;
  /** The toast, as a sentence. */
  readonly done: (answer: Answer) => string;
  /** Called once it is taken: closes the form. */
  readonly after: (answer: Answer) => void;
  /** JSON pointers of the fields that show their errors. */
  readonly fields: readonly string[];
  /** How it is taken back, null where it cannot be. */
  readonly undo?: (answer: Answer) => Undoing | null;
}

interface SentForm {
  readonly send: (body: FormBody) => void;
  readonly isPending: boolean;
  readonly errors: FieldErrors;
}

export function useFormAction<Answer>({ run, done, after, fields, undo }: FormAction<Answer>): SentForm {
  const queryClient = useQueryClient();
  const mutation = useMutation<Answer, Error, FormBody>({
    mutationFn: run,
    onSuccess: (answer) => {
      void invalidateWorld(queryClient);
      const undoing = undo?.(answer) ?? null;
      if (undoing !== null) showUndoable(queryClient, done(answer), undoing);
      else notifications.show({ message: done(answer), color: 'green', autoClose: 6_000 });
      after(answer);
    },
  });
  return { send: mutation.mutate, isPending: mutation.isPending, errors: fieldErrors(mutation.error, fields) };
}
