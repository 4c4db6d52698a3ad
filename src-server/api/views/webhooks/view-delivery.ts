/** Deliveries of webhooks in the terms of the control plane, the live stream and traces (decisions I13, L). */
import type { DeliverySummary, DeliveryView, ListedDelivery } from '../../../contract/control/webhooks/webhooks.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { AttemptRecord, DeliveryRecord, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import type { World } from '../../../engine/world.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { WebhookService } from '../../control/webhooks/webhook-service.ts';
import { portfolioLabel } from '../portfolios/view-portfolios.ts';
import { type InjectionSources, injectedIntoDelivery } from './injected-faults.ts';
import { subjectOfPayload } from './payload-subject.ts';
import { viewSignature } from './view-signature.ts';

interface DeliverySources {
  readonly webhooks: WebhookStore;
  readonly webhookService: Pick<WebhookService, 'explain'>;
  readonly kernel: Pick<Kernel, 'nowMs'>;
}

export function viewDelivery(delivery: DeliveryRecord): DeliverySummary {
  return {
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    type: delivery.type,
    webhook_id: delivery.webhookId,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    created_at: formatInstant(delivery.createdMs),
    next_attempt_at: delivery.nextAttemptMs === null ? null : formatInstant(delivery.nextAttemptMs),
    test: delivery.isTest,
  };
}

/** Returns a delivery with its subject. */
export function viewListedDelivery(
  sources: InjectionSources & { readonly world: Pick<World, 'portfolios'> },
  delivery: DeliveryRecord,
): ListedDelivery {
  const { portfolios } = sources.world;
  const subject = subjectOfPayload(delivery.payload);
  const portfolio = subject.portfolio_id === null ? null : portfolios.find(subject.portfolio_id);
  const label = portfolio === null ? null : portfolioLabel(portfolio);
  const injections = injectedIntoDelivery(sources, delivery);
  return { ...viewDelivery(delivery), ...subject, portfolio_label: label, ...injections };
}

/** Returns a delivery with its attempts, and the computation of its signature. */
export function viewDeliveryInFull(sources: DeliverySources, delivery: DeliveryRecord): DeliveryView {
  const attempts = sources.webhooks.attempts(delivery.deliveryId);
  const log = attempts.map((attempt) => viewAttempt(sources, delivery, attempt));
  return {
    ...viewDelivery(delivery),
    payload: delivery.payload,
    ...waitsFor(sources, delivery),
    attempt_log: log,
    signature: log.findLast(({ signature }) => signature !== null)?.signature ?? null,
  };
}

type Waiting = Pick<DeliveryView, 'waits_for' | 'waits_for_delivery'>;

function waitsFor({ webhooks, kernel }: DeliverySources, delivery: DeliveryRecord): Waiting {
  const alone = (waits_for: DeliveryView['waits_for']): Waiting => ({ waits_for, waits_for_delivery: null });
  const { deliveryId, webhookId } = delivery;
  if (delivery.status !== 'pending') return alone(null);
  if (delivery.sending) return alone('receiver');
  if (webhooks.findEndpoint(webhookId)?.status !== 'enabled') return alone('endpoint');
  if (delivery.nextAttemptMs !== null && delivery.nextAttemptMs > kernel.nowMs) return alone('retry');
  // The first one is attempted first, so all others wait for it.
  const first = webhooks.firstPending(webhookId, 1)[0]?.deliveryId ?? null;
  return { waits_for: 'earlier_delivery', waits_for_delivery: first === deliveryId ? null : first };
}

function viewAttempt(
  sources: DeliverySources,
  delivery: DeliveryRecord,
  attempt: AttemptRecord,
): DeliveryView['attempt_log'][number] {
  const { injected } = attempt;
  return {
    attempt: attempt.attempt,
    url: attempt.url,
    at: formatInstant(attempt.atMs),
    sent_at: attempt.sentMs === 0 ? null : formatInstant(attempt.sentMs),
    request_headers: { ...attempt.requestHeaders },
    response_status: attempt.responseStatus,
    response_headers: { ...attempt.responseHeaders },
    response_body: attempt.responseBody,
    response_truncated: attempt.isCut,
    error: attempt.error,
    first_byte_ms: attempt.firstByteMs,
    duration_ms: attempt.durationMs,
    tls: attempt.tls,
    injected: injected === null ? null : { fault_id: injected.faultId, kind: injected.kind },
    signature: signatureOf(sources, delivery, attempt),
  };
}

function signatureOf(
  { webhookService }: DeliverySources,
  { webhookId, payload }: DeliveryRecord,
  attempt: AttemptRecord,
) {
  if (attempt.requestHeaders['webhook-id'] === undefined) return null;
  const explained = webhookService.explain({
    headers: attempt.requestHeaders,
    body: payload,
    secret: null,
    webhookId,
    atMs: null,
    toleranceSeconds: 300,
  });
  return viewSignature(explained);
}
