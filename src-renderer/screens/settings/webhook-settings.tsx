/**
 * The endpoints and the signing secret of each, masked until it is copied; rotating a secret. All other actions are in
 * the traffic screen.
 */

import { Button, Code, Group } from '@mantine/core';
import type { WebhookEndpoint } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { useWebhooks } from '../../api/webhooks-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { LinkButton } from '../../components/layout/link-button.tsx';
import { NextStep } from '../../components/layout/next-step.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useAddressDialogs } from '../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { type Column, fieldColumn, numberColumn } from '../../components/tables/table-column.ts';
import { endpointState, maskedWebhookSecret, shortUrl } from '../../components/webhooks/endpoint-label.ts';
import { RotateDialog } from '../../components/webhooks/rotate-dialog.tsx';
import { paths } from '../../paths.ts';

export function WebhookSettings() {
  const query = useWebhooks();
  const { open, of, show, close } = useAddressDialogs(['rotate']);
  const candidates = open === null ? [] : (query.data?.webhooks ?? []);
  const rotating = candidates.find(({ webhook_id: id }) => id === of);
  return (
    <>
      <QueryBoundary query={query} doing="Loading the endpoints">
        {({ webhooks }) => (
          <Panel
            title="Endpoints and their secrets"
            side={
              <Group gap="xs">
                <LinkButton to={paths.addEndpoint} size="compact-xs">
                  Add endpoint
                </LinkButton>
                <LinkButton to={paths.webhooks()} size="compact-xs">
                  Deliveries and endpoints…
                </LinkButton>
              </Group>
            }
          >
            <DataTable
              label="Endpoints and their secrets"
              columns={columns(({ webhook_id: id }) => show('rotate', id))}
              rows={webhooks}
              rowKey={(row) => row.webhook_id}
              empty={
                <>
                  <strong>No endpoint is registered.</strong>
                  An endpoint receives webhooks about rebalances and fills, and checks their signatures with its own
                  secret.
                  <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
                </>
              }
            />
          </Panel>
        )}
      </QueryBoundary>
      {rotating !== undefined && <RotateDialog endpoint={rotating} onClose={close} />}
    </>
  );
}

function columns(onRotate: (endpoint: WebhookEndpoint) => void): Column<WebhookEndpoint>[] {
  return [
    fieldColumn('url', 'URL', (url) => <Code title={url}>{shortUrl(url)}</Code>, { overflow: 'clip' }),
    {
      id: 'status',
      header: 'Status',
      accessor: endpointState,
      cell: (endpoint) => <StatusBadge status={endpointState(endpoint)} />,
    },
    {
      id: 'secret',
      header: 'Signing secret',
      cell: ({ secret }) => <CopyText text={secret} what="the signing secret" shown={maskedWebhookSecret(secret)} />,
    },
    numberColumn('previous', 'Replaced but still signing', (row) => row.previous_secrets.length, formatCount, {
      hint: 'Secrets that were replaced less than 24 h of virtual time ago',
    }),
    {
      id: 'rotate',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Rotate the secret of ${row.url}`}
          onClick={() => onRotate(row)}
        >
          Rotate…
        </Button>
      ),
    },
  ];
}
