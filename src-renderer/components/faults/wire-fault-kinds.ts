/**
 * The kinds of HTTP and webhook faults in the app, one row each: label, form fields, the request that sets it, and the
 * exploration's name for it.
 */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { WebhookMatch } from '../../../src-server/contract/control/http-faults/fault-terms.ts';
import type {
  InterfaceFaultView,
  WebhookFaultView,
} from '../../../src-server/contract/control/http-faults/http-faults.ts';
import type { RequestMatch } from '../../../src-server/contract/fields/request-match.ts';
import type { Filled } from '../../../src-server/contract/openapi/request-terms.ts';
import type { HttpFaultExtent } from './fault-extent.ts';

export type WireFaultView = InterfaceFaultView | WebhookFaultView;
export type WireFaultKind = WireFaultView['kind'];
type WireScope = WireFaultView['scope'];
/** Fields that only some kinds have, in the order in which the form shows them. */
export type WireField =
  | 'error'
  | 'latency'
  | 'over_ms'
  | 'keep'
  | 'after_processing'
  | 'content_type'
  | 'stub'
  | 'delay'
  | 'age';

export interface WireKindLabels {
  readonly label: string;
  /** The effect on the client, as a whole sentence. */
  readonly sentence: string;
  readonly scope: WireScope;
  readonly fields: readonly WireField[];
  /** The exploration's names of its causes, by the service's names for them. */
  readonly causes: Readonly<Record<string, string>>;
}

type OfInterface = InterfaceFaultView;
type OfWebhooks = WebhookFaultView;

/** The common fields of the form and of an ended interface fault. */
interface InterfaceFaultParts extends HttpFaultExtent {
  readonly match: { readonly match?: RequestMatch };
  readonly error: Filled<Pick<OfInterface, 'code'>> & Pick<OfInterface, 'message' | 'retry_after_s'>;
  readonly latency: NonNullable<OfInterface['latency_ms']>;
  readonly overMs: number;
  readonly truncation: Pick<OfInterface, 'keep'>;
  readonly processed: Pick<OfInterface, 'after_processing'>;
  readonly contentType: string;
  readonly stub: Filled<Pick<OfInterface, 'answer'>> & Pick<OfInterface, 'before' | 'delay_ms' | 'priority'>;
}

/** The common fields of the form and of an ended webhook fault. */
interface WebhookFaultParts extends HttpFaultExtent {
  readonly match: { readonly match?: WebhookMatch };
  readonly delay: string;
  readonly stale: { readonly age?: string };
}

interface InterfaceKind extends WireKindLabels {
  /** The body of `POST /sim/faults`, with the fields of `parts` that the kind has. */
  body(parts: InterfaceFaultParts): ControlBody<'POST /faults'>;
}
interface WebhookKind extends WireKindLabels {
  body(parts: WebhookFaultParts): ControlBody<'POST /faults'>;
}

const API = { scope: 'interface', fields: [] } as const;
const WEBHOOK = { scope: 'webhook', fields: [] } as const;

const extentOf = <Match extends object>({ match, when, hits }: HttpFaultExtent & { readonly match: Match }) => ({
  ...match,
  ...when,
  ...hits,
});

export const INTERFACE_KINDS: Readonly<Record<OfInterface['kind'], InterfaceKind>> = {
  api_error: {
    ...API,
    label: 'Error',
    sentence: 'The service responds with an error and does not process the request.',
    fields: ['error'],
    causes: {
      rate_limit: '429',
      internal_error: '500',
      lasting_error: 'repeated 500',
      quota_exceeded: 'quota used up',
    },
    body: (parts) => ({ kind: 'api_error', ...parts.error, ...extentOf(parts) }),
  },
  api_latency: {
    ...API,
    label: 'Latency',
    sentence: 'The request is processed and its response is delayed.',
    fields: ['latency'],
    causes: { api_latency: 'late response' },
    body: (parts) => ({ kind: 'api_latency', latency_ms: parts.latency, ...extentOf(parts) }),
  },
  api_connection_reset: {
    ...API,
    label: 'Connection reset',
    sentence: 'The connection is reset without a response.',
    fields: ['after_processing'],
    causes: { api_connection_reset: 'connection reset', api_connection_reset_processed: 'processed, response lost' },
    body: (parts) => ({ kind: 'api_connection_reset', ...parts.processed, ...extentOf(parts) }),
  },
  api_hang: {
    ...API,
    label: 'No response',
    sentence: 'No response is sent until the client gives up, or for at most ten minutes.',
    fields: ['after_processing'],
    causes: { api_hang: 'no response', api_hang_processed: 'processed, no response' },
    body: (parts) => ({ kind: 'api_hang', ...parts.processed, ...extentOf(parts) }),
  },
  api_slow_drip: {
    ...API,
    label: 'Slow body',
    sentence: 'The response body arrives slowly, in pieces.',
    fields: ['over_ms'],
    causes: { api_slow_drip: 'slow response' },
    body: (parts) => ({ kind: 'api_slow_drip', over_ms: parts.overMs, ...extentOf(parts) }),
  },
  api_truncated_body: {
    ...API,
    label: 'Truncated body',
    sentence: 'The request is processed; the connection is closed before the response is complete.',
    fields: ['keep'],
    causes: { api_truncated_body: 'response cut off' },
    body: (parts) => ({ kind: 'api_truncated_body', ...parts.truncation, ...extentOf(parts) }),
  },
  api_empty_answer: {
    ...API,
    label: 'Empty response',
    sentence: 'The request is processed; the response has the right status but no body.',
    causes: { api_empty_answer: 'empty response' },
    body: (parts) => ({ kind: 'api_empty_answer', ...extentOf(parts) }),
  },
  api_malformed_body: {
    ...API,
    label: 'Malformed body',
    sentence: 'The request is processed; the response is complete but is not JSON.',
    causes: { api_malformed_body: 'response not JSON' },
    body: (parts) => ({ kind: 'api_malformed_body', ...extentOf(parts) }),
  },
  api_wrong_content_type: {
    ...API,
    label: 'Wrong content type',
    sentence: 'The request is processed; the response has the wrong content type.',
    fields: ['content_type'],
    causes: { api_wrong_content_type: 'response as HTML' },
    body: (parts) => ({ kind: 'api_wrong_content_type', content_type: parts.contentType, ...extentOf(parts) }),
  },
  api_stub: {
    ...API,
    label: 'Stub',
    sentence: 'A response of your choice is sent instead of the service’s.',
    fields: ['stub'],
    causes: { gateway_503: '503 from a gateway', gateway_502_processed: 'processed, 502 from a gateway' },
    body: (parts) => ({ kind: 'api_stub', ...parts.stub, ...extentOf(parts) }),
  },
};

export const WEBHOOK_KINDS: Readonly<Record<OfWebhooks['kind'], WebhookKind>> = {
  webhook_drop: {
    ...WEBHOOK,
    label: 'Dropped',
    sentence: 'The webhook is never sent, but the service counts it as delivered.',
    causes: { webhook_drop: 'lost' },
    body: (parts) => ({ kind: 'webhook_drop', ...extentOf(parts) }),
  },
  webhook_delay: {
    ...WEBHOOK,
    label: 'Delayed',
    sentence: 'The webhook is sent late.',
    fields: ['delay'],
    causes: { webhook_delay: 'late' },
    body: (parts) => ({ kind: 'webhook_delay', delay: parts.delay, ...extentOf(parts) }),
  },
  webhook_duplicate: {
    ...WEBHOOK,
    label: 'Duplicate',
    sentence: 'The same webhook is sent twice.',
    causes: { webhook_duplicate: 'duplicated' },
    body: (parts) => ({ kind: 'webhook_duplicate', ...extentOf(parts) }),
  },
  webhook_reorder: {
    ...WEBHOOK,
    label: 'Out of order',
    sentence: 'The next delivery to the same endpoint is sent first.',
    causes: { webhook_reorder: 'out of order' },
    body: (parts) => ({ kind: 'webhook_reorder', ...extentOf(parts) }),
  },
  webhook_stale_timestamp: {
    ...WEBHOOK,
    label: 'Stale timestamp',
    sentence: 'The webhook is correctly signed, but with an old timestamp.',
    fields: ['age'],
    causes: { webhook_stale_timestamp: 'old timestamp' },
    body: (parts) => ({ kind: 'webhook_stale_timestamp', ...parts.stale, ...extentOf(parts) }),
  },
  webhook_bad_signature: {
    ...WEBHOOK,
    label: 'Broken signature',
    sentence: 'The webhook has a signature that matches no secret.',
    causes: { webhook_bad_signature: 'wrong signature' },
    body: (parts) => ({ kind: 'webhook_bad_signature', ...extentOf(parts) }),
  },
  webhook_wrong_secret: {
    ...WEBHOOK,
    label: 'Wrong secret',
    sentence: 'The webhook is signed with a secret that the receiver does not know.',
    causes: { webhook_wrong_secret: 'wrong secret' },
    body: (parts) => ({ kind: 'webhook_wrong_secret', ...extentOf(parts) }),
  },
  webhook_lost_acknowledgement: {
    ...WEBHOOK,
    label: 'Lost acknowledgement',
    sentence: 'The receiver’s response is lost, so the same webhook is sent again.',
    causes: { webhook_lost_acknowledgement: 'response lost, resent' },
    body: (parts) => ({ kind: 'webhook_lost_acknowledgement', ...extentOf(parts) }),
  },
};

/** In the order in which the form offers them. */
export const WIRE_KINDS: Readonly<Record<WireFaultKind, WireKindLabels>> = { ...INTERFACE_KINDS, ...WEBHOOK_KINDS };

export const WIRE_GROUPS = (['interface', 'webhook'] as const).map((scope) => ({
  scope,
  title: scope === 'interface' ? 'Requests' : 'Webhooks',
  kinds: (Object.keys(WIRE_KINDS) as WireFaultKind[]).filter((kind) => WIRE_KINDS[kind].scope === scope),
}));

/** Looks up a kind by the service's name; a kind that this app does not know is shown by that name. */
export function formatWireKind(kind: string): Pick<WireKindLabels, 'label' | 'sentence'> {
  const labels: Readonly<Record<string, WireKindLabels>> = WIRE_KINDS;
  return labels[kind] ?? { label: kind.replaceAll('_', ' '), sentence: '' };
}
