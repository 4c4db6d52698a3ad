/**
 * Carries due deliveries to their receivers over real HTTP and records what came of each attempt. An attempt becomes
 * due inside a transaction and is sent after it; a crash in between sends it again, with the same id (at least once).
 */

import type { AttemptRecord, DeliveryRecord, EndpointRecord, SendHttp, WebhookStore } from '../engine/webhook-ports.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { ATTEMPT_TIMER } from './outbox.ts';
import { retryDelayMs } from './retry-plan.ts';
import { signWebhook } from './sign-webhook.ts';

export interface DispatcherPorts {
  readonly send: SendHttp;
  /** Unix seconds for `webhook-timestamp`: the wall clock, or virtual time in a scenario (decision I). */
  readonly timestampSeconds: () => number;
  /** The absolute address of an endpoint; paths of the built-in sink become addresses of this server. */
  readonly resolveUrl: (url: string) => string;
  /** Called after an outcome was recorded. */
  readonly onRecorded: (delivery: DeliveryRecord) => void;
}

const ATTEMPT_TIMEOUT_MS = 15_000;
const CONCURRENT_ATTEMPTS = 16;
const KEPT_BODY_CHARACTERS = 65_536;

export class Dispatcher {
  readonly #kernel: Kernel;
  readonly #store: WebhookStore;
  readonly #ports: DispatcherPorts;
  readonly #waiting: string[] = [];
  readonly #inFlight = new Set<string>();
  #whenSettled: (() => void)[] = [];
  #stopped = false;

  constructor(kernel: Kernel, store: WebhookStore, ports: DispatcherPorts) {
    this.#kernel = kernel;
    this.#store = store;
    this.#ports = ports;
    kernel.onTimer(ATTEMPT_TIMER, (unit, payload) => this.#becomeDue(unit.nowMs, String(payload)));
    kernel.onCommit(() => this.#pump());
  }

  /** Takes up what was under way when the process ended. */
  start(): void {
    for (const { deliveryId } of this.#store.sendingDeliveries()) this.#waiting.push(deliveryId);
    this.#pump();
  }

  /** Resolves once nothing is due or under way. */
  settled(): Promise<void> {
    if (this.#isQuiet) return Promise.resolve();
    return new Promise((resolve) => this.#whenSettled.push(resolve));
  }

  /** Starts nothing more; what is under way is recorded or, failing that, sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.length = 0;
    await this.settled();
  }

  /** Asks for one more attempt now, whatever came of the earlier ones. */
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord {
    const pending = { ...delivery, status: 'pending' as const, nextAttemptMs: unit.nowMs };
    this.#store.updateDelivery(pending);
    unit.schedule(unit.nowMs, ATTEMPT_TIMER, delivery.deliveryId);
    return pending;
  }

  get #isQuiet(): boolean {
    return this.#inFlight.size === 0 && this.#waiting.length === 0;
  }

  #becomeDue(nowMs: number, deliveryId: string): void {
    const delivery = this.#store.findDelivery(deliveryId);
    if (delivery?.status !== 'pending' || delivery.sending) return;
    // A redelivery has moved the next attempt: the timer of the retry it replaced still goes off, for nothing.
    if (delivery.nextAttemptMs !== null && delivery.nextAttemptMs > nowMs) return;
    this.#store.updateDelivery({ ...delivery, sending: true });
    this.#waiting.push(deliveryId);
  }

  #pump(): void {
    while (!this.#stopped && this.#inFlight.size < CONCURRENT_ATTEMPTS) {
      const deliveryId = this.#waiting.shift();
      if (deliveryId === undefined) break;
      const delivery = this.#store.findDelivery(deliveryId);
      // A transaction that was rolled back leaves its number behind in the list, but no mark in the store.
      if (delivery?.sending && !this.#inFlight.has(deliveryId)) void this.#attempt(delivery);
    }
    this.#announceIfSettled();
  }

  #announceIfSettled(): void {
    if (!this.#isQuiet) return;
    for (const resolve of this.#whenSettled.splice(0)) resolve();
  }

  async #attempt(delivery: DeliveryRecord): Promise<void> {
    this.#inFlight.add(delivery.deliveryId);
    const endpoint = this.#store.findEndpoint(delivery.webhookId);
    const attempt = await this.#send(delivery, endpoint);
    const recorded = this.#recordUnlessClosed(attempt);
    this.#inFlight.delete(delivery.deliveryId);
    if (recorded !== null) this.#ports.onRecorded(recorded);
    this.#pump();
  }

  /** An answer that comes when the world is closed already is forgotten: the next start sends the attempt again. */
  #recordUnlessClosed(attempt: {
    record: Omit<AttemptRecord, 'atMs'>;
    retryAfter: string | null;
  }): DeliveryRecord | null {
    try {
      return this.#kernel.execute((unit) => this.#record(unit, attempt.record, attempt.retryAfter));
    } catch (error) {
      if (this.#stopped) return null;
      throw error;
    }
  }

  async #send(
    delivery: DeliveryRecord,
    endpoint: EndpointRecord | null,
  ): Promise<{ record: Omit<AttemptRecord, 'atMs'>; retryAfter: string | null }> {
    const base = {
      deliveryId: delivery.deliveryId,
      attempt: delivery.attempts + 1,
      url: delivery.url,
      sentMs: 0,
      responseHeaders: {},
      isCut: false,
      firstByteMs: null,
      injected: null,
    };
    if (endpoint === null || endpoint.status === 'disabled') {
      const error = endpoint === null ? 'the endpoint was removed' : 'the endpoint is disabled';
      const record = { ...base, requestHeaders: {}, responseStatus: null, responseBody: '', error, durationMs: 0 };
      return { record, retryAfter: null };
    }
    const seconds = this.#ports.timestampSeconds();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Ballast-Webhooks/1',
      ...signWebhook(endpoint.secret, delivery.eventId, seconds, delivery.payload),
    };
    const url = this.#ports.resolveUrl(endpoint.url);
    const outcome = await this.#ports.send({ url, headers, body: delivery.payload, timeoutMs: ATTEMPT_TIMEOUT_MS });
    const record = {
      ...base,
      requestHeaders: headers,
      responseStatus: outcome.status,
      responseBody: outcome.body.slice(0, KEPT_BODY_CHARACTERS),
      error: outcome.error,
      durationMs: outcome.durationMs,
    };
    return { record, retryAfter: outcome.status === 429 || outcome.status === 503 ? outcome.retryAfter : null };
  }

  #record(unit: UnitOfWork, attempt: Omit<AttemptRecord, 'atMs'>, retryAfter: string | null): DeliveryRecord | null {
    const delivery = this.#store.findDelivery(attempt.deliveryId);
    if (delivery === null) return null;
    this.#store.insertAttempt({ ...attempt, atMs: unit.nowMs });
    const done = {
      ...delivery,
      sending: false,
      attempts: attempt.attempt,
      responseStatus: attempt.responseStatus,
      nextAttemptMs: null,
    };
    const status = attempt.responseStatus;
    const next = this.#nextState(unit, done, status !== null && status >= 200 && status < 300, retryAfter);
    this.#store.updateDelivery(next);
    if (status === 410) this.#disable(delivery.webhookId);
    return next;
  }

  #nextState(unit: UnitOfWork, done: DeliveryRecord, ok: boolean, retryAfter: string | null): DeliveryRecord {
    if (ok) return { ...done, status: 'succeeded' };
    const endpoint = this.#store.findEndpoint(done.webhookId);
    const isGone = endpoint === null || endpoint.status === 'disabled' || done.responseStatus === 410;
    const delayMs = isGone ? null : retryDelayMs(unit.seed, done.deliveryId, done.attempts, retryAfter);
    if (delayMs === null) return { ...done, status: 'failed' };
    unit.schedule(unit.nowMs + delayMs, ATTEMPT_TIMER, done.deliveryId);
    return { ...done, nextAttemptMs: unit.nowMs + delayMs };
  }

  #disable(webhookId: string): void {
    const endpoint = this.#store.findEndpoint(webhookId);
    if (endpoint !== null) this.#store.updateEndpoint({ ...endpoint, status: 'disabled', disabledReason: 'gone' });
  }
}
