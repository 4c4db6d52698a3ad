/** "Replay a HAR…": a file is chosen, what sending it will do is said, and the answers stand beside the recorded ones. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Replay } from '../../../../src-server/contract/control/world/archive.ts';
import { invalidateWorld } from '../../../api/invalidate-world.ts';
import { replayArchive } from '../../../api/journal-calls.ts';
import { plural } from '../../../components/format/format-number.ts';
import { fieldErrors } from '../../../components/forms/field-errors.ts';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { type ReadArchive, readArchive } from './read-archive.ts';
import { ReplayResults } from './replay-results.tsx';

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const [archive, setArchive] = useState<ReadArchive | string | null>(null);
  const queryClient = useQueryClient();
  const replay = useMutation<Replay, Error, unknown>({
    mutationFn: replayArchive,
    onSuccess: () => void invalidateWorld(queryClient),
  });
  const choose = async (file: File) => {
    replay.reset();
    setArchive(readArchive(await file.text()));
  };
  const readable = typeof archive === 'object' ? archive : null;
  return (
    <FormDialog
      title="Replay an HTTP archive"
      size={880}
      submitLabel="Send again"
      outcome={formatOutcome(readable)}
      isPending={replay.isPending}
      canSend={readable !== null && readable.ofService > 0}
      problems={typeof archive === 'string' ? [archive] : fieldErrors(replay.error, []).elsewhere}
      onSubmit={() => replay.mutate(readable?.content)}
      onClose={onClose}
    >
      <FileField label="HTTP archive (.har)" accept=".har,application/json" onChoose={(file) => void choose(file)} />
      <span className="muted">
        One that was downloaded here, or that a browser or proxy recorded. In a world of the same seed identifiers
        repeat, so a recorded session gives the same answers again.
      </span>
      {replay.data !== undefined && <ReplayResults replay={replay.data} onLeave={onClose} />}
    </FormDialog>
  );
}

function formatOutcome(archive: ReadArchive | null): string {
  if (archive === null) return 'Choose a file to see what would be sent.';
  const { entries, ofService } = archive;
  if (ofService === 0) return `None of its ${entries} requests is of the simulated service.`;
  const others = entries === ofService ? '' : ` ${entries - ofService} of other addresses are left out.`;
  return `Sends ${plural(ofService, 'request')}, with the key of this run.${others}`;
}
