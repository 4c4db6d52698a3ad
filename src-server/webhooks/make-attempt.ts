/** Signs and sends one attempt, with its drawn fault applied, and returns the outcome. Stores nothing. */
import { secretsInForce } from '../engine/commands/webhooks/rotate-secret.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  DrawnWebhookFault,
  EndpointRecord,
  SendHttp,
} from '../engine/ports/webhook-ports.ts';
import { corruptSignature, signWebhook } from './sign-webhook.ts';

export interface AttemptPorts {
  readonly send: SendHttp;
  /** Unix seconds for `webhook-timestamp`: the wall clock, or virtual time in a scenario (decision I). */
  readonly timestampSeconds: () => number;
  /** The wall clock, by which an attempt can be found in a receiver's logs. */
  readonly wallNowMs: () => number;
  /** The absolute URL of an endpoint; paths of the built-in sink become URLs of this server. */
  readonly resolveUrl: (url: string) => string;
}

/** An attempt without its number. */
export interface AttemptMade extends Omit<AttemptRecord, 'deliveryId' | 'attempt'> {
  /** When the attempt was sent by the clock that stamps webhooks, Unix milliseconds. */
  readonly stampMs: number;
}

/** `nowMs` is virtual time: it determines which of the endpoint's secrets still sign. */
export async function makeAttempt(
  ports: AttemptPorts,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
  drawnFault: DrawnWebhookFault | null,
  nowMs: number,
): Promise<AttemptMade> {
  const stampSeconds = ports.timestampSeconds();
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Ballast-Webhooks/1',
    ...signatureHeaders(endpoint, delivery, drawnFault, stampSeconds, nowMs),
  };
  const sentMs = ports.wallNowMs();
  const url = ports.resolveUrl(endpoint.url);
  const { timeoutMs, tls } = endpoint;
  const request = { url, headers: requestHeaders, body: delivery.payload, timeoutMs, tls };
  const outcome = await ports.send(request);
  return {
    atMs: nowMs,
    sentMs,
    stampMs: stampSeconds * 1000,
    url,
    requestHeaders,
    responseStatus: outcome.status,
    responseHeaders: outcome.headers,
    responseBody: outcome.body,
    isCut: outcome.isCut,
    error: outcome.error ?? lossOf(drawnFault, outcome.status),
    firstByteMs: outcome.firstByteMs,
    durationMs: outcome.durationMs,
    tls: outcome.tls,
    injected: drawnFault?.injection ?? null,
  };
}

/** Returns an attempt that was never sent, with the reason. */
export function unsentAttempt(
  { url }: DeliveryRecord,
  drawnFault: DrawnWebhookFault | null,
  error: string,
  nowMs: number,
  sentMs: number,
): AttemptMade {
  return {
    atMs: nowMs,
    sentMs,
    stampMs: sentMs,
    url,
    requestHeaders: {},
    responseStatus: null,
    responseHeaders: {},
    responseBody: '',
    isCut: false,
    error,
    firstByteMs: null,
    durationMs: 0,
    tls: null,
    injected: drawnFault?.injection ?? null,
  };
}

function signatureHeaders(
  endpoint: EndpointRecord,
  { eventId, payload }: DeliveryRecord,
  drawnFault: DrawnWebhookFault | null,
  seconds: number,
  nowMs: number,
): Record<string, string> {
  const previous = secretsInForce(endpoint, nowMs).map(({ secret }) => secret);
  const secrets = [endpoint.secret, ...previous];
  switch (drawnFault?.what) {
    case 'stale_timestamp':
      return signWebhook(secrets, eventId, seconds - drawnFault.ageSeconds, payload);
    case 'wrong_secret':
      return signWebhook([drawnFault.secret], eventId, seconds, payload);
    case 'bad_signature':
      return corruptSignature(signWebhook(secrets, eventId, seconds, payload));
    default:
      return signWebhook(secrets, eventId, seconds, payload);
  }
}

function lossOf(drawnFault: DrawnWebhookFault | null, status: number | null): string | null {
  if (drawnFault?.what !== 'lost_acknowledgement' || status === null) return null;
  return `the receiver responded ${status}, but its response was lost on purpose (${drawnFault.injection.faultId})`;
}
