/** Opens a scenario from a disk or from pasted text, without writing it to the library. */
import { Input } from '@mantine/core';
import { useNavigate } from 'react-router';
import { openScenario } from '../../../api/runs/scenarios-api.ts';
import { CodeView } from '../../../components/code/code-view.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { paths } from '../../../paths.ts';

type ScenarioDraft = Readonly<{ name: string; text: string; runs: boolean }>;

const { Field, TextField, SwitchField } = fieldsOf<ScenarioDraft>();

export function OpenScenarioDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { name: '', text: '', runs: true },
    send: async ({ name, text, runs }: ScenarioDraft) => {
      const { file } = await openScenario({ name: name.trim(), text });
      return { file, runId: runs ? await tryRun(file) : undefined };
    },
    done: (_, { name }) => `${name.trim()} is listed until the service stops.`,
    after: ({ file, runId }) => void navigate(paths.scenario(file, runId)),
  });
  const choose = async (file: File) => form.set({ name: file.name, text: await file.text() });
  const { name, text, runs } = form.values;
  return (
    <FormDialog
      form={form}
      title="Open a scenario"
      size={720}
      submitLabel={runs ? 'Open and run it' : 'Open it'}
      outcome="No file is written. The scenario is listed until the service stops."
      canSend={text.trim() !== '' && name.trim() !== ''}
      onClose={onClose}
    >
      <FileField label="Scenario file (.yaml)" accept=".yaml,.yml" onChoose={(file) => void choose(file)} />
      <TextField name="name" label="Name" description="Ends in .yaml." placeholder="monday.ballast.yaml" />
      <Field name="text">
        {({ value, error, onChange }) => (
          <Input.Wrapper
            label="Text"
            description="Paste the text or choose a file. It cannot include other files."
            error={error}
            labelElement="div"
          >
            <CodeView value={value} language="yaml" label="Text" onChange={onChange} lineNumbers maxHeight={260} />
          </Input.Wrapper>
        )}
      </Field>
      <SwitchField name="runs" pointer={[]} label="Run it at once in a separate world" />
    </FormDialog>
  );
}
