/** A fault of the wire as the form holds it, and the request it becomes. The service checks it; nothing is judged here. */
import type { FormBody } from '../../../api/market-calls.ts';
import { type NumberText, scaled } from '../../../components/faults/fault-draft.ts';
import { WIRE_KINDS, type WireFaultKind, type WireField } from '../../../components/faults/wire-fault-kinds.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { type MatchDraft, matchBody, NEW_MATCH } from './match-draft.ts';

export interface WireFaultDraft extends LatencyDraft {
  readonly kind: WireFaultKind;
  readonly code: string;
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
export function wireFaultBody(draft: WireFaultDraft): FormBody {
  const { scope, fields } = WIRE_KINDS[draft.kind];
  const match = matchBody(draft.match, scope);
  return {
    kind: draft.kind,
    ...Object.assign({}, ...fields.map((field) => FIELD_BODIES[field](draft))),
    ...(Object.keys(match).length === 0 ? {} : { match }),
    ...(draft.sharePercent === 100 ? {} : { share: scaled(draft.sharePercent, 0.01) ?? null }),
    ...optional('count', draft.count),
    ...optional('from', toInstant(draft.from)),
    ...optional('for', draft.duration.trim()),
  };
}

const FIELD_BODIES: Readonly<Record<WireField, (draft: WireFaultDraft) => FormBody>> = {
  error: ({ code, message, retryAfterS }) => ({
    code,
    ...optional('message', message.trim()),
    ...optional('retry_after_s', retryAfterS),
  }),
  latency: (draft) => ({ latency_ms: latencyBody(draft) }),
  over_ms: ({ overMs }) => ({ over_ms: given(overMs) }),
  keep: ({ keepPercent }) => ({ keep: scaled(keepPercent, 0.01) ?? null }),
  after_processing: ({ afterProcessing }) => (afterProcessing ? { after_processing: true } : {}),
  content_type: ({ contentType }) => ({ content_type: contentType }),
  delay: ({ delay }) => ({ delay: delay.trim() }),
  age: ({ age }) => ({ age: age.trim() }),
};

function latencyBody({ shape, fixed, min, max, median, sigma }: WireFaultDraft): FormBody {
  switch (shape) {
    case 'fixed':
      return { fixed: given(fixed) };
    case 'span':
      return { min: given(min), max: given(max) };
    case 'median':
      return { median: given(median), sigma: given(sigma), max: given(max) };
  }
}

/** Null where a number is missing, which the service names at its field. */
function given(value: NumberText): number | null {
  return typeof value === 'number' ? value : null;
}

function optional(field: string, value: NumberText): FormBody {
  return value === '' ? {} : { [field]: value };
}
