/** The columns of the recordings: what each is called, where it begins and ends, and how much is in it. */
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { formatEnd } from './format-recording.ts';

export const RECORDING_COLUMNS: readonly Column<RecordingWire>[] = [
  {
    id: 'name',
    header: 'Recording',
    className: 'clip',
    accessor: ({ name }) => name,
    cell: ({ name, recording_id: id }) => <span title={`${name} (${id})`}>{name}</span>,
  },
  {
    id: 'status',
    header: 'State',
    accessor: ({ status }) => status,
    cell: (row) =>
      row.status === 'recording' ? (
        <span className="badge" data-tone="fail">
          <span className="recording-dot" aria-hidden /> recording
        </span>
      ) : (
        <span className="badge" title={formatEnd(row)}>
          ■ stopped
        </span>
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
