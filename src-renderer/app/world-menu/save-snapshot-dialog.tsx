/** "Save a snapshot…": keeps the whole world under a name; one of that name is only replaced when that was said. */
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saveSnapshot } from '../../api/snapshot-calls.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../components/forms/use-form-action.ts';

const FIELDS = ['/name', '/replace'];

export function SaveSnapshotDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [replaces, setReplaces] = useState(false);
  const { send, isPending, errors } = useFormAction({
    run: saveSnapshot,
    done: (snapshot) => `“${snapshot.name}” is kept, at ${formatInstant(snapshot.now)} virtual UTC.`,
    after: onClose,
    fields: FIELDS,
  });
  return (
    <FormDialog
      title="Save a snapshot"
      size={480}
      submitLabel="Save it"
      outcome="Keeps the whole world as it is now; nothing changes."
      isPending={isPending}
      canSend={name.trim() !== ''}
      problems={errors.elsewhere}
      onSubmit={() => send({ name: name.trim(), replace: replaces })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Letters, digits, dots, hyphens and underscores, at most 64."
        placeholder="before-the-crash"
        data-autofocus
        value={name}
        error={errors.at('/name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label="Replace a snapshot of that name"
        checked={replaces}
        error={errors.at('/replace')}
        onChange={(event) => setReplaces(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
