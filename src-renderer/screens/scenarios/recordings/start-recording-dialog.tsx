/** "Start recording…": a name, and whether it begins now or with the world. */
import { startRecording } from '../../../api/recordings-api.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';

interface RecordingDraft {
  readonly name: string;
  readonly from: 'now' | 'beginning';
}

const { Field, TextField } = fieldsOf<RecordingDraft>();
const STARTS = [
  { value: 'now', label: 'From now on', meaning: 'It begins from a saved world: the one as it is now.' },
  {
    value: 'beginning',
    label: 'From the beginning',
    meaning: 'Everything that was done since the world was made is part of it, too.',
  },
] as const;

export function StartRecordingDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: { name: '', from: 'now' },
    send: ({ name, from }: RecordingDraft) =>
      startRecording({ ...(name.trim() === '' ? {} : { name: name.trim() }), from }),
    done: (recording) => `“${recording.name}” is being recorded.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Start recording"
      size={480}
      submitLabel="Record"
      outcome="Keeps what is asked of the world, in every way; nothing changes."
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        description="What the scenario is called."
        placeholder="Recording and its number"
        data-autofocus
      />
      <Field name="from">{(input) => <ChoiceField label="Begins" choices={STARTS} {...input} />}</Field>
    </FormDialog>
  );
}
