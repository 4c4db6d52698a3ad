/** Everything about one delivery: payload, signature check, each attempt with what was sent and answered; and a retry. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { DeliveryView } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { useDelivery } from '../client/queries.ts';
import { redeliver } from '../client/webhook-calls.ts';
import { CopyText } from '../shared/copy-text.tsx';
import { formatInstant } from '../shared/format-time.ts';
import { Inspector } from '../shared/inspector.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { useAction } from '../shared/use-action.ts';
import { AttemptLog } from './attempt-log.tsx';
import { shortUrl, waitsForWords } from './endpoint-words.ts';
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
    <Inspector
      title="Delivery"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" component={Link} to={`/traffic/trace/${encodeURIComponent(deliveryId)}`}>
            Trace
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate(undefined)}
          >
            Send again
          </Button>
        </>
      }
    >
      <ReadGate read={read} doing="Reading the delivery">
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery} />
            <SignatureCheck signature={delivery.signature} />
            <PayloadView payload={delivery.payload} />
            <AttemptLog delivery={delivery} />
          </>
        )}
      </ReadGate>
    </Inspector>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: DeliveryView }) {
  const waiting = waitsForWords(delivery.waits_for, delivery.next_attempt_at);
  return (
    <dl className="inspector-facts">
      <dt>Type</dt>
      <dd>
        {delivery.type} <StatusBadge status={delivery.status} />
      </dd>
      <dt>Endpoint</dt>
      <dd>
        <CopyText text={delivery.url} what="the URL" shown={shortUrl(delivery.url)} />
      </dd>
      <dt>Event</dt>
      <dd>
        <CopyText text={delivery.event_id} what="the event id" />
      </dd>
      <dt>Created</dt>
      <dd>{formatInstant(delivery.created_at)} virtual UTC</dd>
      {waiting !== null && (
        <>
          <dt>Waits</dt>
          <dd>{waiting}</dd>
        </>
      )}
    </dl>
  );
}
