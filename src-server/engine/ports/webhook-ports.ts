/** The ports of the webhooks room: a store for endpoints and deliveries, and a way to send bytes. */

import type { WebhookEffect } from '../../domain/faults/webhook-effect.ts';
import type {
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  USED_TRUSTS,
} from '../../domain/webhook-choices.ts';
import type { Injection } from '../http-faults/http-fault.ts';

export interface EndpointRecord {
  readonly webhookId: string;
  readonly url: string;
  /** `null`: every type. */
  readonly events: readonly string[] | null;
  readonly secret: string;
  /** Secrets that sign in addition to the present one, newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** Number of times that the secret was replaced. */
  readonly rotations: number;
  readonly status: (typeof ENDPOINT_STATUSES)[number];
  readonly disabledReason: (typeof DISABLED_REASONS)[number] | null;
  /** The first failed attempt since the last one that succeeded. */
  readonly failingSinceMs: number | null;
  /** Whether it receives one event after the other, in the order in which they happened. */
  readonly ordered: boolean;
  /** Host ms within which a response must arrive. */
  readonly timeoutMs: number;
  /** The certificates by which it is trusted; `null`: like all receivers of this server. */
  readonly tls: ReceiverTrust | null;
  readonly createdMs: number;
}

/** Certificates of its own CA in PEM, which replace all others; or none: its certificate is not checked. */
export type ReceiverTrust = { readonly ca: string } | { readonly insecure: true };

export type UsedTrust = (typeof USED_TRUSTS)[number];

/** A secret that was replaced and still signs until an instant of virtual time. */
export interface PreviousSecret {
  readonly secret: string;
  readonly untilMs: number;
}

export interface DeliveryRecord {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly webhookId: string;
  readonly url: string;
  /** The exact text that is signed and sent. */
  readonly payload: string;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  /** True from the instant an attempt is due until its outcome is recorded; a restart sends these again. */
  readonly sending: boolean;
  /** Whether a reorder fault makes it wait for the next delivery of its endpoint. */
  readonly deferred: boolean;
  /**
   * The fault drawn for the next attempt; stored until the attempt is recorded, so that a crash does not draw another
   * one.
   */
  readonly drawnFault: DrawnWebhookFault | null;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly createdMs: number;
  readonly nextAttemptMs: number | null;
  /** A test event (decision I21): nothing happened in the world, and it is never retried. */
  readonly isTest: boolean;
}

/** A webhook fault of a delivery's next attempt. */
export type DrawnWebhookFault = { readonly injection: Injection } & WebhookEffect;

/** Called once for every attempt that is due, inside the transaction in which it becomes due; `null`: no fault. */
export type DrawWebhookFault = (delivery: DeliveryRecord, nowMs: number) => DrawnWebhookFault | null;

export interface AttemptRecord {
  readonly deliveryId: string;
  readonly attempt: number;
  /** Virtual time. */
  readonly atMs: number;
  /** The wall clock at sending. */
  readonly sentMs: number;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** Whether the response was longer than its stored part. */
  readonly isCut: boolean;
  readonly error: string | null;
  /** Host ms until the head of the response arrived; `null` without one. */
  readonly firstByteMs: number | null;
  readonly durationMs: number;
  /** `null`: nothing was sent over TLS, or an earlier version sent it. */
  readonly tls: UsedTrust | null;
  /** The fault injected into it. */
  readonly injected: Injection | null;
}

/** Conditions for deliveries; `null` if any value matches. */
export interface DeliveryQuery {
  readonly webhookId: string | null;
  readonly status: DeliveryRecord['status'] | null;
  readonly type: string | null;
  readonly eventId: string | null;
  /** Text in the payload, in the ids of the delivery and its event, or in the label of the portfolio, ignoring case. */
  readonly text: string | null;
  /** Only those created before this one. */
  readonly beforeDeliveryId: string | null;
  readonly limit: number;
}

export interface WebhookStore {
  insertEndpoint(endpoint: EndpointRecord): void;
  updateEndpoint(endpoint: EndpointRecord): void;
  removeEndpoint(webhookId: string): boolean;
  findEndpoint(webhookId: string): EndpointRecord | null;
  /** Oldest first. */
  endpoints(): EndpointRecord[];
  insertDelivery(delivery: DeliveryRecord): void;
  /** Writes the changeable fields of a delivery: its URL and state, never its contents. */
  updateDelivery(delivery: DeliveryRecord): void;
  findDelivery(deliveryId: string): DeliveryRecord | null;
  /** Newest first. */
  deliveries(filter: DeliveryQuery): DeliveryRecord[];
  /** Number of matches, whatever page is requested. */
  countDeliveries(filter: Omit<DeliveryQuery, 'beforeDeliveryId' | 'limit'>): number;
  /** Deliveries whose attempt is due or was in progress when the process ended. */
  sendingDeliveries(): DeliveryRecord[];
  /** Number of an endpoint's deliveries with an attempt that is due or in progress. */
  countSending(webhookId: string): number;
  /** Number of an endpoint's pending deliveries. */
  countWaiting(webhookId: string): number;
  /** Whether an endpoint has a pending delivery that is not deferred, so that the next one must wait for it. */
  isBusy(webhookId: string): boolean;
  /** The first pending deliveries of an endpoint, in the order of their events. */
  firstPending(webhookId: string, limit: number): DeliveryRecord[];
  /** Pending deliveries of an endpoint that are due and have no attempt in progress, in order. */
  duePending(webhookId: string, nowMs: number, limit: number): DeliveryRecord[];
  /** Fails the waiting deliveries of an endpoint, except for attempts in progress, whose outcome still counts. */
  failWaiting(webhookId: string): void;
  /** Makes the waiting deliveries of an endpoint due at once. */
  wakeWaiting(webhookId: string): void;
  /** Ends the wait of the delivery that was deferred for `deliveryId`. */
  releaseDeferred(webhookId: string, deliveryId: string): void;
  /**
   * Makes deliveries of an endpoint pending again that have one of these statuses and were created at or after
   * `sinceMs`; excludes tests.
   */
  reopen(webhookId: string, statuses: readonly DeliveryRecord['status'][], sinceMs: number): number;
  /** Number of deliveries of a type that a receiver accepted, without tests. */
  countDelivered(type: string): number;
  insertAttempt(attempt: AttemptRecord): void;
  attempts(deliveryId: string): AttemptRecord[];
}

/** Whether a request's signature is valid, and why. */
export interface SignatureCheck {
  readonly valid: boolean;
  readonly explanation: string;
  /** The signed text: `<webhook-id>.<webhook-timestamp>.<body>`. */
  readonly signedContent: string;
  /** The signature of that content by the secret. */
  readonly expected: string;
}

/** A host beyond loopback that webhooks may be sent to, because the server was started with it. */
export interface AllowedHost {
  /** As in URLs, in lower case. */
  readonly name: string;
  /** Its address; `null`: whatever the name resolves to, each time. */
  readonly address: string | null;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** `null`: like all receivers of this server. */
  readonly tls: ReceiverTrust | null;
}

/**
 * The outcome of a request: a status with the beginning of the body, or the reason for none; both if a response broke
 * off.
 */
interface HttpOutcome {
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the response was longer than `body`. */
  readonly isCut: boolean;
  /** Why there is no complete response, as text; `null` if there is one. */
  readonly error: string | null;
  /** Host ms until the head of the response arrived. */
  readonly firstByteMs: number | null;
  readonly durationMs: number;
  /** `null`: nothing was sent over TLS. */
  readonly tls: UsedTrust | null;
}

export type SendHttp = (request: HttpRequest) => Promise<HttpOutcome>;
