/** "Save in the library…": keeps a recording as a scenario of the folder, and plays it at once if that is wanted. */

import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import type { FormBody } from '../../../api/market-calls.ts';
import { saveScenario } from '../../../api/recording-calls.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { paths } from '../../../paths.ts';
import { fileName } from './recording-files.ts';

interface SaveScenarioDialogProps {
  readonly recording: RecordingWire;
  readonly folder: string;
  readonly onClose: () => void;
}

const FIELDS = ['/file', '/replace'];

export function SaveScenarioDialog({ recording, folder, onClose }: SaveScenarioDialogProps) {
  const [file, setFile] = useState(`${fileName(recording.name)}.yaml`);
  const [replaces, setReplaces] = useState(false);
  const [runs, setRuns] = useState(true);
  const navigate = useNavigate();
  const { send, isPending, errors } = useFormAction({
    run: (body) => saveAndRun(body, runs),
    done: ({ saved }) =>
      `${saved.files.join(', ')} ${saved.replaced ? 'took the place of what was there' : 'written'}.`,
    after: ({ saved, runId }) => void navigate(paths.scenario(saved.file, runId)),
    fields: FIELDS,
  });
  return (
    <FormDialog
      title="Save in the library"
      size={520}
      submitLabel={runs ? 'Save and run it' : 'Save it'}
      outcome={
        <>
          In <span className="mono">{folder}</span>, with its golden log.
        </>
      }
      isPending={isPending}
      canSend={file.trim() !== ''}
      problems={errors.elsewhere}
      onSubmit={() => send({ recording_id: recording.recording_id, file: file.trim(), replace: replaces })}
      onClose={onClose}
    >
      <TextInput
        label="File"
        description="Below the folder of scenarios; ends in .yaml."
        data-autofocus
        value={file}
        error={errors.at('/file')}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
      <Switch
        label="Replace what is there of that name"
        checked={replaces}
        error={errors.at('/replace')}
        onChange={(event) => setReplaces(event.currentTarget.checked)}
      />
      <Switch
        label="Run it at once, in a world of its own"
        checked={runs}
        onChange={(event) => setRuns(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

async function saveAndRun(body: FormBody, runs: boolean) {
  const saved = await saveScenario(body);
  return { saved, runId: runs ? await tryRun(saved.file) : undefined };
}
