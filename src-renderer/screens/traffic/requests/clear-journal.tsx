/** Empties the journal, once the user has read what goes and what stays. */

import { useNavigate } from 'react-router';
import { clearJournal } from '../../../api/journal-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { paths } from '../../../paths.ts';
import { describeCount } from './format-request.ts';

export function ClearJournal({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const clear = useAction({
    doing: 'Emptying the journal',
    run: clearJournal,
    done: ({ cleared }) => `${describeCount(cleared)} ${cleared === 1 ? 'request' : 'requests'} forgotten.`,
    after: () => {
      onClose();
      void navigate(paths.requests());
    },
  });
  return (
    <ConfirmDialog
      title="Empty the journal?"
      confirm="Yes, empty it"
      keep="Keep it"
      isPending={clear.isPending}
      onConfirm={() => clear.mutate(undefined)}
      onClose={onClose}
    >
      Every request is forgotten with its answer, whatever the filters say, and traces lose the requests that they began
      with. The world, its event log and its deliveries stay as they are.
    </ConfirmDialog>
  );
}
