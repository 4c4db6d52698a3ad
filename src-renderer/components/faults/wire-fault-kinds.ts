/** What can be broken on the wire, in words: each kind with one plain sentence, and which fields it has. */
import type { Schemas } from '../../api/api-client.ts';

export type WireFaultView = Schemas['InterfaceFault'] | Schemas['WebhookFault'];
export type WireFaultKind = WireFaultView['kind'];
export type WireScope = WireFaultView['scope'];
/** The fields that only some kinds have, in the order in which the form shows them. */
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
  /** What the other side meets, as a whole sentence. */
  readonly sentence: string;
  readonly scope: WireScope;
  readonly fields: readonly WireField[];
}

const API = { scope: 'interface', fields: [] } as const;
const WEBHOOK = { scope: 'webhook', fields: [] } as const;

/** In the order in which the form offers them. */
export const WIRE_KINDS: Readonly<Record<WireFaultKind, WireKindLabels>> = {
  api_error: {
    ...API,
    label: 'Error',
    sentence: 'The service responds with an error and does not process the request.',
    fields: ['error'],
  },
  api_latency: {
    ...API,
    label: 'Latency',
    sentence: 'The request is processed and its response is delayed.',
    fields: ['latency'],
  },
  api_connection_reset: {
    ...API,
    label: 'Connection reset',
    sentence: 'The connection is reset without a response.',
    fields: ['after_processing'],
  },
  api_hang: {
    ...API,
    label: 'No response',
    sentence: 'No response is sent until the client gives up, at most ten minutes.',
    fields: ['after_processing'],
  },
  api_slow_drip: {
    ...API,
    label: 'Slow body',
    sentence: 'The response body arrives slowly, in pieces.',
    fields: ['over_ms'],
  },
  api_truncated_body: {
    ...API,
    label: 'Truncated body',
    sentence: 'The request is processed; the connection is closed before the response is complete.',
    fields: ['keep'],
  },
  api_empty_answer: {
    ...API,
    label: 'Empty response',
    sentence: 'The request is processed; the response has the right status but no body.',
  },
  api_malformed_body: {
    ...API,
    label: 'Malformed body',
    sentence: 'The request is processed; the response is complete but is not JSON.',
  },
  api_wrong_content_type: {
    ...API,
    label: 'Wrong content type',
    sentence: 'The request is processed; the response has the wrong content type.',
    fields: ['content_type'],
  },
  api_stub: {
    ...API,
    label: 'Stub',
    sentence: 'A response of your choice is sent instead of the service’s.',
    fields: ['stub'],
  },
  webhook_drop: {
    ...WEBHOOK,
    label: 'Dropped',
    sentence: 'The webhook is never sent, but the service counts it as delivered.',
  },
  webhook_delay: { ...WEBHOOK, label: 'Delayed', sentence: 'The webhook is sent late.', fields: ['delay'] },
  webhook_duplicate: { ...WEBHOOK, label: 'Duplicate', sentence: 'The same webhook is sent twice.' },
  webhook_reorder: {
    ...WEBHOOK,
    label: 'Out of order',
    sentence: 'The next delivery to the same endpoint is sent first.',
  },
  webhook_stale_timestamp: {
    ...WEBHOOK,
    label: 'Stale timestamp',
    sentence: 'The webhook is correctly signed, but with an old timestamp.',
    fields: ['age'],
  },
  webhook_bad_signature: {
    ...WEBHOOK,
    label: 'Broken signature',
    sentence: 'The webhook has a signature that matches no secret.',
  },
  webhook_wrong_secret: {
    ...WEBHOOK,
    label: 'Wrong secret',
    sentence: 'The webhook is signed with a secret that the receiver does not know.',
  },
  webhook_lost_acknowledgement: {
    ...WEBHOOK,
    label: 'Lost acknowledgement',
    sentence: 'The receiver’s response is lost, so the same webhook is sent again.',
  },
};

export const WIRE_GROUPS = (['interface', 'webhook'] as const).map((scope) => ({
  scope,
  title: scope === 'interface' ? 'Interface' : 'Webhooks',
  kinds: (Object.keys(WIRE_KINDS) as WireFaultKind[]).filter((kind) => WIRE_KINDS[kind].scope === scope),
}));

/** Of a kind as the service names it; a kind that this app does not know is shown by its name. */
export function formatWireKind(kind: string): Pick<WireKindLabels, 'label' | 'sentence'> {
  const words: Readonly<Record<string, WireKindLabels>> = WIRE_KINDS;
  return words[kind] ?? { label: kind.replaceAll('_', ' '), sentence: '' };
}
