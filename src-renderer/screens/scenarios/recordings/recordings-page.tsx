/** Recordings: those under way, those that have ended, and the text of the one that the address names. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { stopRecording, useRecordings } from '../../../api/recordings-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { RecordingDot } from '../../../components/feedback/recording-dot.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { formatEnd } from './recording-files.ts';
import { RecordingView } from './recording-view.tsx';
import classes from './recordings.module.css';
import { StartRecordingDialog } from './start-recording-dialog.tsx';

export function RecordingsPage() {
  const read = useRecordings();
  const starting = useAddressDialog('start');
  // While one is under way, the button that stops it is the primary one.
  const isRecording = read.data?.recordings.some(({ status }) => status === 'recording') ?? false;
  return (
    <Page>
      <title>Recordings · Ballast</title>
      <PageHeader>
        <h1>Recordings</h1>
        <Text span c="dimmed">
          What was asked of this world, kept as scenarios.
        </Text>
        <Group ml="auto" gap="sm">
          <Button component={Link} to={paths.scenarios} variant="default">
            Scenarios
          </Button>
          <Button
            variant={isRecording ? 'default' : 'filled'}
            leftSection={<IconPlayerRecord size={14} aria-hidden />}
            onClick={starting.open}
          >
            Start recording…
          </Button>
        </Group>
      </PageHeader>
      <QueryBoundary read={read} doing="Reading the recordings">
        {({ recordings }) => <Recordings recordings={recordings} />}
      </QueryBoundary>
      {starting.isOpen && <StartRecordingDialog onClose={starting.close} />}
    </Page>
  );
}

function Recordings({ recordings }: { readonly recordings: readonly RecordingWire[] }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const open = (recordingId: string) => navigate(paths.recording(recordingId));
  const chosenId = query.get('recording');
  const chosen = recordings.find((each) => each.recording_id === chosenId);
  const underWay = recordings.filter(({ status }) => status === 'recording');
  return (
    <>
      {underWay.map((recording) => (
        <UnderWay key={recording.recording_id} recording={recording} onStopped={open} />
      ))}
      <Panel title="Kept" side={`${recordings.length} of at most 20`}>
        <DataTable
          label="Recordings"
          columns={RECORDING_COLUMNS}
          rows={recordings}
          rowKey={(row) => row.recording_id}
          {...(chosenId === null ? {} : { selectedKey: chosenId })}
          onOpen={(row) => open(row.recording_id)}
          empty={<Empty />}
        />
      </Panel>
      {chosenId !== null && chosen === undefined && (
        <Notice>This recording is not kept any more: it was deleted, or the service was started anew.</Notice>
      )}
      {chosen?.status === 'stopped' && <RecordingView key={chosenId} recording={chosen} />}
    </>
  );
}

function Empty() {
  return (
    <>
      <strong>Nothing has been recorded.</strong>A recording keeps what is asked of this world, from here or by any
      client, as a scenario that plays to the same event log, to the last hash.
    </>
  );
}

type UnderWayProps = { readonly recording: RecordingWire; readonly onStopped: (recordingId: string) => void };

function UnderWay({ recording, onStopped }: UnderWayProps) {
  const { name, commands, started_at: startedAt, recording_id: id } = recording;
  const stop = useAction({ doing: 'Stopping the recording', run: () => stopRecording(id), after: () => onStopped(id) });
  return (
    <section className={classes.recordingUnderWay} aria-label={`Recording ${name}`}>
      <RecordingDot />
      <div className={classes.recordingWords}>
        <strong>{name}</strong> is being recorded since {formatInstant(startedAt)} virtual UTC.
        <Text component="div" c="dimmed">
          Whatever is asked of the world is part of it, from here or by any client. Reads are not.
        </Text>
      </div>
      <Text span style={{ whiteSpace: 'nowrap' }} role="status">
        <strong>{plural(commands, 'request')}</strong>
      </Text>
      <Button
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined)}
      >
        Stop recording
      </Button>
    </section>
  );
}

const RECORDING_COLUMNS: readonly Column<RecordingWire>[] = [
  {
    id: 'name',
    header: 'Recording',
    overflow: 'clip',
    accessor: ({ name }) => name,
    cell: ({ name, recording_id: id }) => <span title={`${name} (${id})`}>{name}</span>,
  },
  {
    id: 'status',
    header: 'State',
    accessor: ({ status }) => status,
    cell: (row) =>
      row.status === 'recording' ? (
        <Badge color="fail">
          <RecordingDot /> recording
        </Badge>
      ) : (
        <Badge title={formatEnd(row)}>■ stopped</Badge>
      ),
  },
  {
    id: 'from',
    header: 'Begins',
    hint: 'With the world, or with a saved one',
    accessor: ({ from }) => from,
    cell: ({ from }) => (from === 'now' ? 'in its middle' : 'with the world'),
  },
  ...(
    [
      ['started_at', 'From'],
      ['ended_at', 'To'],
    ] as const
  ).map(([id, header]): Column<RecordingWire> => {
    return { id, header, unit: '(virtual UTC)', accessor: (row) => row[id], cell: (row) => formatInstant(row[id]) };
  }),
  {
    id: 'commands',
    header: 'Requests',
    align: 'right',
    hint: 'Those that changed the world, and those that it refused',
    accessor: ({ commands }) => commands,
    cell: ({ commands }) => formatCount(commands),
  },
  {
    id: 'events',
    header: 'Events',
    align: 'right',
    hint: 'Entries of the event log at its end',
    accessor: ({ events }) => events,
    cell: ({ events }) => formatCount(events),
  },
];
