/** Webhooks: who is told, what was sent, and for a selected delivery everything about it in the inspector on the right. */

import { useLocation, useNavigate, useParams } from 'react-router';
import { useWebhooks } from '../../../api/webhooks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { AddEndpoint } from './add-endpoint.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointTable } from './endpoint-table.tsx';

export function WebhooksPage() {
  const { deliveryId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  return (
    <div className={classes.besideInspector} data-inspecting={deliveryId === undefined ? undefined : ''}>
      <title>Webhooks · Ballast</title>
      <Page>
        <PageHeader>
          <h1>Webhooks</h1>
        </PageHeader>
        <Panel title="Endpoints" layoutKey="webhooks/endpoints" side="Standard Webhooks 1.0">
          <QueryBoundary read={webhooks} doing="Reading the endpoints">
            {(data) => <EndpointTable webhooks={data.webhooks} isBesideInspector={deliveryId !== undefined} />}
          </QueryBoundary>
          <AddEndpoint />
        </Panel>
        <DeliveriesPanel
          webhooks={webhooks.data?.webhooks ?? []}
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
