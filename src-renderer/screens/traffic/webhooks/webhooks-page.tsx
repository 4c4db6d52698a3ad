/** Webhooks: who is told, what was sent, and for a selected delivery everything about it in the inspector on the right. */

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { addWebhook, useWebhooks } from '../../../api/webhooks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointTable } from './endpoint-table.tsx';

export function WebhooksPage() {
  const { deliveryId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  const isNarrow = useMediaQuery('(max-width: 1240px)', false, { getInitialValueInEffect: false });
  return (
    <div className={classes.besideInspector} data-inspecting={deliveryId === undefined ? undefined : ''}>
      <title>Webhooks · Ballast</title>
      <Page>
        <PageHeader>
          <h1>Webhooks</h1>
        </PageHeader>
        <Panel title="Endpoints" layoutKey="webhooks/endpoints" side="Standard Webhooks 1.0">
          <QueryBoundary read={webhooks} doing="Reading the endpoints">
            {(data) => (
              <EndpointTable
                webhooks={data.webhooks}
                isBesideInspector={deliveryId !== undefined}
                isNarrow={isNarrow}
              />
            )}
          </QueryBoundary>
          <AddEndpoint />
        </Panel>
        <DeliveriesPanel
          webhooks={webhooks.data?.webhooks}
          isNarrow={isNarrow}
          selectedId={deliveryId}
          onSelect={(id) => navigate(paths.delivery(id, search))}
        />
      </Page>
      {deliveryId !== undefined && (
        <DeliveryInspector key={deliveryId} deliveryId={deliveryId} onClose={() => navigate(paths.webhooks(search))} />
      )}
    </div>
  );
}

/** Where an address has this at its end, the field for the URL has the focus. */
const HERE = '#add-endpoint';

interface NewEndpoint {
  readonly url: string;
  readonly events: NonNullable<Schemas['CreateWebhook']['events']>;
  readonly ordered: boolean;
}

const { TextField, ManyField, SwitchField } = fieldsOf<NewEndpoint>();

function AddEndpoint() {
  const form = useServerForm({
    initial: { url: '', events: [], ordered: true },
    send: ({ url, events, ordered }: NewEndpoint) =>
      addWebhook({ url: url.trim(), ordered, ...(events.length === 0 ? {} : { events }) }),
    done: (endpoint) => `Endpoint ${endpoint.url} added: it is told of what happens from now on.`,
    after: () => form.set({ url: '', events: [] }),
  });
  const { url, events } = form.values;
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address once more asks for the field once more.
  useEffect(() => {
    if (hash === HERE) field.current?.focus();
  }, [hash, key]);
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
        aria-label="Event types; none chosen means all"
        placeholder={events.length === 0 ? 'all event types' : ''}
        className={classes.addEndpointTypes}
        data={[...WEBHOOK_TYPES]}
      />
      <SwitchField name="ordered" label="in order" title="One event after the other; else up to 16 at once" mt={6} />
      <Button type="submit" variant="default" loading={form.isPending} disabled={url.trim() === ''}>
        Add endpoint
      </Button>
    </ServerForm>
  );
}
