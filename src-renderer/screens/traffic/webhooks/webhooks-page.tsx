/**
 * Webhooks: the endpoints, their deliveries, and everything about a selected delivery in the inspector on the right.
 */
import { Box, Code, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { WEBHOOK_TYPES } from '../../../../src-server/contract/fields/listed-choices.ts';
import type { Filled } from '../../../../src-server/contract/openapi/request-terms.ts';
import { sinkNameOf } from '../../../api/sinks-api.ts';
import { addWebhook, useWebhooks } from '../../../api/webhooks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import {
  endpointState,
  formatEvents,
  formatOrder,
  formatStanding,
  maskedWebhookSecret,
  shortUrl,
} from '../../../components/webhooks/endpoint-label.ts';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointActions } from './endpoint-actions.tsx';

export function WebhooksPage() {
  const { deliveryId } = useParams();
  const webhooks = useWebhooks();
  return (
    <TabView
      title="Webhooks"
      inspector={deliveryId !== undefined && <DeliveryInspector key={deliveryId} deliveryId={deliveryId} />}
    >
      <Panel title="Endpoints" layoutKey="webhooks/endpoints" side="Standard Webhooks 1.0">
        <QueryBoundary query={webhooks} doing="Loading the endpoints">
          {(data) => (
            <div className={classes.endpoints}>
              <DataTable
                label="Webhook endpoints"
                columns={ENDPOINT_COLUMNS}
                spare={SPARE}
                rows={data.webhooks}
                rowKey={(row) => row.webhook_id}
                empty={NO_ENDPOINT}
              />
            </div>
          )}
        </QueryBoundary>
        <AddEndpoint />
      </Panel>
      <DeliveriesPanel />
    </TabView>
  );
}

/** Columns that are hidden if space is short; the dialogs of an endpoint have these, too. */
const SPARE = ['ordered', 'secret', 'events', 'waiting'];

const NO_ENDPOINT = (
  <>
    <strong>No endpoint is registered.</strong>
    Add one below. <Code>/sim/sink/first</Code> is a built-in receiver: it accepts every webhook and shows it to you.
  </>
);

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  fieldColumn('url', 'URL', (url) => <EndpointUrl url={url} />, { className: classes.endpointUrl }),
  {
    id: 'status',
    header: 'Status',
    overflow: 'wrap',
    accessor: (row) => [row.status, row.disabled_reason ?? '', row.failing_since ?? ''].join(' ').trim(),
    cell: (row) => (
      <>
        <StatusBadge status={endpointState(row)} />{' '}
        <Dimmed style={{ whiteSpace: 'nowrap' }} title={row.failing_since ?? undefined}>
          {formatStanding(row)}
        </Dimmed>{' '}
        {row.waiting > 0 && (
          <Box component={Link} to={paths.webhooks(pendingOf(row))} td="underline">
            Waiting deliveries
          </Box>
        )}
      </>
    ),
  },
  numberColumn('waiting', 'Waiting', (row) => row.waiting, formatCount, { hint: 'Deliveries that are pending' }),
  {
    id: 'ordered',
    header: 'Sending',
    hint: 'One delivery at a time in event-log order, or up to 16 at once',
    accessor: (row) => formatOrder(row.ordered),
  },
  { id: 'events', header: 'Webhook events', overflow: 'wrap', accessor: (row) => formatEvents(row.events) },
  { id: 'secret', header: 'Signing secret', cell: (row) => <Secret {...row} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    className: classes.endpointActions,
    cell: (row) => <EndpointActions endpoint={row} />,
  },
];

const pendingOf = ({ webhook_id: id }: WebhookEndpoint) =>
  `?${new URLSearchParams({ endpoint: id, status: 'pending' })}`;

/** The URL; for a built-in receiver also links to its requests, and to its script. */
function EndpointUrl({ url }: Pick<WebhookEndpoint, 'url'>) {
  const sink = sinkNameOf(url);
  return (
    <span title={url}>
      <CopyText text={url} what="the URL" shown={shortUrl(url)} />{' '}
      {sink !== null && (
        <Link
          to={paths.sink(sink)}
          aria-label={`Sink ${sink}: its requests and responses`}
          title="The requests that it received, and how it responds. You can make it respond with errors."
        >
          sink
        </Link>
      )}
    </span>
  );
}

/** Masked here; its dialog shows it. */
function Secret({ secret, previous_secrets: previous }: WebhookEndpoint) {
  return (
    <>
      <CopyText text={secret} what="the signing secret" shown={maskedWebhookSecret(secret)} />
      {previous.length > 0 && (
        <Text component="div" c="dimmed" title="Replaced secrets keep signing for 24 h of virtual time">
          {previous.length} replaced {previous.length === 1 ? 'secret signs' : 'secrets sign'} as well
        </Text>
      )}
    </>
  );
}

/** For this address, the URL field gets the focus. */
const HERE = 'add-endpoint';

type NewEndpoint = Filled<Pick<ControlBody<'POST /webhooks'>, 'url' | 'events' | 'ordered'>>;

const { TextField, ManyField, SwitchField } = fieldsOf<NewEndpoint>();

function AddEndpoint() {
  const form = useServerForm({
    initial: { url: '', events: [], ordered: true },
    send: ({ url, events, ordered }: NewEndpoint) =>
      addWebhook({ url: url.trim(), ordered, ...(events.length === 0 ? {} : { events }) }),
    done: (endpoint) => `Endpoint ${endpoint.url} added. It receives webhooks from now on.`,
    after: () => form.set({ url: '', events: [] }),
  });
  const { url, events } = form.values;
  const field = useRef<HTMLInputElement>(null);
  const { isOpen } = useAddressDialog(HERE);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again focuses the field again.
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen, key]);
  return (
    <ServerForm form={form} label="Add an endpoint" className={classes.addEndpoint}>
      <TextField
        name="url"
        ref={field}
        aria-label="URL of a new endpoint"
        placeholder="http://127.0.0.1:3000/hooks or /sim/sink/first"
        className={classes.addEndpointUrl}
      />
      <ManyField
        name="events"
        aria-label="Webhook event types; choose none for all"
        placeholder={events.length === 0 ? 'all webhook events' : ''}
        className={classes.addEndpointTypes}
        data={[...WEBHOOK_TYPES]}
      />
      <SwitchField name="ordered" label="in order" title="One delivery at a time; otherwise up to 16 at once" mt={6} />
      <SubmitButton form={form} variant="default" disabled={url.trim() === ''}>
        Add endpoint
      </SubmitButton>
    </ServerForm>
  );
}
