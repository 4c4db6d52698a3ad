/** Fills the fields of the signature page from an attempt of a delivery or a request of a sink, by its address. */
import type { SignatureExplanationWire } from '../../../src-server/contract/control/webhooks/signature.ts';
import type { SinkRequestView } from '../../../src-server/contract/control/webhooks/sinks.ts';
import type { DeliveryView } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { headerLines } from './parse-headers.ts';

export interface SignatureText {
  readonly headers: string;
  readonly body: string;
  /** Instant from which the age is counted; empty: now. */
  readonly at: string;
}

/** The content of an attempt; of the last one if the number is unknown. */
export function textOfAttempt(delivery: DeliveryView, attempt: number): SignatureText | null {
  const found = delivery.attempt_log.find((each) => each.attempt === attempt) ?? delivery.attempt_log.at(-1);
  if (found === undefined) return null;
  const { request_headers: headers, signature } = found;
  return { headers: headerLines(headers), body: delivery.payload, at: cameAt(headers, signature) };
}

export function textOfSinkRequest(request: Pick<SinkRequestView, 'headers' | 'body' | 'signature'>): SignatureText {
  const { headers, body, signature } = request;
  return { headers: headerLines(headers), body, at: cameAt(headers, signature) };
}

/** Calculated from its timestamp and its age, because the timestamp may be in wall-clock or virtual time. */
function cameAt(headers: Readonly<Record<string, string>>, signature: SignatureExplanationWire | null): string {
  const timestamp = Number(headers['webhook-timestamp'] ?? '');
  const age = signature?.age_s ?? null;
  if (age === null || !Number.isSafeInteger(timestamp) || timestamp <= 0) return '';
  return new Date((timestamp + age) * 1000).toISOString();
}
