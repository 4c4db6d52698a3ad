/** The registered endpoints: where, for what, whether they work, and their secret (masked until asked). */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../src-server/contract/webhooks.ts';
import { removeWebhook } from '../client/control-calls.ts';
import { CopyText } from '../shared/copy-text.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { formatInstant } from '../shared/format-time.ts';
import { StatusBadge } from '../shared/status-badge.tsx';
import type { Column } from '../shared/table-column.ts';
import { useAction } from '../shared/use-action.ts';

export function EndpointTable({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] }) {
  return (
    <DataTable
      label="Webhook endpoints"
      columns={ENDPOINT_COLUMNS}
      rows={webhooks}
      rowKey={(row) => row.webhook_id}
      empty={
        <>
          <strong>No endpoint is registered.</strong>
          Add one below. <span className="mono">/sim/sink/first</span> is the built-in receiver: it accepts everything
          and keeps it for you to look at.
        </>
      }
    />
  );
}

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  { id: 'url', header: 'URL', value: (row) => row.url, render: (row) => <CopyText text={row.url} what="the URL" /> },
  {
    id: 'events',
    header: 'Events',
    className: 'wrap',
    value: (row) => row.events?.join(' ') ?? 'all',
    render: (row) => (row.events === null ? 'all types' : row.events.join(', ')),
  },
  { id: 'status', header: 'Status', value: (row) => row.status, render: (row) => <StatusBadge status={row.status} /> },
  { id: 'secret', header: 'Signing secret', render: (row) => <Secret secret={row.secret} /> },
  {
    id: 'created_at',
    header: 'Added',
    unit: '(virtual UTC)',
    value: (row) => row.created_at,
    render: (row) => formatInstant(row.created_at),
  },
  { id: 'remove', header: 'Remove', align: 'right', render: (row) => <RemoveButton webhook={row} /> },
];

function Secret({ secret }: { readonly secret: string }) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Hide the signing secret' : 'Show the signing secret';
  return (
    <span className="secret">
      <CopyText text={secret} what="the signing secret" shown={isShown ? secret : 'whsec_••••••••'} />
      <Tooltip label={label}>
        <ActionIcon size="sm" aria-label={label} onClick={() => setShown(!isShown)}>
          {isShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function RemoveButton({ webhook }: { readonly webhook: WebhookEndpoint }) {
  const remove = useAction({
    doing: 'Removing the endpoint',
    run: () => removeWebhook(webhook.webhook_id),
    done: () => `Endpoint ${webhook.url} removed.`,
  });
  const label = `Remove the endpoint ${webhook.url}: nothing more is sent there`;
  return (
    <Tooltip label={label} maw={300}>
      <ActionIcon size="sm" aria-label={label} loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
        <IconTrash size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
