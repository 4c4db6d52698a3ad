/** What a sink received, latest first: whether it was soundly signed, and what it was answered. */

import { Code, Text } from '@mantine/core';
import type { SinkRequestView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { keyedRequests } from '../../../components/webhooks/sink-request-key.ts';
import { formatSignature, SignatureBadge } from './signature-badge.tsx';
import classes from './sinks.module.css';

interface SinkRequestsPanelProps {
  /** Oldest first. */
  readonly requests: readonly SinkRequestView[];
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string) => void;
}

interface Row {
  readonly key: string;
  readonly request: SinkRequestView;
}

export function SinkRequestsPanel({ requests, selectedKey, onSelect }: SinkRequestsPanelProps) {
  const rows = [...keyedRequests(requests)].reverse();
  const columns = selectedKey === undefined ? REQUEST_COLUMNS : COLUMNS_BESIDE_INSPECTOR;
  return (
    <Panel title="Requests" side={<CopyTableButton rows={rows} columns={REQUEST_COLUMNS} />}>
      <DataTable
        label="Requests of the sink"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        selectedKey={selectedKey}
        onOpen={(row) => onSelect(row.key)}
        empty={
          <>
            <strong>Nothing has come.</strong>
            Send anything here, or use it as a webhook endpoint and execute a rebalance.
          </>
        }
      />
    </Panel>
  );
}

const REQUEST_COLUMNS: readonly Column<Row>[] = [
  {
    id: 'received_at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: ({ request }) => request.received_at,
    cell: ({ request }) => formatInstant(request.received_at),
  },
  {
    id: 'method',
    header: 'Method',
    accessor: ({ request }) => request.method,
    cell: ({ request }) => <strong>{request.method}</strong>,
  },
  {
    id: 'signature',
    header: 'Signature',
    accessor: ({ request }) => formatSignature(request),
    cell: ({ request }) => <SignatureBadge request={request} />,
  },
  {
    id: 'answered',
    header: 'Answered',
    accessor: ({ request }) => request.answered.status,
    cell: ({ request }) => <HttpStatus status={request.answered.status} />,
  },
  {
    id: 'delay_ms',
    header: 'After',
    unit: '(real ms)',
    align: 'right',
    hint: 'How long its script held the answer back',
    accessor: ({ request }) => request.answered.delay_ms,
    cell: ({ request }) => request.answered.delay_ms,
  },
  {
    id: 'body',
    header: 'Body',
    overflow: 'clip',
    className: classes.sinkBody,
    accessor: ({ request }) => request.body,
    cell: ({ request }) =>
      request.body === '' ? (
        <Text span c="dimmed">
          empty
        </Text>
      ) : (
        <Code>{request.body}</Code>
      ),
  },
];

const COLUMNS_BESIDE_INSPECTOR = REQUEST_COLUMNS.filter(({ id }) => id !== 'body' && id !== 'delay_ms');
