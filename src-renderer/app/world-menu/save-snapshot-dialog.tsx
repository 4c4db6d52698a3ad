/** "Save a snapshot…": keeps the whole world under a name; one of that name is only replaced when that was said. */
import { saveSnapshot } from '../../api/world-api.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';

const { TextField, SwitchField } = fieldsOf<{ name: string; replace: boolean }>();

export function SaveSnapshotDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: { name: '', replace: false },
    send: ({ name, replace }) => saveSnapshot({ name: name.trim(), replace }),
    done: (snapshot) => `“${snapshot.name}” is kept, at ${formatInstant(snapshot.now)} virtual UTC.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Save a snapshot"
      size={480}
      submitLabel="Save it"
      outcome="Keeps the whole world as it is now; nothing changes."
      canSend={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        description="Letters, digits, dots, hyphens and underscores, at most 64."
        placeholder="before-the-crash"
        data-autofocus
      />
      <SwitchField name="replace" label="Replace a snapshot of that name" />
    </FormDialog>
  );
}
