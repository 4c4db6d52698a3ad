/** What was sent to the endpoints, newest first, with how it went; older ones page by page. */

import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { DeliverySummary, WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { useDeliveryPages } from '../../../api/webhooks-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { shortUrl } from '../../../components/webhooks/endpoint-words.ts';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { DeliveryFilters, useDeliveryFilter } from './delivery-filters.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { WaitingNotice } from './waiting-notice.tsx';

interface DeliveriesPanelProps {
  readonly webhooks: readonly WebhookEndpoint[];
  readonly selectedId: string | undefined;
  readonly onSelect: (deliveryId: string) => void;
}

export function DeliveriesPanel({ webhooks, selectedId, onSelect }: DeliveriesPanelProps) {
  const filter = useDeliveryFilter();
  const [isScrolledAway, setScrolledAway] = useState(false);
  const read = useDeliveryPages(filter, isScrolledAway);
  const isNarrowed = Object.values(filter).some((value) => value !== '');
  const rows = read.data ?? [];
  const pagination = read.hasNextPage
    ? {
        label: 'Load older',
        isLoading: read.isFetchingNextPage,
        hasFailed: read.isFetchNextPageError,
        load: () => void read.fetchNextPage(),
      }
    : null;
  const isNarrow = useIsNarrow();
  const columns = selectedId === undefined && !isNarrow ? DELIVERY_COLUMNS : FEWER_COLUMNS;
  return (
    <>
      <WaitingNotice webhooks={webhooks} />
      <Panel
        title="Deliveries"
        layoutKey="webhooks/deliveries"
        side={
          <span className={classes.deliverySide}>
            {isScrolledAway && <span role="status">Standing still while you look further down</span>}
            <DeliveryFilters webhooks={webhooks} />
            <TableTools table="Deliveries" rows={rows} columns={DELIVERY_COLUMNS} />
          </span>
        }
      >
        {read.error !== null && (
          <ErrorNotice error={read.error} doing="Reading the deliveries" onRetry={() => void read.refetch()} />
        )}
        {read.data !== undefined && (
          <DataTable
            label="Deliveries"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.delivery_id}
            selectedKey={selectedId}
            onOpen={(row) => onSelect(row.delivery_id)}
            pagination={pagination}
            onScrolledAway={setScrolledAway}
            empty={
              isNarrowed ? (
                <strong>No delivery is like that.</strong>
              ) : (
                <NothingSent hasEndpoint={webhooks.length > 0} />
              )
            }
          />
        )}
      </Panel>
    </>
  );
}

function NothingSent({ hasEndpoint }: { readonly hasEndpoint: boolean }) {
  return hasEndpoint ? (
    <>
      <strong>Nothing has been sent yet.</strong>
      Execute a rebalance: every step of it is delivered here.
      <NextStep to={paths.portfolios}>Go to the portfolios</NextStep>
    </>
  ) : (
    <>
      <strong>Nothing has been sent yet.</strong>
      Add an endpoint, then execute a rebalance: every step of it is delivered here.
      <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
    </>
  );
}

const DELIVERY_COLUMNS: readonly Column<DeliverySummary>[] = [
  {
    id: 'created_at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: (row) => `${row.created_at} ${row.delivery_id}`,
    cell: (row) => formatInstant(row.created_at),
  },
  { id: 'type', header: 'Type', accessor: (row) => row.type, cell: (row) => row.type },
  { id: 'status', header: 'Status', accessor: (row) => row.status, cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', accessor: (row) => row.attempts, cell: (row) => row.attempts },
  {
    id: 'response_status',
    header: 'HTTP',
    align: 'right',
    hint: 'Status of the last attempt',
    accessor: (row) => row.response_status,
    cell: (row) =>
      row.response_status ?? (
        <Text span c="dimmed">
          –
        </Text>
      ),
  },
  {
    id: 'next_attempt_at',
    header: 'Next attempt',
    unit: '(virtual UTC)',
    accessor: (row) => row.next_attempt_at,
    cell: (row) =>
      row.next_attempt_at === null ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        formatInstant(row.next_attempt_at)
      ),
  },
  {
    id: 'url',
    header: 'Endpoint',
    overflow: 'clip',
    accessor: (row) => row.url,
    cell: (row) => <Code title={row.url}>{shortUrl(row.url)}</Code>,
  },
];

/** The inspector says when the next attempt is due, and takes the room of this column. */
const FEWER_COLUMNS = DELIVERY_COLUMNS.filter((column) => column.id !== 'next_attempt_at');
