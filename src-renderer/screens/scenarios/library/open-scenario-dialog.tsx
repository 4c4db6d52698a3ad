/** "Open a file…": a scenario from the disk of whoever looks, or pasted, which is played without lying in the library. */

import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { openScenario } from '../../../api/scenario-calls.ts';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { paths } from '../../../paths.ts';

const FIELDS = ['/name', '/text'];

export function OpenScenarioDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [runs, setRuns] = useState(true);
  const navigate = useNavigate();
  const { send, isPending, errors } = useFormAction({
    run: async (body) => {
      const { file } = await openScenario(body);
      return { file, runId: runs ? await tryRun(file) : undefined };
    },
    done: () => `${name.trim()} is among the scenarios until the service ends.`,
    after: ({ file, runId }) => void navigate(paths.scenario(file, runId)),
    fields: FIELDS,
  });
  const choose = async (file: File) => {
    setName(file.name);
    setText(await file.text());
  };
  return (
    <FormDialog
      title="Open a scenario"
      size={720}
      submitLabel={runs ? 'Open and run it' : 'Open it'}
      outcome="Nothing is written: it is among the scenarios until the service ends."
      isPending={isPending}
      canSend={text.trim() !== '' && name.trim() !== ''}
      problems={errors.elsewhere}
      onSubmit={() => send({ name: name.trim(), text })}
      onClose={onClose}
    >
      <FileField label="Scenario file (.yaml)" accept=".yaml,.yml" onChoose={(file) => void choose(file)} />
      <TextInput
        label="Name"
        description="Ends in .yaml."
        placeholder="monday.ballast.yaml"
        value={name}
        error={errors.at('/name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Text"
        description="As the file has it, or pasted. It includes no other file."
        classNames={{ input: 'scenario-text' }}
        rows={12}
        spellCheck={false}
        value={text}
        error={errors.at('/text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Switch
        label="Run it at once, in a world of its own"
        checked={runs}
        onChange={(event) => setRuns(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
