/** One recording: its facts, its text, what could not be recorded, and its actions. */

import { Box, Button, Code, Group } from '@mantine/core';
import { IconDeviceFloppy, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { deleteRecording, recordedFilePath, useRecordedScenario } from '../../../api/recordings-api.ts';
import { openScenario, saveScenario, useScenarios } from '../../../api/runs/scenarios-api.ts';
import { CodeView } from '../../../components/code/code-view.tsx';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../../components/layout/download-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { paths } from '../../../paths.ts';

export function RecordingView({ recording }: { readonly recording: RecordingWire }) {
  const { recording_id: id, name, commands, events, head, needs_start: needsStart } = recording;
  return (
    <QueryBoundary query={useRecordedScenario(id, fileName(name))} doing="Loading the recording">
      {(yaml) => (
        <>
          <Notes notes={recordingNotes(yaml)} />
          <Panel title={name} side={<CopyText text={yaml} what="the scenario" shown="Copy" mono={false} />}>
            <RecordingActions recording={recording} />
            <Group c="dimmed" gap="6px 12px" px="md" pt={10}>
              <span>{formatEnd(recording)}</span>
              <span>
                {plural(commands, 'request')} · {plural(events, 'log entry', 'log entries')} at its end
              </span>
              <span>
                {needsStart
                  ? 'starts from a saved world, which is part of the recording'
                  : 'starts at the beginning of the world'}
              </span>
              <span>
                Head <CopyText text={head} what="the head of its event log" shown={`${head.slice(0, 12)}…`} />
              </span>
            </Group>
            <Box p="10px 12px 12px">
              <CodeView
                value={yaml}
                language="yaml"
                label="Text of the scenario"
                lineNumbers
                maxHeight="max(320px, 60vh)"
              />
            </Box>
          </Panel>
        </>
      )}
    </QueryBoundary>
  );
}

const ENDS: Readonly<Record<NonNullable<RecordingWire['ended_by']>, string>> = {
  stop: 'It was stopped.',
  reset: 'It ended when the world was reset.',
  restore: 'It ended when a snapshot was restored.',
  bounds: 'The recording reached its maximum length. It is complete up to that point.',
};

export function formatEnd({ ended_by: endedBy }: RecordingWire): string {
  return endedBy === null ? 'Recording is in progress.' : ENDS[endedBy];
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>Some parts could not be recorded exactly.</strong> Comments in the text mark where.
      <Box component="ul" mah={160} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
        {[...new Set(notes)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Box>
    </Notice>
  );
}

type RecordingProps = { readonly recording: RecordingWire };

function RecordingActions({ recording }: RecordingProps) {
  const { recording_id: id, name, needs_start: needsStart } = recording;
  const { open, show, close } = useAddressDialogs(['save', 'delete']);
  const library = useScenarios().data;
  const navigate = useNavigate();
  const play = async () => {
    const { file } = await openScenario({ name: `${fileName(name)}.yaml`, recording_id: id, check_only: false });
    return paths.scenario(file, await tryRun(file));
  };
  // The scenario refers to the files next to it by name, so each is saved under that name.
  const pathOf = (part: Parameters<typeof recordedFilePath>[1]) => recordedFilePath(id, part, fileName(name));
  return (
    <Group gap="sm" px="md" pt={10}>
      <ActionButton
        action={{ doing: 'Running the recording', run: play, after: (address) => void navigate(address) }}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
      >
        Run it
      </ActionButton>
      {library?.can_save === true && (
        <Button variant="default" leftSection={<IconDeviceFloppy size={14} aria-hidden />} onClick={() => show('save')}>
          Save in the library…
        </Button>
      )}
      <DownloadButton path={pathOf('scenario.yaml')}>Scenario</DownloadButton>
      <DownloadButton path={pathOf('golden.ndjson')}>Golden log</DownloadButton>
      {needsStart && <DownloadButton path={pathOf('start.db')}>Saved world</DownloadButton>}
      <Button
        variant="default"
        c="fail"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => show('delete')}
      >
        Delete…
      </Button>
      {library?.can_save === false && (
        <Dimmed>
          To save it in the library, start the app with <Code>npm start</Code>, which has a folder of your own, or start
          the service with <Code>--scenarios FOLDER</Code>.
        </Dimmed>
      )}
      {open === 'save' && <SaveDialog recording={recording} folder={library?.own_folder ?? ''} onClose={close} />}
      {open === 'delete' && <DeleteDialog recording={recording} onClose={close} />}
    </Group>
  );
}

type DialogProps = RecordingProps & { readonly onClose: () => void };

function DeleteDialog({ recording: { recording_id: id, name }, onClose }: DialogProps) {
  const deleting = {
    doing: 'Deleting the recording',
    run: () => deleteRecording(id),
    done: () => `“${name}” is deleted.`,
    after: onClose,
  };
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      action={deleting}
      onClose={onClose}
    >
      The recording is deleted. The world and the files saved in the library are kept.
    </ConfirmDialog>
  );
}

type SaveDraft = Readonly<{ file: string; replace: boolean; runs: boolean }>;

const { TextField, SwitchField } = fieldsOf<SaveDraft>();

/** Saves it as a scenario of the folder, and runs it on request. */
function SaveDialog({ recording, folder, onClose }: DialogProps & { readonly folder: string }) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { file: `${fileName(recording.name)}.yaml`, replace: false, runs: true },
    send: async ({ file, replace, runs }: SaveDraft) => {
      const saved = await saveScenario({ recording_id: recording.recording_id, file: file.trim(), replace });
      return { saved, runId: runs ? await tryRun(saved.file) : undefined };
    },
    done: ({ saved }) => `${saved.files.join(', ')} ${saved.replaced ? 'replaced the existing file' : 'written'}.`,
    after: ({ saved, runId }) => void navigate(paths.scenario(saved.file, runId)),
  });
  return (
    <FormDialog
      form={form}
      title="Save in the library"
      size={520}
      submitLabel={form.values.runs ? 'Save and run' : 'Save'}
      outcome={
        <>
          In <Code>{folder}</Code>, with its golden log.
        </>
      }
      canSend={form.values.file.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        name="file"
        label="File"
        description="Relative to the scenario folder; must end in .yaml."
        data-autofocus
      />
      <SwitchField name="replace" label="Replace an existing file of this name" />
      <SwitchField name="runs" pointer={[]} label="Run it at once in a separate world" />
    </FormDialog>
  );
}

/**
 * The common file name of a recording's files, without extension: for `Monday, after lunch`,
 * `monday-after-lunch.ballast`.
 */
export function fileName(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  // A name that is too long is cut at the end of a word.
  const cut = stem.length > MAX_CHARACTERS ? stem.slice(0, MAX_CHARACTERS + 1).replace(/-[^-]*$/, '') : stem;
  return `${cut.slice(0, MAX_CHARACTERS) || 'recording'}.ballast`;
}

const MAX_CHARACTERS = 60;

/**
 * Comments above steps: what could not be recorded, or not exactly. Comments at the top of the file are not included.
 */
export function recordingNotes(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}# (.+)$/gm)].map(([, note = '']) => note);
}
