/** Recordings: what goes on, what was recorded, and the text of the one that the address names. */

import { Button, Group, Text } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { useRecordings } from '../../../api/recordings-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { paths } from '../../../paths.ts';
import { RECORDING_COLUMNS } from './recording-columns.tsx';
import { UnderWay } from './recording-under-way.tsx';
import { RecordingView } from './recording-view.tsx';
import { StartRecordingDialog } from './start-recording-dialog.tsx';

export function RecordingsPage() {
  const read = useRecordings();
  const starting = useAddressDialog('start');
  // What one is likely to do next stands out: stopping it, while one goes on.
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
