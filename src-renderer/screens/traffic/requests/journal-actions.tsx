/** Actions on the whole journal: verify, download, replay, clear. */
import { Button, Group } from '@mantine/core';
import { IconEraser, IconListCheck, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { archivePath, clearJournal, type JournalFilters } from '../../../api/journal-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { DownloadButton } from '../../../components/layout/download-button.tsx';
import { paths } from '../../../paths.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

/** Verifying is what one comes here for. */
const DIALOGS = {
  clear: { label: 'Clear…', Icon: IconEraser, Dialog: ClearJournal, variant: 'default' },
  replay: { label: 'Replay a HAR…', Icon: IconUpload, Dialog: ReplayDialog, variant: 'default' },
  verify: { label: 'Verify…', Icon: IconListCheck, Dialog: VerifyDialog, variant: 'filled' },
};

export function JournalActions({ filters }: { readonly filters: JournalFilters }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = open === null ? null : DIALOGS[open].Dialog;
  const button = (name: keyof typeof DIALOGS) => {
    const { label, Icon, variant } = DIALOGS[name];
    return (
      <Button variant={variant} leftSection={<Icon size={14} aria-hidden />} onClick={() => setOpen(name)}>
        {label}
      </Button>
    );
  };
  const which = Object.keys(filters).length > 0 ? 'the requests that match' : 'the requests';
  return (
    <Group ml="auto" gap="sm">
      {button('clear')}
      <DownloadButton
        path={archivePath(filters)}
        name="ballast.har"
        tip={`HTTP archive (HAR 1.2) of ${which}: at most 1 000, the latest`}
      >
        Download HAR
      </DownloadButton>
      {button('replay')}
      {button('verify')}
      {Dialog !== null && <Dialog filters={filters} onClose={() => setOpen(null)} />}
    </Group>
  );
}

/** Empties the journal after the user has read what goes and what stays. */
function ClearJournal({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const clear = useAction({
    doing: 'Emptying the journal',
    run: clearJournal,
    done: ({ cleared }) => `${plural(cleared, 'request')} forgotten.`,
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
