/** The deliveries to the endpoints, newest first, with their outcome; older ones page by page. */

import { Code, Group, NativeSelect } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { ListedDelivery } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../../src-server/contract/fields/listed-choices.ts';
import { useClock } from '../../../api/clock-api.ts';
import { type DeliveryFilter, redeliver, useDeliveryPages, useWebhooks } from '../../../api/webhooks-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { ClearFilters } from '../../../components/filters/filter-box.tsx';
import { SearchBox } from '../../../components/filters/search-box.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant, formatMillisecond } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { STATUS_COLUMN } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { bulkAction } from '../../../components/tables/run-each.ts';
import {
  type Column,
  drawnNumberColumn,
  fieldColumn,
  numberColumn,
  paginationOf,
  VIRTUAL_UTC,
} from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { formatStandstill, useWholeList } from '../../../components/tables/use-whole-list.ts';
import { isFailing, shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { INJECTED_COLUMN } from '../../../components/webhooks/injected-fault.tsx';
import { paths } from '../../../paths.ts';

export function DeliveriesPanel() {
  const { deliveryId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const filter = useDeliveryFilter();
  const [isPaused, setPaused] = useState(false);
  const query = useDeliveryPages(filter, isPaused);
  const isNarrowed = Object.values(filter).some((value) => value !== '');
  const rows = query.data?.deliveries ?? [];
  const content = {
    label: 'Deliveries',
    columns: DELIVERY_COLUMNS,
    rows,
    initialSort: NEWEST_FIRST,
    pagination: paginationOf(query, 'Load older'),
  };
  const whole = useWholeList({ ...content, isFiltered: false, onScrolledAway: setPaused });
  const total = query.data?.total ?? 0;
  return (
    <>
      <WaitingNotice />
      <Panel
        title={`Deliveries${total === 0 ? '' : ` · ${formatCount(total)}`}`}
        layoutKey="webhooks/deliveries"
        side={
          <Group component="span" gap="sm" display="inline-flex">
            <span role="status">{formatStandstill(whole)}</span>
            <DeliveryFilters />
            <TableTools {...content} address={{ path: paths.webhooks(), filters: addressOf(filter) }} />
          </Group>
        }
      >
        {query.error !== null && (
          <ErrorNotice error={query.error} doing="Loading the deliveries" onRetry={() => void query.refetch()} />
        )}
        {query.data !== undefined && (
          <DataTable
            {...content}
            spare={SPARE}
            rowKey={(row) => row.delivery_id}
            selectedKey={deliveryId}
            onOpen={(row) => navigate(paths.delivery(row.delivery_id, search))}
            onScrolledAway={whole.onScrolledAway}
            bulk={(selected) => <SendAgain selected={selected} />}
            empty={isNarrowed ? <NoMatch /> : <NothingSent />}
          />
        )}
      </Panel>
    </>
  );
}

function SendAgain({ selected }: { readonly selected: readonly ListedDelivery[] }) {
  return (
    <ActionButton
      variant="default"
      leftSection={<IconSend size={14} aria-hidden />}
      action={bulkAction({
        doing: 'Sending the deliveries again',
        rows: selected,
        run: (row) => redeliver(row.delivery_id),
        done: (count) => `${plural(count, 'delivery is', 'deliveries are')} sent again`,
      })}
    >
      Send again
    </ActionButton>
  );
}

const NEWEST_FIRST = { column: 'created_at', descending: true };

function NoMatch() {
  const change = useChangeSearch();
  return (
    <>
      <strong>No delivery matches the filters.</strong>
      <ClearFilters clear={() => change(Object.fromEntries(Object.values(NAMES).map((name) => [name, ''])))} />
    </>
  );
}

/** Links to the portfolios if an endpoint exists, otherwise to the form that adds one. */
function NothingSent() {
  const isMissing = useWebhooks().data?.webhooks.length === 0;
  return (
    <>
      <strong>Nothing has been sent yet.</strong>
      {isMissing ? 'Add an endpoint, then execute a rebalance' : 'Execute a rebalance'}. Each step of a rebalance sends
      a webhook, which appears here.
      <NextStep to={isMissing ? paths.addEndpoint : paths.portfolios}>
        {isMissing ? 'Add a webhook endpoint' : 'Go to the portfolios'}
      </NextStep>
    </>
  );
}

const DELIVERY_COLUMNS: readonly Column<ListedDelivery>[] = [
  {
    ...fieldColumn('created_at', 'Time', formatMillisecond, VIRTUAL_UTC),
    accessor: (row) => `${row.created_at} ${row.delivery_id}`,
    exact: (row) => row.created_at,
  },
  fieldColumn('type', 'Type', (type, { test }) => (
    <>
      {type} {test && <TestBadge />}
    </>
  )),
  {
    id: 'portfolio',
    header: 'Portfolio',
    overflow: 'clip',
    accessor: (row) => row.portfolio_label,
    cell: ({ portfolio_id: id, portfolio_label: label }) =>
      id !== null && label !== null ? <RowLink to={paths.portfolio(id)}>{label}</RowLink> : DASH,
  },
  {
    id: 'about',
    header: 'About',
    hint: 'The order, or otherwise the rebalance',
    accessor: (row) => row.order_id ?? row.rebalance_id,
    cell: ({ order_id: orderId, rebalance_id: rebalanceId }) =>
      rebalanceId === null ? (
        DASH
      ) : (
        <RowLink to={paths.rebalance(rebalanceId)}>
          <Code title={orderId ?? rebalanceId}>{shortId(orderId ?? rebalanceId)}</Code>
        </RowLink>
      ),
  },
  fieldColumn('event_id', 'Event', (id) => <Code title={id}>{shortId(id)}</Code>, {
    hint: 'Id of the webhook event, the same in every attempt',
  }),
  STATUS_COLUMN,
  INJECTED_COLUMN,
  numberColumn('attempts', 'Attempts', (row) => row.attempts, String),
  drawnNumberColumn(
    'response_status',
    'HTTP',
    (row) => row.response_status,
    String,
    (status) => <HttpStatus status={status} />,
    {
      hint: 'Status of the last attempt',
    },
  ),
  { ...fieldColumn('next_attempt_at', 'Next attempt', formatInstant, VIRTUAL_UTC), cell: nextAttempt },
  fieldColumn('url', 'Endpoint', (url) => <Code title={url}>{shortUrl(url)}</Code>, { overflow: 'clip' }),
];

function nextAttempt({ status, attempts, next_attempt_at: at }: ListedDelivery) {
  if (at !== null) return formatInstant(at);
  if (status === 'pending')
    return (
      <Dimmed title="It waits for an earlier delivery to its endpoint, or for its endpoint to be resumed">
        after others
      </Dimmed>
    );
  return status === 'failed' && attempts === 0 ? <Dimmed>never sent</Dimmed> : DASH;
}

function shortId(id: string): string {
  return `${id.slice(0, 3)}…${id.slice(-6)}`;
}

/** Columns that are hidden if space is short; the inspector has all of them. */
const SPARE = ['event_id', 'next_attempt_at', 'attempts', 'about', 'injected', 'portfolio', 'url'];

export function TestBadge() {
  return (
    <Badge color="live" title="Sent manually to test the endpoint; nothing happened in the world">
      test
    </Badge>
  );
}

const NAMES = { webhookId: 'endpoint', status: 'status', type: 'type', q: 'q' } as const;

function useDeliveryFilter(): DeliveryFilter {
  const [query] = useSearchParams();
  const of = (name: keyof DeliveryFilter) => query.get(NAMES[name]) ?? '';
  return { webhookId: of('webhookId'), status: of('status'), type: of('type'), q: of('q') };
}

/** As in the address, without empty fields. */
function addressOf(filter: DeliveryFilter): Readonly<Record<string, string>> {
  const names: readonly (keyof DeliveryFilter)[] = ['webhookId', 'status', 'type', 'q'];
  return Object.fromEntries(names.flatMap((name) => (filter[name] === '' ? [] : [[NAMES[name], filter[name]]])));
}

function DeliveryFilters() {
  const filter = useDeliveryFilter();
  const change = useChangeSearch();
  const webhooks = useWebhooks().data?.webhooks ?? [];
  const endpoints = webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) }));
  const choices = [
    ['webhookId', 'Only deliveries to', 'any endpoint', [...removed(filter.webhookId, endpoints), ...endpoints]],
    ['status', 'Only deliveries that are', 'any status', DELIVERY_STATUSES],
    ['type', 'Only webhook events of the type', 'any type', WEBHOOK_TYPES],
  ] as const;
  const selects = choices.map(([name, label, every, data]) => (
    <NativeSelect
      key={name}
      aria-label={label}
      maw={240}
      value={filter[name]}
      data={[{ value: '', label: every }, ...data]}
      onChange={(event) => change({ [NAMES[name]]: event.currentTarget.value })}
    />
  ));
  return (
    <>
      <SearchBox
        w={180}
        label="Search words in payload, ids and portfolios"
        placeholder="Portfolio, id, ISIN ( / )"
        text={filter.q}
        onChange={(q) => change({ q })}
      />
      {selects}
    </>
  );
}

/** A removed endpoint still has deliveries, and may be in an address. */
function removed(webhookId: string, endpoints: readonly { readonly value: string }[]) {
  if (webhookId === '' || endpoints.some(({ value }) => value === webhookId)) return [];
  return [{ value: webhookId, label: `${webhookId} (removed)` }];
}

function WaitingNotice() {
  const clock = useClock().data;
  // Deliveries to a paused endpoint wait for the endpoint, not for the clock.
  const enabled = useWebhooks().data?.webhooks.filter(({ status, waiting }) => status === 'enabled' && waiting > 0);
  if (enabled === undefined || enabled.length === 0 || clock === undefined) return null;
  const failing = enabled.filter(isFailing);
  const waiting = sumOf(enabled.filter((endpoint) => !isFailing(endpoint)));
  return (
    <ClockPausedNotice clock={clock} step={{ by: '1m', label: 'Advance 1 min' }}>
      {waiting > 0 &&
        `${plural(waiting, 'delivery waits', 'deliveries wait')} for the clock to move, because attempts are made in virtual time. `}
      {failing.length > 0 &&
        `${failing.map(({ url }) => shortUrl(url)).join(', ')} ${failing.length === 1 ? 'does' : 'do'} not accept ${plural(sumOf(failing), 'delivery', 'deliveries')}, and each retry also waits for virtual time.`}
    </ClockPausedNotice>
  );
}

function sumOf(endpoints: readonly { readonly waiting: number }[]): number {
  return endpoints.reduce((sum, { waiting }) => sum + waiting, 0);
}
