/** A fault of the wire as the form holds it, and the request it becomes. The service checks it; nothing is judged here. */
import type { Schemas } from '../../../api/api-client.ts';
import { createInterfaceFault, createWebhookFault } from '../../../components/faults/create-fault.ts';
import { WIRE_KINDS, type WireFaultKind } from '../../../components/faults/wire-fault-kinds.ts';
import { latencyBody } from '../../../components/forms/latency-body.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { type MatchDraft, NEW_MATCH, requestMatch, webhookMatch } from './match-draft.ts';

export type WireErrorCode = NonNullable<Schemas['InterfaceFault']['code']>;

export interface WireFaultDraft extends LatencyDraft {
  readonly kind: WireFaultKind;
  readonly code: WireErrorCode;
  readonly message: string;
  readonly retryAfterS: NumberText;
  readonly overMs: NumberText;
  readonly keepPercent: NumberText;
  readonly afterProcessing: boolean;
  readonly contentType: string;
  readonly delay: string;
  readonly age: string;
  readonly match: MatchDraft;
  readonly sharePercent: NumberText;
  /** Empty: no bound. */
  readonly count: NumberText;
  /** Empty: now. */
  readonly from: string;
  /** Empty: until it is ended. */
  readonly duration: string;
}

/** One hit, so that a fault that is forgotten does no more harm. */
export const NEW_WIRE_FAULT: WireFaultDraft = {
  ...{ kind: 'api_error', code: 'internal_error', message: '', retryAfterS: '' },
  ...{ shape: 'fixed', fixed: 2_000, min: 500, max: 5_000, median: 1_000, sigma: 0.5 },
  ...{ overMs: 5_000, keepPercent: 50, afterProcessing: false, contentType: 'text/html', delay: '1m', age: '10m' },
  ...{ match: NEW_MATCH, sharePercent: 100, count: 1, from: '', duration: '' },
};

/** The body of `POST /sim/faults`: only what its kind knows, and nothing that says no more than the default. */
export function wireFaultBody(draft: WireFaultDraft): Schemas['CreateFault'] {
  const [from, duration, message] = [toInstant(draft.from), draft.duration.trim(), draft.message.trim()];
  const extent = {
    when: { ...(from === '' ? {} : { from }), ...(duration === '' ? {} : { for: duration }) },
    hits: {
      ...(draft.sharePercent === 100 ? {} : { share: scaled(draft.sharePercent, 0.01) }),
      ...(draft.count === '' ? {} : { count: numberOf(draft.count) }),
    },
  };
  if (isWebhookKind(draft.kind)) {
    const match = webhookMatch(draft.match);
    return createWebhookFault(draft.kind, {
      ...extent,
      match: isEmpty(match) ? {} : { match },
      delay: draft.delay.trim(),
      stale: { age: draft.age.trim() },
    });
  }
  const match = requestMatch(draft.match);
  return createInterfaceFault(draft.kind, {
    ...extent,
    match: isEmpty(match) ? {} : { match },
    error: {
      code: draft.code,
      ...(message === '' ? {} : { message }),
      ...(draft.retryAfterS === '' ? {} : { retry_after_s: numberOf(draft.retryAfterS) }),
    },
    latency: latencyBody(draft),
    overMs: numberOf(draft.overMs),
    keep: { keep: scaled(draft.keepPercent, 0.01) },
    processed: draft.afterProcessing ? { after_processing: true } : {},
    contentType: draft.contentType,
  });
}

function isWebhookKind(kind: WireFaultKind): kind is Schemas['WebhookFault']['kind'] {
  return WIRE_KINDS[kind].scope === 'webhook';
}

function isEmpty(match: object): boolean {
  return Object.keys(match).length === 0;
}
