/** One recording: its facts, its text, what could not be recorded, and what can be done with it. */
import { Button, Code, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { withPageToken } from '../../../api/page-token.ts';
import { deleteRecording, recordedFilePath, useRecordedScenario } from '../../../api/recordings-api.ts';
import { openScenario, useScenarios } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import { paths } from '../../../paths.ts';
import { fileName, formatEnd, recordingNotes } from './recording-files.ts';
import classes from './recordings.module.css';
import { SaveScenarioDialog } from './save-scenario-dialog.tsx';

/** Characters on the screen; copies and files have all of them. */
const MOST_SHOWN = 100_000;

export function RecordingView({ recording }: { readonly recording: RecordingWire }) {
  const read = useRecordedScenario(recording.recording_id, fileName(recording.name));
  return (
    <QueryBoundary read={read} doing="Reading the recording">
      {(yaml) => (
        <>
          <Notes notes={recordingNotes(yaml)} />
          <Panel title={recording.name} side={<CopyText text={yaml} what="the scenario" shown="Copy" mono={false} />}>
            <RecordingActions recording={recording} />
            <Facts recording={recording} />
            <div className={classes.recordingText}>
              <CodeBlock text={yaml.slice(0, MOST_SHOWN)} none="It is empty." />
              {yaml.length > MOST_SHOWN && (
                <Text c="dimmed">
                  The first {formatCount(MOST_SHOWN)} of {formatCount(yaml.length)} characters. The file has all of it.
                </Text>
              )}
            </div>
          </Panel>
        </>
      )}
    </QueryBoundary>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>Not everything could be recorded as it was.</strong> Comments in the text say where.
      <ul className={classes.recordingNotes}>
        {[...new Set(notes)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Facts({ recording }: { readonly recording: RecordingWire }) {
  const { commands, events, head, needs_start: needsStart } = recording;
  return (
    <Group c="dimmed" gap="6px 12px" px="md" pt={10}>
      <span>{formatEnd(recording)}</span>
      <span>
        {plural(commands, 'request')} · {formatCount(events)} events
      </span>
      <span>{needsStart ? 'begins from a saved world, which belongs to it' : 'begins with the world'}</span>
      <span>
        Head <CopyText text={head} what="the head of its event log" shown={`${head.slice(0, 12)}…`} />
      </span>
    </Group>
  );
}

function RecordingActions({ recording }: { readonly recording: RecordingWire }) {
  const [open, setOpen] = useState<'save' | 'delete' | null>(null);
  const library = useScenarios().data;
  const close = () => setOpen(null);
  return (
    <Group gap="sm" px="md" pt={10}>
      <RunRecording recording={recording} />
      {library?.can_save === true && (
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          onClick={() => setOpen('save')}
        >
          Save in the library…
        </Button>
      )}
      <Downloads recording={recording} />
      <Button variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={() => setOpen('delete')}>
        Delete…
      </Button>
      {library?.can_save === false && (
        <Text span c="dimmed">
          To save it in the library, start the service with <Code>--scenarios FOLDER</Code>: the library that comes with
          Ballast is not written to.
        </Text>
      )}
      {open === 'save' && <SaveScenarioDialog recording={recording} folder={library?.folder ?? ''} onClose={close} />}
      {open === 'delete' && <DeleteRecording recording={recording} onClose={close} />}
    </Group>
  );
}

/** Runs it in a world of its own, compared with its golden log. */
function RunRecording({ recording: { recording_id: id, name } }: { readonly recording: RecordingWire }) {
  const navigate = useNavigate();
  const run = useAction({
    doing: 'Running the recording',
    run: async () => {
      const { file } = await openScenario({ name: `${fileName(name)}.yaml`, recording_id: id });
      return { file, runId: await tryRun(file) };
    },
    after: ({ file, runId }) => void navigate(paths.scenario(file, runId)),
  });
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={run.isPending}
      onClick={() => run.mutate(undefined)}
    >
      Run it
    </Button>
  );
}

/** The scenario names the files beside it, so each is saved under that name. */
function Downloads({ recording: { recording_id: id, name, needs_start: needsStart } }: { recording: RecordingWire }) {
  const files = [
    { label: 'Scenario', part: 'scenario.yaml' },
    { label: 'Golden log', part: 'golden.ndjson' },
    ...(needsStart ? ([{ label: 'Saved world', part: 'start.db' }] as const) : []),
  ] as const;
  return files.map(({ label, part }) => (
    <Button
      key={part}
      component="a"
      variant="default"
      href={withPageToken(recordedFilePath(id, part, fileName(name)))}
      download
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {label}
    </Button>
  ));
}

type DeleteRecordingProps = { readonly recording: RecordingWire; readonly onClose: () => void };

function DeleteRecording({ recording: { recording_id: id, name }, onClose }: DeleteRecordingProps) {
  const remove = useAction({
    doing: 'Deleting the recording',
    run: () => deleteRecording(id),
    done: () => `“${name}” is deleted.`,
    after: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      Its text cannot be had any more. The world stays, and so does what was saved of it in the library.
    </ConfirmDialog>
  );
}
