/** The actions for several requests: copy them as commands, save them as JSON, and send them again. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconDownload, IconSend, IconTerminal2 } from '@tabler/icons-react';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { ArchiveReplay } from '../../../../src-server/contract/control/world/archive.ts';
import type { JournalDetail, JournalEntry } from '../../../../src-server/contract/control/world/journal.ts';
import { readJournalEntry, replayArchive } from '../../../api/journal-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { showFailure } from '../../../components/feedback/show-failure.ts';
import { plural } from '../../../components/format/format-number.ts';
import { saveFile } from '../../../components/layout/save-file.ts';
import { inOwnWorld } from '../../../state/own-world.ts';

const CONFIRMATION_MS = 1_200;

export function RequestSelection({ selected }: { readonly selected: readonly JournalEntry[] }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  // In the order in which they arrived.
  const readAll = () =>
    Promise.all(
      selected.toSorted((left, right) => left.seq - right.seq).map(({ request_id: id }) => readJournalEntry(id)),
    );
  const copyCommands = async () => clipboard.copy((await readAll()).map(({ curl }) => curl).join('\n'));
  const save = async () => saveFile('requests.json', JSON.stringify(await readAll(), null, 2), 'application/json');
  const CopyIcon = clipboard.copied ? IconCheck : IconTerminal2;
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconSend size={14} aria-hidden />}
        title="In their original order, with the default key"
        action={{
          doing: 'Sending the requests again',
          run: async () => replayArchive(archiveOf(await readAll())),
          done: describeReplay,
        }}
      >
        Send again
      </ActionButton>
      <Button
        variant="default"
        leftSection={<CopyIcon size={14} aria-hidden />}
        onClick={() => void copyCommands().catch((error: unknown) => showFailure('Copying the requests', error))}
      >
        Copy as curl
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => void save().catch((error: unknown) => showFailure('Saving the requests', error))}
      >
        Download JSON
      </Button>
    </>
  );
}

function archiveOf(entries: readonly JournalDetail[]): ControlBody<'POST /journal/replay'> {
  return {
    log: {
      entries: entries.map((entry) => ({
        request: {
          method: entry.method,
          url: `${window.location.origin}${inOwnWorld(entry.path)}`,
          headers: Object.entries(entry.request_headers).map(([name, value]) => ({ name, value })),
          ...(entry.request_body === null ? {} : { postData: { text: entry.request_body } }),
        },
        response: { status: entry.status ?? 0, content: { text: entry.response_body ?? '' } },
      })),
    },
  };
}

function describeReplay({ replayed, results }: ArchiveReplay): string {
  const different = results.filter((result) => !result.same_status).length;
  const sent = `${plural(replayed, 'request is', 'requests are')} sent again`;
  if (different === 0) return `${sent}; each got the same status as before.`;
  return `${sent}; ${plural(different, 'response has', 'responses have')} another status.`;
}
