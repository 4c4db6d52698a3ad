/** "Replay a HAR…": a file is chosen, what sending it will do is said, and the answers stand beside the recorded ones. */
import { Text } from '@mantine/core';
import { replayArchive } from '../../../api/journal-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { type ReadArchive, readArchive } from './read-archive.ts';
import { ReplayResults } from './replay-results.tsx';

interface ReplayDraft {
  /** What is wrong with the file, where it cannot be read. */
  readonly archive: ReadArchive | string | null;
}

const NO_ARCHIVE: ReplayDraft = { archive: null };

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: NO_ARCHIVE,
    send: async ({ archive }) => {
      const { content } = readable(archive) ?? {};
      if (content === undefined) throw new Error('No archive has been chosen.');
      return replayArchive(content);
    },
    forgetsOnChange: true,
  });
  const choose = async (file: File) => form.set({ archive: readArchive(await file.text()) });
  const { archive } = form.values;
  return (
    <FormDialog
      form={form}
      title="Replay an HTTP archive"
      size={880}
      submitLabel="Send again"
      outcome={formatOutcome(readable(archive))}
      canSend={(readable(archive)?.ofService ?? 0) > 0}
      problems={typeof archive === 'string' ? [archive] : []}
      onClose={onClose}
    >
      <FileField label="HTTP archive (.har)" accept=".har,application/json" onChoose={(file) => void choose(file)} />
      <Text span c="dimmed">
        One that was downloaded here, or that a browser or proxy recorded. In a world of the same seed identifiers
        repeat, so a recorded session gives the same answers again.
      </Text>
      {form.answer !== undefined && <ReplayResults replay={form.answer} onLeave={onClose} />}
    </FormDialog>
  );
}

function readable(archive: ReplayDraft['archive']): ReadArchive | null {
  return typeof archive === 'string' ? null : archive;
}

function formatOutcome(archive: ReadArchive | null): string {
  if (archive === null) return 'Choose a file to see what would be sent.';
  const { entries, ofService } = archive;
  if (ofService === 0) return `None of its ${entries} requests is of the simulated service.`;
  const others = entries === ofService ? '' : ` ${entries - ofService} of other addresses are left out.`;
  return `Sends ${plural(ofService, 'request')}, with the key of this run.${others}`;
}
