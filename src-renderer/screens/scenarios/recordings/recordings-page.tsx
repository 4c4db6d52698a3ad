/** Recordings: active ones, finished ones, and the text of the one in the address. */

import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { startRecording, stopRecording, useRecordings } from '../../../api/recordings-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { RecordingDot } from '../../../components/feedback/recording-dot.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { NextToTitle } from '../../../components/layout/tabbed-screen.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { type Column, fieldColumn, numberColumn, VIRTUAL_UTC } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { formatEnd, RecordingView } from './recording-view.tsx';

export function RecordingsPage() {
  const query = useRecordings();
  const starting = useAddressDialog('start');
  // While one is active, the button that stops it is the primary one.
  const isRecording = query.data?.recordings.some(({ status }) => status === 'recording') ?? false;
  return (
    <Page>
      <title>Recordings · Ballast</title>
      <NextToTitle>
        <Dimmed>Record requests to this world as scenarios.</Dimmed>
        <Button
          ml="auto"
          variant={isRecording ? 'default' : 'filled'}
          leftSection={<IconPlayerRecord size={14} aria-hidden />}
          onClick={starting.open}
        >
          Start recording…
        </Button>
      </NextToTitle>
      <QueryBoundary query={query} doing="Loading the recordings">
        {({ recordings }) => <Recordings recordings={recordings} />}
      </QueryBoundary>
      {starting.isOpen && <StartRecordingDialog onClose={starting.close} />}
    </Page>
  );
}

function Recordings({ recordings }: { readonly recordings: readonly RecordingWire[] }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const open = ({ recording_id: id }: RecordingWire) => navigate(paths.recording(id));
  const chosenId = query.get('recording') ?? undefined;
  const chosen = recordings.find((each) => each.recording_id === chosenId);
  const underWay = recordings.filter(({ status }) => status === 'recording');
  return (
    <>
      {underWay.map((recording) => (
        <UnderWay key={recording.recording_id} recording={recording} onStopped={() => open(recording)} />
      ))}
      <TablePanel
        title={plural(recordings.length, 'recording')}
        label="Recordings"
        side="at most 20"
        columns={RECORDING_COLUMNS}
        rows={recordings}
        rowKey={(row) => row.recording_id}
        selectedKey={chosenId}
        onOpen={open}
        empty={
          <>
            <strong>No recordings yet.</strong>A recording turns the requests of the app and of all clients into a
            scenario that reproduces the same event log.
            <NextStep to={paths.startRecording}>Start recording…</NextStep>
          </>
        }
      />
      {chosenId !== undefined && chosen === undefined && (
        <Notice>This recording no longer exists: it was deleted, or the service was restarted.</Notice>
      )}
      {chosen?.status === 'stopped' && <RecordingView key={chosenId} recording={chosen} />}
    </>
  );
}

type UnderWayProps = { readonly recording: RecordingWire; readonly onStopped: () => void };

function UnderWay({ recording, onStopped }: UnderWayProps) {
  const { name, commands, started_at: startedAt, recording_id: id } = recording;
  const label = `Recording ${name}`;
  return (
    <Group component="section" aria-label={label} gap="8px 12px" px="md" py="sm" bg="var(--fail-soft)" bdrs="md">
      <Text span c="fail" display="flex">
        <RecordingDot />
      </Text>
      <Box flex="1 1 320px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <strong>{name}</strong> has been recording since {formatInstant(startedAt)} virtual UTC.
        <Text component="div" c="dimmed">
          Ballast records every request that changes the world, from the app or from a client.
        </Text>
      </Box>
      <Text span fw="bold" style={{ whiteSpace: 'nowrap' }} role="status">
        {plural(commands, 'request')}
      </Text>
      <ActionButton
        action={{ doing: 'Stopping the recording', run: () => stopRecording(id), after: onStopped }}
        leftSection={<IconPlayerStop size={14} aria-hidden />}
      >
        Stop recording
      </ActionButton>
    </Group>
  );
}

const RECORDING_COLUMNS: readonly Column<RecordingWire>[] = [
  fieldColumn('name', 'Recording', (name, row) => <span title={`${name} (${row.recording_id})`}>{name}</span>, {
    overflow: 'clip',
  }),
  fieldColumn('status', 'State', (status, row) =>
    status === 'recording' ? (
      <Badge color="fail">
        <RecordingDot /> recording
      </Badge>
    ) : (
      <Badge title={formatEnd(row)}>■ stopped</Badge>
    ),
  ),
  fieldColumn('from', 'Begins', (from) => (from === 'now' ? 'from a saved world' : 'from the start'), {
    hint: 'From the beginning of the world, or from a saved world',
  }),
  fieldColumn('started_at', 'From', formatInstant, VIRTUAL_UTC),
  fieldColumn('ended_at', 'To', formatInstant, VIRTUAL_UTC),
  numberColumn('commands', 'Requests', ({ commands }) => commands, formatCount, {
    hint: 'Requests that changed the world, and requests that were refused',
  }),
  numberColumn('events', 'Log entries', ({ events }) => events, formatCount, {
    hint: 'Entries of the event log at its end, including those from before the recording',
  }),
];

type RecordingDraft = Readonly<{ name: string; from: RecordingWire['from'] }>;

const { Field, TextField } = fieldsOf<RecordingDraft>();
const STARTS = [
  { value: 'now', label: 'From now on', meaning: 'The scenario starts from a copy of the current world.' },
  {
    value: 'beginning',
    label: 'From the beginning',
    meaning: 'The scenario includes everything since the world was made.',
  },
] as const;

function StartRecordingDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: { name: '', from: 'now' },
    send: ({ name, from }: RecordingDraft) =>
      startRecording({ ...(name.trim() === '' ? {} : { name: name.trim() }), from }),
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Start recording"
      size={480}
      submitLabel="Record"
      outcome="Records every request that changes the world, and every advance of the clock. Recording itself changes nothing."
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        description="Name of the scenario."
        placeholder="Recording and a number"
        data-autofocus
      />
      <Field name="from">{(input) => <ChoiceField label="Begins" choices={STARTS} {...input} />}</Field>
    </FormDialog>
  );
}
