/**
 * What the webhooks room asks of the rooms around it: a store for endpoints and deliveries, and a way to send bytes.
 */

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
  /** Secrets that still sign beside the present one, newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** How often the secret was replaced. */
  readonly rotations: number;
  readonly status: (typeof ENDPOINT_STATUSES)[number];
  readonly disabledReason: (typeof DISABLED_REASONS)[number] | null;
  /** The first failed attempt since the last one that succeeded. */
  readonly failingSinceMs: number | null;
  /** One event after the other, in the order in which they happened. */
  readonly ordered: boolean;
  /** Host ms within which an answer has to come. */
  readonly timeoutMs: number;
  /** Whose certificates it is trusted by; `null`: as all receivers of this server. */
  readonly tls: ReceiverTrust | null;
  readonly createdMs: number;
}

/** Certificates of its own CA, PEM, which count alone; or nobody's: its certificate is not checked. */
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
  /** Lets the next one of its endpoint go first: reordered on purpose. */
  readonly deferred: boolean;
  /** The fault drawn for the next attempt; stored until the attempt is recorded, so that a crash draws no other. */
  readonly drawnFault: DrawnWebhookFault | null;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly createdMs: number;
  readonly nextAttemptMs: number | null;
  /** Sent by hand to try the endpoint (decision I21): nothing happened in the world, and it is never retried. */
  readonly isTest: boolean;
}

/** A webhook fault that the next attempt of a delivery meets. */
export type DrawnWebhookFault = { readonly injection: Injection } & WebhookEffect;

/** Called once for every attempt that is due, inside the transaction in which it falls due; `null`: no fault. */
export type DrawWebhookFault = (delivery: DeliveryRecord, nowMs: number) => DrawnWebhookFault | null;

export interface AttemptRecord {
  readonly deliveryId: string;
  readonly attempt: number;
  /** Virtual time. */
  readonly atMs: number;
  /** The wall clock when it left. */
  readonly sentMs: number;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** The answer was longer than what is kept of it. */
  readonly isCut: boolean;
  readonly error: string | null;
  /** Host ms until the head of the answer was there; `null` without one. */
  readonly firstByteMs: number | null;
  readonly durationMs: number;
  /** `null`: nothing was sent over TLS, or an older version sent it. */
  readonly tls: UsedTrust | null;
  /** What was broken in it on purpose. */
  readonly injected: Injection | null;
}

/** Which deliveries are wanted; `null` where it does not matter. */
export interface DeliveryQuery {
  readonly webhookId: string | null;
  readonly status: DeliveryRecord['status'] | null;
  readonly type: string | null;
  readonly eventId: string | null;
  /** Somewhere in the payload, the identifiers or the label of the portfolio, in small or capital letters. */
  readonly text: string | null;
  /** Only those that were made before this one. */
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
  /** Writes what changes of a delivery: where it goes and where it stands, never what it says. */
  updateDelivery(delivery: DeliveryRecord): void;
  findDelivery(deliveryId: string): DeliveryRecord | null;
  /** Newest first. */
  deliveries(filter: DeliveryQuery): DeliveryRecord[];
  /** How many match, whatever page is asked for. */
  countDeliveries(filter: Omit<DeliveryQuery, 'beforeDeliveryId' | 'limit'>): number;
  /** Deliveries whose attempt is due or was under way when the process ended. */
  sendingDeliveries(): DeliveryRecord[];
  /** How many of an endpoint have an attempt that is due or under way. */
  countSending(webhookId: string): number;
  /** How many of an endpoint are pending. */
  countWaiting(webhookId: string): number;
  /** Whether something of an endpoint is pending behind which the next one has to wait. */
  isBusy(webhookId: string): boolean;
  /** The first pending ones of an endpoint, in the order of their events. */
  firstPending(webhookId: string, limit: number): DeliveryRecord[];
  /** Pending ones of an endpoint whose time has come and of which no attempt is under way, in order. */
  duePending(webhookId: string, nowMs: number, limit: number): DeliveryRecord[];
  /** What waits for an endpoint fails, but for attempts under way: those still have a say. */
  failWaiting(webhookId: string): void;
  /** What waits for an endpoint waits for no instant any more. */
  wakeWaiting(webhookId: string): void;
  /** What let `deliveryId` go first waits no more. */
  releaseDeferred(webhookId: string, deliveryId: string): void;
  /** Makes deliveries of an endpoint pending again, but no tests, that stand so and were made at or after `sinceMs`. */
  reopen(webhookId: string, statuses: readonly DeliveryRecord['status'][], sinceMs: number): number;
  /** Deliveries of a type that a receiver took, without tests. */
  countDelivered(type: string): number;
  insertAttempt(attempt: AttemptRecord): void;
  attempts(deliveryId: string): AttemptRecord[];
}

/** Whether a request's signature holds, and why. */
export interface SignatureCheck {
  readonly valid: boolean;
  readonly explanation: string;
  /** What was signed: `<webhook-id>.<webhook-timestamp>.<body>`. */
  readonly signedContent: string;
  /** The signature the secret gives for that content. */
  readonly expected: string;
}

/** A host beyond loopback that webhooks may go to, because whoever started the server said so. */
export interface AllowedHost {
  /** As it stands in addresses, in small letters. */
  readonly name: string;
  /** The address it stands for; `null`: whatever the name resolves to, each time. */
  readonly address: string | null;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** `null`: as all receivers of this server. */
  readonly tls: ReceiverTrust | null;
}

/** What came back: a status with the head of the body, or why nothing did; both where an answer broke off. */
interface HttpOutcome {
  readonly status: number | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** More was answered than `body` has. */
  readonly isCut: boolean;
  /** Why there is no whole answer, in words; `null` where there is one. */
  readonly error: string | null;
  /** Host ms until the head of the answer was there. */
  readonly firstByteMs: number | null;
  readonly durationMs: number;
  /** `null`: nothing was sent over TLS. */
  readonly tls: UsedTrust | null;
}

export type SendHttp = (request: HttpRequest) => Promise<HttpOutcome>;
