/**
 * Sends due deliveries to their receivers over real HTTP and records the outcome of each attempt. An attempt is marked
 * inside a transaction and sent after it; if the process crashes in between, the attempt is sent again with the same id
 * (at least once). The transaction that records an attempt also marks the next one of its endpoint, so that no timer
 * runs between them.
 */
import type { DeliveryRecord, DrawWebhookFault, WebhookStore } from '../engine/ports/webhook-ports.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { DeliveryScheduler } from './delivery-scheduler.ts';
import { type AttemptMade, type AttemptPorts, makeAttempt, unsentAttempt } from './make-attempt.ts';
import { ATTEMPT_TIMER } from './outbox.ts';
import { countAttempt, isTaken, recordAttempt } from './record-attempt.ts';

interface DispatcherPorts extends AttemptPorts {
  /** Draws the fault of an attempt that is due. */
  readonly drawFault: DrawWebhookFault;
  /** Resolves once the disk accepts writes again. */
  whenTaken(): Promise<void>;
  /** Called after an outcome was recorded. */
  readonly onRecorded: (delivery: DeliveryRecord) => void;
}

export class Dispatcher {
  readonly #kernel: Kernel;
  readonly #store: WebhookStore;
  readonly #ports: DispatcherPorts;
  readonly #scheduler: DeliveryScheduler;
  readonly #inFlight = new Set<string>();
  #whenSettled: (() => void)[] = [];
  #stopped = false;

  constructor(kernel: Kernel, store: WebhookStore, ports: DispatcherPorts) {
    this.#kernel = kernel;
    this.#store = store;
    this.#ports = ports;
    this.#scheduler = new DeliveryScheduler(store, ports.drawFault, ports.wallNowMs);
    kernel.onTimer(ATTEMPT_TIMER, (unit, payload) => this.#scheduler.becomeDue(unit, String(payload)));
    kernel.onRollback(() => this.#scheduler.forget());
    kernel.onCommit(() => this.#pump());
  }

  /**
   * Resumes attempts that were in progress when the process ended, and attempts that an earlier version left pending.
   */
  start(): void {
    this.#kernel.execute((unit) => this.#scheduler.resume(unit));
  }

  /** Resolves once nothing is due or in progress. */
  settled(): Promise<void> {
    if (this.#isQuiet) return Promise.resolve();
    return new Promise((resolve) => this.#whenSettled.push(resolve));
  }

  /** Starts no more attempts. Those in progress are recorded or, if that fails, sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#scheduler.clear();
    await this.settled();
  }

  /** Requests one more attempt now, whatever the outcome of the earlier ones. */
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord {
    return this.#scheduler.redeliver(unit, delivery);
  }

  /** Marks the deliveries that may be sent to an endpoint, after it has changed. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void {
    this.#scheduler.scheduleNext(unit, webhookId);
  }

  get #isQuiet(): boolean {
    return this.#inFlight.size === 0 && this.#scheduler.isEmpty;
  }

  #pump(): void {
    while (!this.#stopped) {
      const deliveryId = this.#scheduler.take((id) => this.#inFlight.has(id));
      if (deliveryId === null) break;
      const delivery = this.#store.findDelivery(deliveryId);
      // After a rollback the delivery's id remains in the list, but the store has no mark.
      if (delivery?.sending) void this.#attempt(delivery);
    }
    this.#resolveIfSettled();
  }

  #resolveIfSettled(): void {
    if (!this.#isQuiet) return;
    for (const resolve of this.#whenSettled.splice(0)) resolve();
  }

  async #attempt(delivery: DeliveryRecord): Promise<void> {
    this.#inFlight.add(delivery.deliveryId);
    const recorded = await this.#sendAndRecord(delivery);
    this.#inFlight.delete(delivery.deliveryId);
    if (recorded !== null) this.#ports.onRecorded(recorded);
    this.#pump();
  }

  async #sendAndRecord(delivery: DeliveryRecord): Promise<DeliveryRecord | null> {
    const { drawnFault } = delivery;
    const send = async (): Promise<AttemptMade> => {
      const endpoint = this.#store.findEndpoint(delivery.webhookId);
      const { nowMs } = this.#kernel;
      if (endpoint !== null && endpoint.status !== 'disabled') {
        return makeAttempt(this.#ports, endpoint, delivery, drawnFault, nowMs);
      }
      const error = endpoint === null ? 'the endpoint was removed' : 'the endpoint is disabled';
      return unsentAttempt(delivery, drawnFault, error, nowMs, this.#ports.wallNowMs());
    };
    const { deliveryId } = delivery;
    const made = await send();
    if (drawnFault?.what !== 'duplicate') return this.#record(deliveryId, made, false);
    await this.#onDelivery(deliveryId, (_unit, present) => countAttempt(this.#store, present, made));
    return this.#record(deliveryId, await send(), isTaken(made));
  }

  #record(deliveryId: string, made: AttemptMade, wasTaken: boolean): Promise<DeliveryRecord | null> {
    return this.#onDelivery(deliveryId, (unit, delivery) => {
      const recorded = recordAttempt(this.#store, unit, delivery, made, wasTaken);
      this.#scheduler.scheduleAfterRecord(unit, delivery, recorded);
      return recorded;
    });
  }

  /**
   * Drops an outcome that arrives after the world was closed: the next start sends the attempt again. An outcome that
   * the disk refuses is recorded once the disk accepts it.
   */
  async #onDelivery<T>(deliveryId: string, work: (unit: UnitOfWork, delivery: DeliveryRecord) => T): Promise<T | null> {
    for (;;) {
      try {
        return this.#kernel.execute((unit) => {
          const delivery = this.#store.findDelivery(deliveryId);
          return delivery === null ? null : work(unit, delivery);
        });
      } catch (error) {
        if (this.#stopped) return null;
        if (storageFailureOf(error) === null) throw error;
      }
      await this.#ports.whenTaken();
    }
  }
}
