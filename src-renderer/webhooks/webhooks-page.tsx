/** Webhooks: who is told, what was sent, and for a selected delivery everything about it in the inspector on the right. */
import { useNavigate, useParams } from 'react-router';
import { useDeliveries, useWebhooks } from '../client/queries.ts';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const { deliveryId } = useParams();
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  const deliveries = useDeliveries();
  return (
    <div className="webhooks" data-inspecting={deliveryId === undefined ? undefined : ''}>
      <title>Webhooks · Ballast</title>
      <div className="page webhooks-list">
        <div className="page-header">
          <h1>Webhooks</h1>
        </div>
        <Panel title="Endpoints" side="Standard Webhooks 1.0, loopback addresses only">
          <ReadGate read={webhooks} doing="Reading the endpoints">
            {(data) => <EndpointTable webhooks={data.webhooks} />}
          </ReadGate>
          <AddEndpoint />
        </Panel>
        <ReadGate read={deliveries} doing="Reading the deliveries">
          {(data) => (
            <>
              <WaitingNotice deliveries={data.deliveries} />
              <DeliveriesPanel
                deliveries={data.deliveries}
                selectedId={deliveryId}
                onSelect={(id) => navigate(`/webhooks/deliveries/${id}`)}
              />
            </>
          )}
        </ReadGate>
      </div>
      {deliveryId !== undefined && (
        <DeliveryInspector key={deliveryId} deliveryId={deliveryId} onClose={() => navigate('/webhooks')} />
      )}
    </div>
  );
}
