/**
 * Decides inside transactions which attempts leave after them: by what may go of each endpoint (`choose-next.ts`), and by
 * what is to be broken on purpose (decision I18). Remembers who leaves; sends nothing.
 */
import type {
  DeliveryRecord,
  DrawnWebhookFault,
  DrawWebhookFault,
  WebhookStore,
} from '../engine/ports/webhook-ports.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { CONCURRENT_ATTEMPTS, chooseNext } from './choose-next.ts';
import { unsentAttempt } from './make-attempt.ts';
import { ATTEMPT_TIMER } from './outbox.ts';
import { countAttempt } from './record-attempt.ts';

/** A delivery that lets the next one go first waits no longer than this for one, virtual time. */
const LONGEST_YIELD_MS = 3_600_000;

export class DeliveryScheduler {
  readonly #store: WebhookStore;
  readonly #drawFault: DrawWebhookFault;
  readonly #wallNowMs: () => number;
  readonly #leaving: string[] = [];
  /** Endpoints without order of which nothing due is left, so that not every record looks for it. */
  readonly #drained = new Set<string>();
  /** Endpoints in whose order a fault has faulted; those are always looked at. */
  readonly #faulted = new Set<string>();

  constructor(store: WebhookStore, drawFault: DrawWebhookFault, wallNowMs: () => number) {
    this.#store = store;
    this.#drawFault = drawFault;
    this.#wallNowMs = wallNowMs;
  }

  get isEmpty(): boolean {
    return this.#leaving.length === 0;
  }

  /** The next one to leave, oldest mark first. */
  take(): string | null {
    return this.#leaving.shift() ?? null;
  }

  clear(): void {
    this.#leaving.length = 0;
  }

  /** After a rollback: what was learnt in it may never have been. */
  forget(): void {
    this.#drained.clear();
  }

  /** A timer goes off: that of the delivery that is next, or one for nothing, because its delivery left otherwise. */
  becomeDue(unit: UnitOfWork, deliveryId: string): void {
    const delivery = this.#store.findDelivery(deliveryId);
    if (delivery?.status !== 'pending' || delivery.sending) return;
    if (delivery.nextAttemptMs !== null && delivery.nextAttemptMs > unit.nowMs) return;
    const endpoint = this.#store.findEndpoint(delivery.webhookId);
    if (endpoint === null || endpoint.status === 'disabled') this.#store.failWaiting(delivery.webhookId);
    else this.scheduleNext(unit, delivery.webhookId);
  }

  /** After something new is due, or somebody changed something. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void {
    this.#drained.delete(webhookId);
    this.#markNext(unit, webhookId);
  }

  /** After an attempt was recorded: the next one takes its place. */
  scheduleAfterRecord(unit: UnitOfWork, webhookId: string): void {
    if (!this.#drained.has(webhookId)) this.#markNext(unit, webhookId);
  }

  /** Leaves before all that waits, unless something of its endpoint is under way: then it takes its place in the order. */
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord {
    const { deliveryId, webhookId } = delivery;
    const reopened = { status: 'pending' as const, deferred: false, drawnFault: null, nextAttemptMs: unit.nowMs };
    const pending = delivery.sending ? { ...delivery, nextAttemptMs: unit.nowMs } : { ...delivery, ...reopened };
    this.#store.updateDelivery(pending);
    if (pending.sending) return pending;
    const endpoint = this.#store.findEndpoint(webhookId);
    // Where there is nobody to send to, it goes as far as that, and fails with the reason in its record.
    if (endpoint === null || endpoint.status === 'disabled') this.#leave(pending);
    else if (endpoint.status === 'enabled' && this.#store.countSending(webhookId) === 0) this.#mark(unit, pending);
    this.scheduleNext(unit, webhookId);
    return this.#store.findDelivery(deliveryId) ?? pending;
  }

  /** What was under way goes again; of an endpoint with order the first of it, as the rest waits its turn. */
  resume(unit: UnitOfWork): void {
    const under = Map.groupBy(this.#store.sendingDeliveries(), ({ webhookId }) => webhookId);
    for (const [webhookId, deliveries] of under) {
      const isOne = deliveries.length === 1 || this.#store.findEndpoint(webhookId)?.ordered === false;
      for (const delivery of deliveries) {
        if (isOne) this.#leaving.push(delivery.deliveryId);
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
      let isHeld = false;
      for (const delivery of next) isHeld = !this.#mark(unit, delivery) || isHeld;
      // What was dropped or held back made room for another.
      if (isHeld) continue;
      const isDrained = next.length === 0 && this.#store.countSending(webhookId) < CONCURRENT_ATTEMPTS;
      if (!endpoint.ordered && isDrained && !this.#faulted.has(webhookId)) this.#drained.add(webhookId);
      return;
    }
  }

  /** False where it does not leave: it was dropped, or waits now. */
  #mark(unit: UnitOfWork, delivery: DeliveryRecord): boolean {
    // One that was held back has been asked about already.
    const isAsked = delivery.deferred || delivery.drawnFault !== null;
    const drawnFault = isAsked ? delivery.drawnFault : this.#drawFault(delivery, unit.nowMs);
    const drawn = { ...delivery, drawnFault };
    if (!isAsked && drawnFault !== null && this.#holdBack(unit, drawn, drawnFault)) return false;
    this.#leave(drawn);
    return true;
  }

  #leave(delivery: DeliveryRecord): void {
    this.#store.updateDelivery({ ...delivery, sending: true });
    this.#leaving.push(delivery.deliveryId);
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
    return this.#hold(unit, delivery, LONGEST_YIELD_MS, true);
  }

  #hold(unit: UnitOfWork, delivery: DeliveryRecord, delayMs: number, deferred: boolean): true {
    const nextAttemptMs = unit.nowMs + delayMs;
    this.#faulted.add(delivery.webhookId);
    this.#store.updateDelivery({ ...delivery, deferred, nextAttemptMs });
    unit.schedule(nextAttemptMs, ATTEMPT_TIMER, delivery.deliveryId);
    return true;
  }

  /** Another one lets it go first already: two places are all that are changed. */
  #isOvertaking({ webhookId }: DeliveryRecord): boolean {
    return this.#store.firstPending(webhookId, 1).some(({ deferred }) => deferred);
  }
}
