/** The endpoints and what signs for each, masked until it is copied; rotating a secret. All else is with the traffic. */

import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { WebhookEndpoint } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { useWebhooks } from '../../api/webhooks-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { NextStep } from '../../components/layout/next-step.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { shortUrl } from '../../components/webhooks/endpoint-label.ts';
import { RotateDialog } from '../../components/webhooks/rotate-dialog.tsx';
import { paths } from '../../paths.ts';

const SECRET_TAIL = 4;

export function WebhookSettings() {
  const read = useWebhooks();
  const [rotating, setRotating] = useState<WebhookEndpoint | null>(null);
  return (
    <>
      <QueryBoundary read={read} doing="Reading the endpoints">
        {({ webhooks }) => (
          <Panel title="Endpoints and their secrets" side={<DeliveriesLink />}>
            <DataTable
              label="Endpoints and their secrets"
              columns={columns(setRotating)}
              rows={webhooks}
              rowKey={(row) => row.webhook_id}
              empty={<NoEndpoint />}
            />
          </Panel>
        )}
      </QueryBoundary>
      {rotating !== null && <RotateDialog endpoint={rotating} onClose={() => setRotating(null)} />}
    </>
  );
}

function NoEndpoint() {
  return (
    <>
      <strong>No endpoint is registered.</strong>
      An endpoint is told of rebalances and fills, and checks with a secret of its own that it was told by this service.
      <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
    </>
  );
}

function DeliveriesLink() {
  return (
    <Button component={Link} to={paths.webhooks()} size="compact-xs" variant="default">
      Deliveries and endpoints…
    </Button>
  );
}

function columns(onRotate: (endpoint: WebhookEndpoint) => void): Column<WebhookEndpoint>[] {
  return [
    {
      id: 'url',
      header: 'URL',
      overflow: 'clip',
      accessor: (row) => row.url,
      cell: (row) => <Code title={row.url}>{shortUrl(row.url)}</Code>,
    },
    {
      id: 'status',
      header: 'Status',
      accessor: (row) => row.status,
      cell: (row) => <StatusBadge status={row.status} />,
    },
    {
      id: 'secret',
      header: 'Signing secret',
      cell: (row) => (
        <CopyText text={row.secret} what="the signing secret" shown={`whsec_••••${row.secret.slice(-SECRET_TAIL)}`} />
      ),
    },
    {
      id: 'previous',
      header: 'Replaced, still signing',
      hint: 'Secrets that were replaced less than 24 h of virtual time ago',
      align: 'right',
      accessor: (row) => row.previous_secrets.length,
      cell: (row) => formatCount(row.previous_secrets.length),
    },
    {
      id: 'rotate',
      header: 'Rotate',
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
