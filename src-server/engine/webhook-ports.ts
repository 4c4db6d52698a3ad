/** What the webhooks room asks of the rooms around it: a store for endpoints and deliveries, and a way to send bytes. */

export interface EndpointRecord {
  readonly webhookId: string;
  readonly url: string;
  /** `null`: every type. */
  readonly events: readonly string[] | null;
  readonly secret: string;
  readonly enabled: boolean;
  readonly createdMs: number;
}

export interface DeliveryRecord {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly webhookId: string;
  readonly url: string;
  /** The exact text that is signed and sent. */
  readonly payload: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** True from the instant an attempt is due until its outcome is recorded; a restart sends these again. */
  readonly sending: boolean;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly createdMs: number;
  readonly nextAttemptMs: number | null;
}

export interface AttemptRecord {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly atMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseBody: string;
  readonly error: string | null;
  readonly durationMs: number;
}

export interface WebhookStore {
  insertEndpoint(endpoint: EndpointRecord): void;
  updateEndpoint(endpoint: EndpointRecord): void;
  removeEndpoint(webhookId: string): boolean;
  findEndpoint(webhookId: string): EndpointRecord | null;
  endpoints(): EndpointRecord[];
  insertDelivery(delivery: DeliveryRecord): void;
  updateDelivery(delivery: DeliveryRecord): void;
  findDelivery(deliveryId: string): DeliveryRecord | null;
  /** Newest first. */
  deliveries(limit: number): DeliveryRecord[];
  /** Deliveries whose attempt is due or was under way when the process ended. */
  sendingDeliveries(): DeliveryRecord[];
  countPending(): number;
  /** Deliveries of a type that a receiver took. */
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

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** What came back: a status with the head of the body, or why nothing did. */
export interface HttpOutcome {
  readonly status: number | null;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export type SendHttp = (request: HttpRequest) => Promise<HttpOutcome>;
