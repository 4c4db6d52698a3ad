/** Everything about one delivery: payload, signature check, each attempt with what was sent and answered; and a retry. */

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { redeliver, useDelivery } from '../../../api/webhooks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { Inspector } from '../../../components/layout/inspector.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { formatWaitsFor, shortUrl } from '../../../components/webhooks/endpoint-words.ts';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { paths } from '../../../paths.ts';
import { AttemptLog } from './attempt-log.tsx';
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
          <Button variant="default" component={Link} to={paths.trace(deliveryId)}>
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
      <QueryBoundary read={read} doing="Reading the delivery">
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery} />
            <SignatureCheck signature={delivery.signature} />
            <PayloadView payload={delivery.payload} />
            <AttemptLog delivery={delivery} />
          </>
        )}
      </QueryBoundary>
    </Inspector>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: DeliveryView }) {
  const waiting = formatWaitsFor(delivery.waits_for, delivery.next_attempt_at);
  return (
    <dl className={classes.inspectorFacts}>
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
