/** The columns of the recordings: what each is called, where it begins and ends, and how much is in it. */

import { Badge } from '@mantine/core';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { RecordingDot } from '../../../components/feedback/recording-dot.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { formatEnd } from './format-recording.ts';

export const RECORDING_COLUMNS: readonly Column<RecordingWire>[] = [
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
  {
    id: 'started_at',
    header: 'From',
    unit: '(virtual UTC)',
    accessor: (row) => row.started_at,
    cell: (row) => formatInstant(row.started_at),
  },
  {
    id: 'ended_at',
    header: 'To',
    unit: '(virtual UTC)',
    accessor: (row) => row.ended_at,
    cell: (row) => formatInstant(row.ended_at),
  },
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
