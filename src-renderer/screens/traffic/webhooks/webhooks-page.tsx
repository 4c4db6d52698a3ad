/** Webhooks: who is told, what was sent, and for a selected delivery everything about it in the inspector on the right. */

import { useLocation, useNavigate, useParams } from 'react-router';
import { useWebhooks } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import { AddEndpoint } from './add-endpoint.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import '../../../components/webhooks/webhooks.css';

export function WebhooksPage() {
  const { deliveryId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  return (
    <div className="beside-inspector" data-inspecting={deliveryId === undefined ? undefined : ''}>
      <title>Webhooks · Ballast</title>
      <div className="page">
        <div className="page-header">
          <h1>Webhooks</h1>
        </div>
        <Panel title="Endpoints" fold="webhooks/endpoints" side="Standard Webhooks 1.0">
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
      </div>
      {deliveryId !== undefined && (
        <DeliveryInspector key={deliveryId} deliveryId={deliveryId} onClose={() => navigate(paths.webhooks(search))} />
      )}
    </div>
  );
}
