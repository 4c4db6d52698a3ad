/** What was sent to the endpoints, newest first, with how it went; older ones page by page. */

import { Code, Group, NativeSelect } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { DeliverySummary } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { useClock } from '../../../api/clock-api.ts';
import { type DeliveryFilter, redeliver, useDeliveryPages, useWebhooks } from '../../../api/webhooks-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { STATUS_COLUMN } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { eachOf } from '../../../components/tables/run-each.ts';
import {
  type Column,
  fieldColumn,
  numberColumn,
  paginationOf,
  VIRTUAL_UTC,
} from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import { paths } from '../../../paths.ts';

export function DeliveriesPanel({ isNarrow }: { readonly isNarrow: boolean }) {
  const { deliveryId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const filter = useDeliveryFilter();
  const [isScrolledAway, setScrolledAway] = useState(false);
  const read = useDeliveryPages(filter, isScrolledAway);
  const isNarrowed = Object.values(filter).some((value) => value !== '');
  const rows = read.data ?? [];
  const content = {
    ...{ label: 'Deliveries', columns: DELIVERY_COLUMNS, rows },
    leftOut: deliveryId === undefined && !isNarrow ? undefined : LEFT_OUT,
    pagination: paginationOf(read, 'Load older'),
  };
  return (
    <>
      <WaitingNotice />
      <Panel
        title="Deliveries"
        layoutKey="webhooks/deliveries"
        side={
          <Group component="span" gap="sm" display="inline-flex">
            {isScrolledAway && <span role="status">Paused while you read further down</span>}
            <DeliveryFilters />
            <TableTools {...content} place={{ path: paths.webhooks(), filters: addressOf(filter) }} />
          </Group>
        }
      >
        {read.error !== null && (
          <ErrorNotice error={read.error} doing="Reading the deliveries" onRetry={() => void read.refetch()} />
        )}
        {read.data !== undefined && (
          <DataTable
            {...content}
            rowKey={(row) => row.delivery_id}
            selectedKey={deliveryId}
            onOpen={(row) => navigate(paths.delivery(row.delivery_id, search))}
            onScrolledAway={setScrolledAway}
            bulk={(selected) => (
              <ActionButton
                variant="default"
                leftSection={<IconSend size={14} aria-hidden />}
                action={eachOf({
                  doing: 'Sending the deliveries again',
                  rows: selected,
                  run: (row) => redeliver(row.delivery_id),
                  done: (count) => `${plural(count, 'delivery is', 'deliveries are')} sent again`,
                })}
              >
                Send again
              </ActionButton>
            )}
            empty={isNarrowed ? <strong>No delivery matches the filters.</strong> : <NothingSent />}
          />
        )}
      </Panel>
    </>
  );
}

/** Leads to the portfolios where an endpoint is known, and else to the form that adds one. */
function NothingSent() {
  const isMissing = useWebhooks().data?.webhooks.length === 0;
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
    ...fieldColumn('created_at', 'Time', formatInstant, VIRTUAL_UTC),
    accessor: (row) => `${row.created_at} ${row.delivery_id}`,
    exact: (row) => row.created_at,
  },
  fieldColumn('type', 'Type', (type, { test }) => (
    <>
      {type} {test && <TestBadge />}
    </>
  )),
  STATUS_COLUMN,
  numberColumn('attempts', 'Attempts', (row) => row.attempts, String),
  numberColumn('response_status', 'HTTP', (row) => row.response_status, String, { hint: 'Status of the last attempt' }),
  { ...fieldColumn('next_attempt_at', 'Next attempt', formatInstant, VIRTUAL_UTC), cell: nextAttempt },
  fieldColumn('url', 'Endpoint', (url) => <Code title={url}>{shortUrl(url)}</Code>, { overflow: 'clip' }),
];

function nextAttempt({ status, attempts, next_attempt_at: at }: DeliverySummary) {
  if (at !== null) return formatInstant(at);
  if (status === 'pending') return <Dimmed title="Behind an earlier delivery, or for its endpoint">waits</Dimmed>;
  return status === 'failed' && attempts === 0 ? <Dimmed>never sent</Dimmed> : DASH;
}

/** The inspector says when the next attempt is due, and takes the room of this column. */
const LEFT_OUT = ['next_attempt_at'];

export function TestBadge() {
  return (
    <Badge color="live" title="Sent by hand to try the endpoint: nothing happened in the world">
      test
    </Badge>
  );
}

const NAMES = { webhookId: 'endpoint', status: 'status', type: 'type' } as const;

function useDeliveryFilter(): DeliveryFilter {
  const [query] = useSearchParams();
  const of = (name: keyof DeliveryFilter) => query.get(NAMES[name]) ?? '';
  return { webhookId: of('webhookId'), status: of('status'), type: of('type') };
}

/** As the address has it, without what is empty. */
function addressOf(filter: DeliveryFilter): Readonly<Record<string, string>> {
  const names: readonly (keyof DeliveryFilter)[] = ['webhookId', 'status', 'type'];
  return Object.fromEntries(names.flatMap((name) => (filter[name] === '' ? [] : [[NAMES[name], filter[name]]])));
}

function DeliveryFilters() {
  const filter = useDeliveryFilter();
  const change = useChangeSearch();
  const webhooks = useWebhooks().data?.webhooks ?? [];
  const endpoints = webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) }));
  const choices = [
    ['webhookId', 'Only deliveries to', 'every endpoint', [...removed(filter.webhookId, endpoints), ...endpoints]],
    ['status', 'Only deliveries that are', 'any status', DELIVERY_STATUSES],
    ['type', 'Only webhook events of the type', 'every type', WEBHOOK_TYPES],
  ] as const;
  return choices.map(([name, label, every, data]) => (
    <NativeSelect
      key={name}
      aria-label={label}
      maw={240}
      value={filter[name]}
      data={[{ value: '', label: every }, ...data]}
      onChange={(event) => change({ [NAMES[name]]: event.currentTarget.value })}
    />
  ));
}

/** An endpoint that is gone still has deliveries, and an address may name it. */
function removed(webhookId: string, endpoints: readonly { readonly value: string }[]) {
  if (webhookId === '' || endpoints.some(({ value }) => value === webhookId)) return [];
  return [{ value: webhookId, label: `${webhookId} (removed)` }];
}

function WaitingNotice() {
  const clock = useClock().data;
  // What waits for a paused endpoint waits for it, not for the clock.
  const enabled = useWebhooks().data?.webhooks.filter(({ status }) => status === 'enabled');
  const waiting = enabled?.reduce((sum, endpoint) => sum + endpoint.waiting, 0) ?? 0;
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '1m', label: 'Advance 1 min' }}>
      {plural(waiting, 'delivery waits', 'deliveries wait')} for it to move: attempts are made in virtual time.
    </ClockPausedNotice>
  );
}
