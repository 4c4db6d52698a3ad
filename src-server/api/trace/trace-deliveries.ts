/**
 * The external part of a trace: deliveries of an event, their attempts, and the messages that the built-in sinks
 * received.
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { SinkRecord } from '../../engine/ports/sink-ports.ts';
import type { AttemptRecord, DeliveryRecord } from '../../engine/ports/webhook-ports.ts';
import { viewDelivery } from '../views/webhooks/view-delivery.ts';
import type { DraftNode } from './draft-node.ts';
import { deliveriesOfEvent, type TraceSources } from './trace-subject.ts';
import { shortId } from './trace-titles.ts';

/** Returns everything that follows from one event of the log, causes before effects. At most `limit` deliveries. */
export function deliveryNodes(sources: TraceSources, eventId: string, parent: string, limit: number): DraftNode[] {
  const { webhooks, webhookService, sink } = sources;
  const deliveries = webhooks.deliveries(deliveriesOfEvent(eventId, limit)).reverse();
  const received = sink.ofEvent(eventId);
  const nodes: DraftNode[] = [];
  const takers = new Map<string, string[]>();
  for (const delivery of deliveries) {
    nodes.push(deliveryNode(delivery, parent));
    for (const attempt of webhooks.attempts(delivery.deliveryId)) {
      const node = attemptNode(attempt, delivery);
      nodes.push(node);
      const name = webhookService.sinkAt(attempt.url);
      if (name !== null) takers.set(name, [...(takers.get(name) ?? []), node.id]);
    }
  }
  // The first attempt that was sent to a sink of this world is the first message of the event that it received, and so on.
  const sinkNodes = received.map((record, index) => {
    const cause = takers.get(record.name)?.shift() ?? parent;
    return sinkNode(record, `${eventId}/sink/${index + 1}`, cause);
  });
  return [...nodes, ...sinkNodes];
}

function deliveryNode(delivery: DeliveryRecord, parent: string): DraftNode {
  const { deliveryId, type, url, status, createdMs } = delivery;
  const title = `Webhook ${type} for ${url}: ${DELIVERY_LABELS[status]}.`;
  return { id: deliveryId, parent, kind: 'delivery', atMs: createdMs, title, status, data: viewDelivery(delivery) };
}

const DELIVERY_LABELS: Readonly<Record<DeliveryRecord['status'], string>> = {
  pending: 'pending',
  succeeded: 'accepted',
  failed: 'failed',
  dropped: 'suppressed by a fault',
};

/** If an endpoint's address has changed since an attempt, the attempt shows its own. */
function attemptNode(attempt: AttemptRecord, { deliveryId, url: presentUrl }: DeliveryRecord): DraftNode {
  const { attempt: number, atMs, url, responseStatus, error, durationMs, tls, injected } = attempt;
  const outcome = responseStatus === null ? (error ?? 'no response') : `responded with ${responseStatus}`;
  const broken = injected === null ? '' : `, corrupted on purpose by ${shortId(injected.faultId)} (${injected.kind})`;
  return {
    id: `${deliveryId}/${number}`,
    parent: deliveryId,
    kind: 'attempt',
    atMs,
    title: `Attempt ${number}${url === presentUrl ? '' : ` to ${url}`}: ${outcome}${broken}.`,
    status: responseStatus === null ? null : String(responseStatus),
    data: {
      attempt: number,
      at: formatInstant(atMs),
      url,
      response_status: responseStatus,
      error,
      duration_ms: durationMs,
      tls,
      injected: injected === null ? null : { fault_id: injected.faultId, kind: injected.kind },
    },
  };
}

function sinkNode(record: SinkRecord, id: string, parent: string): DraftNode {
  const { name, receivedMs, method, path, signatureValid, status } = record;
  const signature =
    signatureValid === null
      ? 'with a signature that was not checked'
      : signatureValid
        ? 'with a valid signature'
        : 'without a valid signature';
  return {
    id,
    parent,
    kind: 'sink',
    atMs: receivedMs,
    title: `The sink ${name} received it, ${signature}, and responded with ${status}.`,
    status: String(status),
    data: { name, received_at: formatInstant(receivedMs), method, path, signature_valid: signatureValid, status },
  };
}
