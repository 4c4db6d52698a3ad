/** "Save in the library…": saves a recording as a scenario of the folder, and runs it on request. */

import { Code } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { saveScenario } from '../../../api/scenarios-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { paths } from '../../../paths.ts';
import { fileName } from './recording-files.ts';

interface SaveScenarioDialogProps {
  readonly recording: RecordingWire;
  readonly folder: string;
  readonly onClose: () => void;
}

interface SaveDraft {
  readonly file: string;
  readonly replace: boolean;
  readonly runs: boolean;
}

const { TextField, SwitchField } = fieldsOf<SaveDraft>();

export function SaveScenarioDialog({ recording, folder, onClose }: SaveScenarioDialogProps) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { file: `${fileName(recording.name)}.yaml`, replace: false, runs: true },
    send: async ({ file, replace, runs }: SaveDraft) => {
      const saved = await saveScenario({ recording_id: recording.recording_id, file: file.trim(), replace });
      return { saved, runId: runs ? await tryRun(saved.file) : undefined };
    },
    done: ({ saved }) =>
      `${saved.files.join(', ')} ${saved.replaced ? 'took the place of what was there' : 'written'}.`,
    after: ({ saved, runId }) => void navigate(paths.scenario(saved.file, runId)),
  });
  return (
    <FormDialog
      form={form}
      title="Save in the library"
      size={520}
      submitLabel={form.values.runs ? 'Save and run it' : 'Save it'}
      outcome={
        <>
          In <Code>{folder}</Code>, with its golden log.
        </>
      }
      canSend={form.values.file.trim() !== ''}
      onClose={onClose}
    >
      <TextField name="file" label="File" description="Below the folder of scenarios; ends in .yaml." data-autofocus />
      <SwitchField name="replace" label="Replace what is there of that name" />
      <SwitchField name="runs" pointer={[]} label="Run it at once, in a world of its own" />
    </FormDialog>
  );
}
