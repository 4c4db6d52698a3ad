/** The registered endpoints: where, for what, whether they work, what waits for them, and what can be done with them. */

import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { sinkNameOf } from '../../../api/sinks-api.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { formatEvents, formatOrder, formatStanding, shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { EndpointActions } from './endpoint-actions.tsx';

interface EndpointTableProps {
  readonly webhooks: readonly WebhookEndpoint[];
  /** Whether an inspector takes the room of what the dialogs say too. */
  readonly isBesideInspector: boolean;
  readonly isNarrow: boolean;
}

export function EndpointTable({ webhooks, isBesideInspector, isNarrow }: EndpointTableProps) {
  const columns = ENDPOINT_COLUMNS.filter(({ id }) => !hiddenColumns(isBesideInspector, isNarrow).includes(id));
  return (
    <div className={classes.endpoints}>
      <DataTable
        label="Webhook endpoints"
        columns={columns}
        rows={webhooks}
        rowKey={(row) => row.webhook_id}
        empty={
          <>
            <strong>No endpoint is registered.</strong>
            Add one below. <Code>/sim/sink/first</Code> is the built-in receiver: it accepts everything and keeps it for
            you to look at.
          </>
        }
      />
    </div>
  );
}

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    id: 'url',
    header: 'URL',
    className: classes.endpointUrl,
    accessor: (row) => row.url,
    cell: (row) => (
      <span title={row.url}>
        <CopyText text={row.url} what="the URL" shown={shortUrl(row.url)} />
        <OwnSink url={row.url} />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    overflow: 'wrap',
    accessor: (row) => [row.status, row.disabled_reason ?? '', row.failing_since ?? ''].join(' ').trim(),
    cell: (row) => (
      <>
        <StatusBadge status={row.status} />{' '}
        <Text span c="dimmed" style={{ whiteSpace: 'nowrap' }} title={row.failing_since ?? undefined}>
          {formatStanding(row)}
        </Text>
      </>
    ),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    align: 'right',
    hint: 'Deliveries that are pending',
    accessor: (row) => row.waiting,
    cell: (row) => formatCount(row.waiting),
  },
  {
    id: 'ordered',
    header: 'Sent',
    hint: 'One event after the other, in the order in which they happened, or up to 16 at once',
    accessor: (row) => formatOrder(row.ordered),
  },
  {
    id: 'events',
    header: 'Events',
    overflow: 'wrap',
    accessor: (row) => formatEvents(row.events),
  },
  { id: 'secret', header: 'Signing secret', cell: (row) => <Secret endpoint={row} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    className: classes.endpointActions,
    cell: (row) => <EndpointActions endpoint={row} />,
  },
];

/** What gives way where there is little room; the dialogs of an endpoint say it too. */
function hiddenColumns(isBesideInspector: boolean, isNarrow: boolean): readonly string[] {
  if (isBesideInspector) return ['ordered', 'events', 'secret', ...(isNarrow ? ['waiting'] : [])];
  return isNarrow ? ['ordered', 'secret'] : [];
}

/** Masked here; its dialog shows it. */
function Secret({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { secret, previous_secrets: previous } = endpoint;
  return (
    <>
      <CopyText text={secret} what="the signing secret" shown="whsec_••••" />
      {previous.length > 0 && (
        <Text component="div" c="dimmed" title="Secrets that were replaced sign for 24 h of virtual time">
          {previous.length} before it {previous.length === 1 ? 'signs' : 'sign'} too
        </Text>
      )}
    </>
  );
}

/** The way to what a built-in receiver got, and to what makes it refuse. */
function OwnSink({ url }: { readonly url: string }) {
  const name = sinkNameOf(url, window.location.origin);
  if (name === null) return null;
  return (
    <>
      {' '}
      <Link
        to={paths.sink(name)}
        aria-label={`Sink ${name}: what it received, and what it answers`}
        title="What it received, and what it answers: let it fail here"
      >
        sink
      </Link>
    </>
  );
}
