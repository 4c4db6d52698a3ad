/** "Start recording…": a name, and whether what was done before is part of it. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { startRecording } from '../../../api/recording-calls.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';

const FIELDS = ['/name', '/from'];
const STARTS = [
  { value: 'now', label: 'From now on', meaning: 'It begins from a saved world: the one as it is now.' },
  {
    value: 'beginning',
    label: 'From the beginning',
    meaning: 'Everything that was done since the world was made is part of it, too.',
  },
] as const;

export function StartRecordingDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState<'now' | 'beginning'>('now');
  const { send, isPending, errors } = useFormAction({
    run: startRecording,
    done: (recording) => `“${recording.name}” is being recorded.`,
    after: onClose,
    fields: FIELDS,
  });
  return (
    <FormDialog
      title="Start recording"
      size={480}
      submitLabel="Record"
      outcome="Keeps what is asked of the world, in every way; nothing changes."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send({ ...(name.trim() === '' ? {} : { name: name.trim() }), from })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What the scenario is called."
        placeholder="Recording and its number"
        data-autofocus
        value={name}
        error={errors.at('/name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChoiceField label="Begins" choices={STARTS} value={from} onChange={setFrom} />
      {errors.at('/from') !== null && <div className="fail">{errors.at('/from')}</div>}
    </FormDialog>
  );
}
