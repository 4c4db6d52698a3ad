/** Actions on the whole journal: verify, download, replay, clear. */
import { Button, Group, Tooltip } from '@mantine/core';
import { IconDownload, IconEraser, IconListCheck, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { archivePath, clearJournal, type JournalFilters } from '../../../api/journal-api.ts';
import { withPageToken } from '../../../api/page-token.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { paths } from '../../../paths.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

export function JournalActions({ filters }: { readonly filters: JournalFilters }) {
  const [open, setOpen] = useState<'verify' | 'replay' | 'clear' | null>(null);
  const close = () => setOpen(null);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Group ml="auto" gap="sm">
      <Button variant="default" leftSection={<IconEraser size={14} aria-hidden />} onClick={() => setOpen('clear')}>
        Clear…
      </Button>
      <Tooltip
        label={`HTTP archive (HAR 1.2) of ${isFiltered ? 'the requests that match' : 'the requests'}: at most 1 000, the latest`}
        maw={280}
      >
        <Button
          component="a"
          href={withPageToken(archivePath(filters))}
          download="ballast.har"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Download HAR
        </Button>
      </Tooltip>
      <Button variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpen('replay')}>
        Replay a HAR…
      </Button>
      <Button leftSection={<IconListCheck size={14} aria-hidden />} onClick={() => setOpen('verify')}>
        Verify…
      </Button>
      {open === 'clear' && <ClearJournal onClose={close} />}
      {open === 'replay' && <ReplayDialog onClose={close} />}
      {open === 'verify' && <VerifyDialog filters={filters} onClose={close} />}
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
