/**
 * An endpoint in words: why it receives nothing, since when it fails, how its events are sent, and which it receives.
 */
import type { WebhookEndpoint } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { pathOnServer } from '../../state/own-world.ts';
import { formatInstant } from '../format/format-time.ts';

type Standing = Pick<WebhookEndpoint, 'status' | 'disabled_reason' | 'failing_since'>;

/** Events are still sent to it, but it does not accept them. */
export function isFailing({ status, failing_since: since }: Pick<Standing, 'status' | 'failing_since'>): boolean {
  return status === 'enabled' && since !== null;
}

/** The label of its status; an endpoint that fails remains enabled. */
export function endpointState(endpoint: Pick<Standing, 'status' | 'failing_since'>): string {
  return isFailing(endpoint) ? 'failing' : endpoint.status;
}

/** The text beside the status, in virtual time without the year; null if the status says it all. */
export function formatStanding({ status, disabled_reason: reason, failing_since: since }: Standing): string | null {
  if (status === 'disabled') return reason === 'gone' ? 'it responded 410' : 'it failed for 120 h';
  const when = since === null ? null : `since ${formatInstant(since).slice(5, 16)}`;
  if (status === 'paused') return when === null ? 'deliveries wait' : `deliveries wait; failing ${when}`;
  // Its badge shows that it fails.
  return when;
}

/** The effect of resuming, for a label: it depends on what stopped the endpoint. */
export function formatResume({ status }: Pick<WebhookEndpoint, 'status'>): string {
  if (status === 'disabled') return 'Enable it: it receives webhooks from now on';
  return 'Resume it: waiting deliveries are sent at once, in order';
}

export function formatOrder(ordered: boolean): string {
  return ordered ? 'one by one' : '16 at once';
}

export function formatEvents(events: WebhookEndpoint['events']): string {
  return events === null ? 'all types' : events.join(', ');
}

/**
 * A URL without the parts that nearly all share: the scheme, and for URLs of this service, such as its built-in sinks,
 * everything but the path.
 */
export function shortUrl(url: string): string {
  return pathOnServer(url) ?? url.replace(/^http:\/\//, '');
}

/** The reason why a delivery is pending, as a sentence; null if it is not. */
export function formatWaitsFor(waitsFor: keyof typeof WAITS_FOR | null, nextAttemptAt: string | null): string | null {
  if (waitsFor === null) return null;
  const hasTime = waitsFor === 'retry' && nextAttemptAt !== null;
  return `${WAITS_FOR[waitsFor]}${hasTime ? ` at ${formatInstant(nextAttemptAt)} virtual UTC` : ''}`;
}

const WAITS_FOR = {
  receiver: 'for the receiver’s response',
  retry: 'for its retry',
  earlier_delivery: 'for an earlier delivery to the same endpoint',
  endpoint: 'for its paused endpoint to be resumed',
};

const SECRET_TAIL = 4;

/** Enough of a signing secret to distinguish it from another. */
export function maskedWebhookSecret(secret: string): string {
  return `whsec_••••${secret.slice(-SECRET_TAIL)}`;
}
