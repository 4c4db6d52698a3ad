/** What was sent to the endpoints, newest first, with how it went; older ones page by page. */

import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeliverySummary, WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { useClock } from '../../../api/clock-api.ts';
import { type DeliveryFilter, useDeliveryPages } from '../../../api/webhooks-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { DASH } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';

interface DeliveriesPanelProps {
  /** undefined: not read. */
  readonly webhooks: readonly WebhookEndpoint[] | undefined;
  readonly isNarrow: boolean;
  readonly selectedId: string | undefined;
  readonly onSelect: (deliveryId: string) => void;
}

export function DeliveriesPanel({ webhooks, isNarrow, selectedId, onSelect }: DeliveriesPanelProps) {
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
  const columns = selectedId === undefined && !isNarrow ? DELIVERY_COLUMNS : FEWER_COLUMNS;
  return (
    <>
      <WaitingNotice webhooks={webhooks ?? []} />
      <Panel
        title="Deliveries"
        layoutKey="webhooks/deliveries"
        side={
          <span className={classes.deliverySide}>
            {isScrolledAway && <span role="status">Standing still while you look further down</span>}
            <DeliveryFilters webhooks={webhooks ?? []} />
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
            empty={isNarrowed ? <strong>No delivery is like that.</strong> : <NothingSent webhooks={webhooks} />}
          />
        )}
      </Panel>
    </>
  );
}

/** Leads to the portfolios where an endpoint is known, and else to the form that adds one. */
function NothingSent({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] | undefined }) {
  const isMissing = webhooks?.length === 0;
  return (
    <>
      <strong>Nothing has been sent yet.</strong>
      {isMissing ? 'Add an endpoint, then execute a rebalance' : 'Execute a rebalance'}: every step of it is delivered
      here.
      <NextStep to={isMissing ? paths.addEndpoint : paths.portfolios}>
        {isMissing ? 'Add a webhook endpoint' : 'Go to the portfolios'}
      </NextStep>
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
  { id: 'type', header: 'Type', accessor: (row) => row.type },
  { id: 'status', header: 'Status', accessor: (row) => row.status, cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', accessor: (row) => row.attempts },
  {
    id: 'response_status',
    header: 'HTTP',
    align: 'right',
    hint: 'Status of the last attempt',
    accessor: (row) => row.response_status,
    cell: (row) => row.response_status ?? DASH,
  },
  {
    id: 'next_attempt_at',
    header: 'Next attempt',
    unit: '(virtual UTC)',
    accessor: (row) => row.next_attempt_at,
    cell: (row) => (row.next_attempt_at === null ? DASH : formatInstant(row.next_attempt_at)),
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

const NAMES = { webhookId: 'endpoint', status: 'status', type: 'type' } as const;

function useDeliveryFilter(): DeliveryFilter {
  const [query] = useSearchParams();
  const of = (name: keyof DeliveryFilter) => query.get(NAMES[name]) ?? '';
  return { webhookId: of('webhookId'), status: of('status'), type: of('type') };
}

function DeliveryFilters({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] }) {
  const filter = useDeliveryFilter();
  const [, setQuery] = useSearchParams();
  const set = (name: keyof DeliveryFilter, value: string) => {
    const query = currentSearchParams();
    if (value === '') query.delete(NAMES[name]);
    else query.set(NAMES[name], value);
    setQuery(query, { replace: true });
  };
  const endpoints = webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) }));
  const choices = [
    {
      name: 'webhookId',
      label: 'Only deliveries to',
      data: [{ value: '', label: 'every endpoint' }, ...removed(filter.webhookId, endpoints), ...endpoints],
    },
    {
      name: 'status',
      label: 'Only deliveries that are',
      data: [{ value: '', label: 'any status' }, ...DELIVERY_STATUSES],
    },
    { name: 'type', label: 'Only events of the type', data: [{ value: '', label: 'every type' }, ...WEBHOOK_TYPES] },
  ] as const;
  return choices.map(({ name, label, data }) => (
    <NativeSelect
      key={name}
      aria-label={label}
      maw={240}
      value={filter[name]}
      data={[...data]}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  ));
}

/** An endpoint that is gone still has deliveries, and an address may name it. */
function removed(webhookId: string, endpoints: readonly { readonly value: string }[]) {
  if (webhookId === '' || endpoints.some(({ value }) => value === webhookId)) return [];
  return [{ value: webhookId, label: `${webhookId} (removed)` }];
}

function WaitingNotice({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] }) {
  const clock = useClock().data;
  // What waits for a paused endpoint waits for it, not for the clock.
  const waiting = webhooks
    .filter(({ status }) => status === 'enabled')
    .reduce((sum, endpoint) => sum + endpoint.waiting, 0);
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '1m', label: 'Advance 1 m' }}>
      {plural(waiting, 'delivery waits', 'deliveries wait')} for it to move: attempts are made in virtual time.
    </ClockPausedNotice>
  );
}
