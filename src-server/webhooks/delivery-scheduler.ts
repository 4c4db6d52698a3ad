/**
 * Decides inside transactions which attempts are sent after them: by the order of each endpoint (`choose-next.ts`), and
 * by webhook faults (decision I18). Queues the attempts; sends nothing.
 */
import type {
  DeliveryRecord,
  DrawnWebhookFault,
  DrawWebhookFault,
  EndpointRecord,
  WebhookStore,
} from '../engine/ports/webhook-ports.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { unsentAttempt } from './make-attempt.ts';
import { ATTEMPT_TIMER } from './outbox.ts';
import { countAttempt } from './record-attempt.ts';

/** The longest time that a deferred delivery waits for the next one, in virtual time. */
const LONGEST_DEFERRAL_MS = 3_600_000;

export class DeliveryScheduler {
  readonly #store: WebhookStore;
  readonly #drawFault: DrawWebhookFault;
  readonly #wallNowMs: () => number;
  readonly #queue: string[] = [];
  /** Unordered endpoints without due deliveries, so that not every record queries for one. */
  readonly #drained = new Set<string>();
  /** Endpoints whose order a fault has changed; they are always queried. */
  readonly #faulted = new Set<string>();

  constructor(store: WebhookStore, drawFault: DrawWebhookFault, wallNowMs: () => number) {
    this.#store = store;
    this.#drawFault = drawFault;
    this.#wallNowMs = wallNowMs;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Returns the next delivery to send, first in first out; one whose attempt is under way keeps its place. */
  take(isUnderWay: (deliveryId: string) => boolean): string | null {
    const next = this.#queue.findIndex((deliveryId) => !isUnderWay(deliveryId));
    return next === -1 ? null : (this.#queue.splice(next, 1)[0] ?? null);
  }

  clear(): void {
    this.#queue.length = 0;
  }

  /** Must be called after a rollback: deliveries of the transaction may not exist. */
  forget(): void {
    this.#drained.clear();
  }

  /** Handles the timer of the next delivery. An obsolete timer is ignored: its delivery was sent otherwise. */
  becomeDue(unit: UnitOfWork, deliveryId: string): void {
    const delivery = this.#store.findDelivery(deliveryId);
    if (delivery?.status !== 'pending' || delivery.sending) return;
    if (delivery.nextAttemptMs !== null && delivery.nextAttemptMs > unit.nowMs) return;
    const endpoint = this.#store.findEndpoint(delivery.webhookId);
    if (endpoint === null || endpoint.status === 'disabled') this.#store.failWaiting(delivery.webhookId);
    else this.scheduleNext(unit, delivery.webhookId);
  }

  /** Must be called after a delivery became due or an endpoint changed. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void {
    this.#drained.delete(webhookId);
    this.#markNext(unit, webhookId);
  }

  /** Must be called after an attempt was recorded, with the delivery before it: the next delivery may be sent. */
  scheduleAfterRecord(unit: UnitOfWork, before: DeliveryRecord, recorded: DeliveryRecord): void {
    if (before.nextAttemptMs !== null) this.redeliver(unit, recorded);
    else if (!this.#drained.has(recorded.webhookId)) this.#markNext(unit, recorded.webhookId);
  }

  /**
   * Sends the delivery before all pending ones, or in its order if an attempt of its endpoint is in progress. If that
   * is its own attempt, its next one is set and follows.
   */
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord {
    const { deliveryId, webhookId } = delivery;
    const reopened = { status: 'pending' as const, deferred: false, drawnFault: null, nextAttemptMs: unit.nowMs };
    const pending = delivery.sending ? { ...delivery, nextAttemptMs: unit.nowMs } : { ...delivery, ...reopened };
    this.#store.updateDelivery(pending);
    if (pending.sending) return pending;
    const endpoint = this.#store.findEndpoint(webhookId);
    // Without an enabled endpoint, the attempt fails with the reason in its record.
    if (endpoint === null || endpoint.status === 'disabled') this.#enqueue(pending);
    else if (endpoint.status === 'enabled' && this.#store.countSending(webhookId) === 0) this.#mark(unit, pending);
    this.scheduleNext(unit, webhookId);
    return this.#store.findDelivery(deliveryId) ?? pending;
  }

  /** Resends attempts that were in progress before a restart; for an ordered endpoint only the first. */
  resume(unit: UnitOfWork): void {
    const under = Map.groupBy(this.#store.sendingDeliveries(), ({ webhookId }) => webhookId);
    for (const [webhookId, deliveries] of under) {
      const isOne = deliveries.length === 1 || this.#store.findEndpoint(webhookId)?.ordered === false;
      for (const delivery of deliveries) {
        if (isOne) this.#queue.push(delivery.deliveryId);
        else this.#store.updateDelivery({ ...delivery, sending: false, nextAttemptMs: null });
      }
    }
    for (const { webhookId } of this.#store.endpoints()) this.#markNext(unit, webhookId);
  }

  #markNext(unit: UnitOfWork, webhookId: string): void {
    const endpoint = this.#store.findEndpoint(webhookId);
    if (endpoint === null) return;
    for (;;) {
      const next = chooseNext(this.#store, endpoint, unit.nowMs);
      let isDeferred = false;
      for (const delivery of next) isDeferred = !this.#mark(unit, delivery) || isDeferred;
      // A dropped or delayed delivery makes room for another one.
      if (isDeferred) continue;
      const isDrained = next.length === 0 && this.#store.countSending(webhookId) < CONCURRENT_ATTEMPTS;
      if (!endpoint.ordered && isDrained && !this.#faulted.has(webhookId)) this.#drained.add(webhookId);
      return;
    }
  }

  /** Returns false if the delivery is not sent: it was dropped, or waits now. */
  #mark(unit: UnitOfWork, delivery: DeliveryRecord): boolean {
    // The fault of a delayed delivery was drawn before.
    const isDrawn = delivery.deferred || delivery.drawnFault !== null;
    const drawnFault = isDrawn ? delivery.drawnFault : this.#drawFault(delivery, unit.nowMs);
    const drawn = { ...delivery, drawnFault };
    if (!isDrawn && drawnFault !== null && this.#holdBack(unit, drawn, drawnFault)) return false;
    this.#enqueue(drawn);
    return true;
  }

  #enqueue(delivery: DeliveryRecord): void {
    this.#store.updateDelivery({ ...delivery, sending: true, nextAttemptMs: null });
    this.#queue.push(delivery.deliveryId);
  }

  #holdBack(unit: UnitOfWork, delivery: DeliveryRecord, drawnFault: DrawnWebhookFault): boolean {
    const { what, injection } = drawnFault;
    if (what === 'drop') {
      const reason = `suppressed by the fault ${injection.faultId}`;
      const made = unsentAttempt(delivery, drawnFault, reason, unit.nowMs, this.#wallNowMs());
      const counted = countAttempt(this.#store, delivery, made);
      this.#store.updateDelivery({
        ...counted,
        status: 'dropped',
        deferred: false,
        drawnFault: null,
        nextAttemptMs: null,
      });
      this.#store.releaseDeferred(delivery.webhookId, delivery.deliveryId);
      return true;
    }
    if (what === 'delay') return this.#hold(unit, delivery, drawnFault.delayMs, false);
    if (what !== 'reorder' || this.#isOvertaking(delivery)) return false;
    return this.#hold(unit, delivery, LONGEST_DEFERRAL_MS, true);
  }

  #hold(unit: UnitOfWork, delivery: DeliveryRecord, delayMs: number, deferred: boolean): true {
    const nextAttemptMs = unit.nowMs + delayMs;
    this.#faulted.add(delivery.webhookId);
    this.#store.updateDelivery({ ...delivery, deferred, nextAttemptMs });
    unit.schedule(nextAttemptMs, ATTEMPT_TIMER, delivery.deliveryId);
    return true;
  }

  /** Whether a deferred delivery is already before it: a reorder swaps no more than two. */
  #isOvertaking({ webhookId }: DeliveryRecord): boolean {
    return this.#store.firstPending(webhookId, 1).some(({ deferred }) => deferred);
  }
}

/** Largest number of concurrent attempts of an unordered endpoint. */
const CONCURRENT_ATTEMPTS = 16;

function chooseNext(store: WebhookStore, endpoint: EndpointRecord, nowMs: number): DeliveryRecord[] {
  if (endpoint.status !== 'enabled') return [];
  const { webhookId, ordered } = endpoint;
  const free = (ordered ? 1 : CONCURRENT_ATTEMPTS) - store.countSending(webhookId);
  if (free <= 0) return [];
  if (!ordered) return store.duePending(webhookId, nowMs, free);
  const next = nextInOrder(store, webhookId);
  return next !== null && isDue(next, nowMs) ? [next] : [];
}

/** Returns the first pending delivery, or the one after it if a fault defers the first. */
function nextInOrder(store: WebhookStore, webhookId: string): DeliveryRecord | null {
  const [first] = store.firstPending(webhookId, 1);
  if (!first?.deferred) return first ?? null;
  const [, second] = store.firstPending(webhookId, 2);
  if (second !== undefined && !second.deferred) return second;
  return first;
}

function isDue({ nextAttemptMs }: DeliveryRecord, nowMs: number): boolean {
  return nextAttemptMs === null || nextAttemptMs <= nowMs;
}
