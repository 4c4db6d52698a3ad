/** A fault of the wire as the form holds it, and the request it becomes. The service checks it; nothing is judged here. */
import type { Schemas } from '../../../api/api-client.ts';
import { createInterfaceFault, createWebhookFault } from '../../../components/faults/create-fault.ts';
import { WIRE_KINDS, type WireFaultKind } from '../../../components/faults/wire-fault-kinds.ts';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { latencyBody } from '../../../components/forms/latency-body.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { OPERATION_NAMES, REQUEST_FORMS } from '../../../components/webhooks/operation-names.ts';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';

export type WireErrorCode = NonNullable<Schemas['InterfaceFault']['code']>;

export interface WireFaultDraft extends LatencyDraft {
  readonly kind: WireFaultKind;
  readonly code: WireErrorCode;
  readonly message: string;
  readonly retryAfterS: NumberText;
  readonly overMs: NumberText;
  readonly remainingPercent: NumberText;
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

/** How a text is compared; a header or a body value may also only have to be there, or not. */
export const TEXT_OPERATORS = ['is', 'contains', 'glob', 'pattern'] as const;
export const OPERATORS = [...TEXT_OPERATORS, 'present', 'absent'] as const;
export const BODY_OPERATORS = ['is', 'contains', 'pattern', 'present', 'absent'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One line of the form: a header, a query parameter or a place in the body. */
export interface NamedMatch {
  readonly id: number;
  readonly name: string;
  readonly way: Operator;
  readonly value: string;
}

export interface MatchDraft {
  readonly operation: string;
  readonly method: string;
  readonly form: string;
  readonly keyId: string;
  readonly path: { readonly way: Operator; readonly value: string };
  readonly query: readonly NamedMatch[];
  readonly headers: readonly NamedMatch[];
  readonly body: readonly NamedMatch[];
  readonly webhookId: string;
  readonly types: readonly string[];
  readonly eventId: string;
}

export const NEW_MATCH: MatchDraft = {
  ...{ operation: '', method: '', form: '', keyId: '', path: { way: 'glob', value: '' } },
  ...{ query: [], headers: [], body: [], webhookId: '', types: [], eventId: '' },
};

/** One hit, so that a fault that is forgotten does no more harm. */
export const NEW_WIRE_FAULT: WireFaultDraft = {
  ...{ kind: 'api_error', code: 'internal_error', message: '', retryAfterS: '' },
  ...{ shape: 'fixed', fixed: 2_000, min: 500, max: 5_000, median: 1_000, sigma: 0.5 },
  ...{ overMs: 5_000, remainingPercent: 50, afterProcessing: false, contentType: 'text/html', delay: '1m', age: '10m' },
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
    truncation: { keep: scaled(draft.remainingPercent, 0.01) },
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

/** Empty where nothing is said: it is about every webhook then. */
export function webhookMatch({ webhookId, types, eventId }: MatchDraft): Schemas['WebhookMatch'] {
  return {
    ...(webhookId === '' ? {} : { webhook_id: webhookId }),
    ...(types.length === 0 ? {} : { types: WEBHOOK_TYPES.filter((type) => types.includes(type)) }),
    ...(eventId.trim() === '' ? {} : { event_id: eventId.trim() }),
  };
}

/** Empty where nothing is said: it is about every request then. */
export function requestMatch(draft: MatchDraft): Schemas['RequestMatch'] {
  const { operation, method, form, keyId, query, headers, body } = draft;
  const path = draft.path.value.trim();
  return {
    ...(isOneOf(OPERATION_NAMES, operation) ? { operation } : {}),
    ...(method === '' ? {} : { method }),
    ...(isOneOf(REQUEST_FORMS, form) ? { form } : {}),
    ...(keyId === '' ? {} : { key_id: keyId }),
    ...(path === '' ? {} : { path: textMatcher(draft.path.way, path) }),
    ...(query.length === 0 ? {} : { query: byName(query, textMatcher) }),
    ...(headers.length === 0 ? {} : { headers: byName(headers, textMatcher) }),
    ...(body.length === 0 ? {} : { body: byName(body, bodyMatcher) }),
  };
}

function byName<Matched>(rows: readonly NamedMatch[], matcher: (way: Operator, value: string) => Matched) {
  return Object.fromEntries(rows.map(({ name, way, value }) => [name.trim(), matcher(way, value)]));
}

function textMatcher(way: Operator, value: string): NonNullable<Schemas['RequestMatch']['path']> {
  switch (way) {
    case 'is':
      return { equals: value };
    case 'contains':
      return { contains: value };
    case 'glob':
      return { glob: value };
    case 'pattern':
      return { pattern: value };
    case 'present':
      return { present: true };
    case 'absent':
      return { present: false };
  }
}

/** A body has no glob: `BODY_OPERATORS` does not offer it. */
function bodyMatcher(way: Operator, value: string): Schemas['Matcher'] {
  switch (way) {
    case 'contains':
      return { contains: value };
    case 'pattern':
      return { pattern: value };
    case 'present':
    case 'absent':
      return { present: way === 'present' };
    default:
      return { equals: jsonValue(value) };
  }
}

/** `100` and `true` are what JSON makes of them; what is no JSON is a text. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
