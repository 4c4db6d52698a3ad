/** Opens a scenario from a disk, from pasted text or as a copy to be changed, without writing it to the library. */
import { Input } from '@mantine/core';
import { useNavigate } from 'react-router';
import { openScenario } from '../../api/runs/scenarios-api.ts';
import { paths } from '../../paths.ts';
import { CodeView } from '../code/code-view.tsx';
import { fieldsOf } from '../forms/fields.tsx';
import { FileField } from '../forms/file-field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { tryRun } from './try-run.ts';

type ScenarioDraft = Readonly<{ name: string; text: string; runs: boolean }>;

const { Field, TextField, SwitchField } = fieldsOf<ScenarioDraft>();

interface OpenScenarioDialogProps {
  /** The scenario that is to be changed; left out: any. */
  readonly copied?: Pick<ScenarioDraft, 'name' | 'text'>;
  readonly onClose: () => void;
}

export function OpenScenarioDialog({ copied, onClose }: OpenScenarioDialogProps) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { name: '', text: '', ...copied, runs: true },
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
      title={copied === undefined ? 'Open a scenario' : 'Edit a copy'}
      size={copied === undefined ? 720 : 980}
      submitLabel={runs ? 'Open and run it' : 'Open it'}
      outcome={
        copied === undefined
          ? 'No file is written. The scenario is listed until the service stops.'
          : 'The original stays as it is. The copy is checked, and listed until the service stops.'
      }
      canSend={text.trim() !== '' && name.trim() !== ''}
      onClose={onClose}
    >
      {copied === undefined && (
        <FileField label="Scenario file (.yaml)" accept=".yaml,.yml" onChoose={(file) => void choose(file)} />
      )}
      <TextField name="name" label="Name" description="Ends in .yaml." placeholder="monday.ballast.yaml" />
      <Field name="text">
        {({ value, error, onChange }) => (
          <Input.Wrapper
            label="Text"
            description={`${copied === undefined ? 'Paste the text or choose a file. ' : ''}It cannot include other files.`}
            error={error}
            labelElement="div"
          >
            <CodeView
              value={value}
              language="yaml"
              label="Text"
              onChange={onChange}
              lineNumbers
              maxHeight={copied === undefined ? 260 : 420}
            />
          </Input.Wrapper>
        )}
      </Field>
      <SwitchField name="runs" pointer={[]} label="Run it at once in a separate world" />
    </FormDialog>
  );
}
