/** Everything about one delivery: payload, signature check, each attempt with what was sent and answered; and a retry. */
import { Button, CloseButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { DeliveryView } from '../../src-server/contract/webhooks.ts';
import { redeliver } from '../client/control-calls.ts';
import { useDelivery } from '../client/queries.ts';
import { CopyText } from '../shared/copy-text.tsx';
import { formatInstant } from '../shared/format-time.ts';
import { ReadGate } from '../shared/read-gate.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { useAction } from '../shared/use-action.ts';
import { AttemptLog } from './attempt-log.tsx';
import { PayloadView } from './payload-view.tsx';
import { SignatureCheck } from './signature-check.tsx';

interface DeliveryInspectorProps {
  readonly deliveryId: string;
  readonly onClose: () => void;
}

export function DeliveryInspector({ deliveryId, onClose }: DeliveryInspectorProps) {
  const read = useDelivery(deliveryId);
  const again = useAction({
    doing: 'Sending again',
    run: () => redeliver(deliveryId),
    done: () => 'Sent again, as one more attempt with the same event id.',
  });
  return (
    <aside
      className="inspector"
      aria-label="Delivery"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="inspector-head">
        <h2>Delivery</h2>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={again.isPending}
          onClick={() => again.mutate(undefined)}
        >
          Send again
        </Button>
        <CloseButton size="sm" aria-label="Close the inspector" onClick={onClose} />
      </div>
      <div className="inspector-body">
        <ReadGate read={read} doing="Reading the delivery">
          {(delivery) => (
            <>
              <DeliveryFacts delivery={delivery} />
              <SignatureCheck signature={delivery.signature} />
              <PayloadView payload={delivery.payload} />
              <AttemptLog attempts={delivery.attempt_log} />
            </>
          )}
        </ReadGate>
      </div>
    </aside>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: DeliveryView }) {
  return (
    <dl className="inspector-facts">
      <dt>Type</dt>
      <dd>
        {delivery.type} <StatusBadge status={delivery.status} />
      </dd>
      <dt>Endpoint</dt>
      <dd>
        <CopyText text={delivery.url} what="the URL" />
      </dd>
      <dt>Event</dt>
      <dd>
        <CopyText text={delivery.event_id} what="the event id" />
      </dd>
      <dt>Created</dt>
      <dd>{formatInstant(delivery.created_at)} virtual UTC</dd>
      {delivery.next_attempt_at !== null && (
        <>
          <dt>Next attempt</dt>
          <dd>{formatInstant(delivery.next_attempt_at)} virtual UTC</dd>
        </>
      )}
    </dl>
  );
}
