/** What was sent to the endpoints, newest first, with how it went. */
import type { DeliverySummary } from '../../src-server/contract/webhooks.ts';
import { CopyTableButton } from '../shared/copy-table-button.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { FilterBox, matchesFilter, useFilter } from '../shared/filter-box.tsx';
import { formatInstant } from '../shared/format-time.ts';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import type { Column } from '../shared/table-column.ts';

interface DeliveriesPanelProps {
  readonly deliveries: readonly DeliverySummary[];
  readonly selectedId: string | undefined;
  readonly onSelect: (deliveryId: string) => void;
}

export function DeliveriesPanel({ deliveries, selectedId, onSelect }: DeliveriesPanelProps) {
  const filter = useFilter('deliveries');
  const rows = deliveries.filter((row) => matchesFilter(filter, [row.type, row.url, row.status, row.event_id]));
  return (
    <Panel
      title="Deliveries"
      side={
        <span className="secret">
          <FilterBox screen="deliveries" label="Filter deliveries" />
          <CopyTableButton rows={rows} columns={DELIVERY_COLUMNS} />
        </span>
      }
    >
      <DataTable
        label="Deliveries"
        columns={selectedId === undefined ? DELIVERY_COLUMNS : COLUMNS_BESIDE_INSPECTOR}
        rows={rows}
        rowKey={(row) => row.delivery_id}
        initialSort={{ column: 'created_at', descending: true }}
        selectedKey={selectedId}
        onOpen={(row) => onSelect(row.delivery_id)}
        empty={
          deliveries.length === 0 ? (
            <>
              <strong>Nothing has been sent yet.</strong>
              Add an endpoint, then execute a rebalance: every step of it is delivered here.
            </>
          ) : (
            <strong>No delivery matches the filter.</strong>
          )
        }
      />
    </Panel>
  );
}

const DELIVERY_COLUMNS: readonly Column<DeliverySummary>[] = [
  {
    id: 'created_at',
    header: 'Time',
    unit: '(virtual UTC)',
    value: (row) => `${row.created_at} ${row.delivery_id}`,
    render: (row) => formatInstant(row.created_at),
  },
  { id: 'type', header: 'Type', value: (row) => row.type, render: (row) => row.type },
  { id: 'status', header: 'Status', value: (row) => row.status, render: (row) => <StatusBadge status={row.status} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', value: (row) => row.attempts, render: (row) => row.attempts },
  {
    id: 'response_status',
    header: 'HTTP',
    align: 'right',
    hint: 'Status of the last attempt',
    value: (row) => row.response_status,
    render: (row) => row.response_status ?? <span className="muted">–</span>,
  },
  {
    id: 'next_attempt_at',
    header: 'Next attempt',
    unit: '(virtual UTC)',
    value: (row) => row.next_attempt_at,
    render: (row) =>
      row.next_attempt_at === null ? <span className="muted">–</span> : formatInstant(row.next_attempt_at),
  },
  {
    id: 'url',
    header: 'Endpoint',
    className: 'clip',
    value: (row) => row.url,
    render: (row) => <span className="mono">{row.url}</span>,
  },
];

/** The inspector says when the next attempt is due, and takes the room of this column. */
const COLUMNS_BESIDE_INSPECTOR = DELIVERY_COLUMNS.filter((column) => column.id !== 'next_attempt_at');
