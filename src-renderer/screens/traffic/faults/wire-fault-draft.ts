/** The form state of an HTTP or webhook fault, and the request made of it. Only the service validates it. */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { WebhookMatch } from '../../../../src-server/contract/control/http-faults/fault-terms.ts';
import type {
  InterfaceFaultView,
  WebhookFaultView,
} from '../../../../src-server/contract/control/http-faults/http-faults.ts';
import { sinkNameOf } from '../../../../src-server/contract/control/http-faults/receiver-verdicts.ts';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import type { Matcher } from '../../../../src-server/contract/fields/matcher.ts';
import type { RequestMatch } from '../../../../src-server/contract/fields/request-match.ts';
import type { Filled } from '../../../../src-server/contract/openapi/request-terms.ts';
import { INTERFACE_KINDS, WEBHOOK_KINDS, type WireFaultKind } from '../../../components/faults/wire-fault-kinds.ts';
import { jsonOrText } from '../../../components/format/pretty-json.ts';
import { latencyBody } from '../../../components/forms/latency-body.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';

type Texts = 'stub_type' | 'stub_text' | 'message' | 'content_type' | 'delay' | 'age' | 'from' | 'duration';
type Numbers =
  | 'stub_status'
  | 'stub_delay_ms'
  | 'stub_priority'
  | 'retry_after_s'
  | 'over_ms'
  | 'remainingPercent'
  | 'sharePercent'
  | 'skip'
  | 'count';

/** Empty fields: no limit, from now on, until it is ended. */
export interface WireFaultDraft
  extends LatencyDraft,
    Readonly<Record<Texts, string>>,
    Readonly<Record<Numbers, NumberText>> {
  readonly kind: WireFaultKind;
  readonly code: NonNullable<InterfaceFaultView['code']>;
  readonly after_processing: boolean;
  readonly stub_template: boolean;
  readonly stub_processed: boolean;
  readonly match: MatchDraft;
}

/** How a text is compared; for a header or a body value also whether it exists. */
export type Operator = 'is' | 'contains' | 'glob' | 'pattern' | 'present' | 'absent';
/** A value of a body may also be an approximate number. */
export type BodyOperator = Operator | 'approx';

/** One line of the form: a header, a query parameter or a place in the body. */
export interface NamedMatch {
  readonly id: number;
  readonly name: string;
  readonly way: BodyOperator;
  readonly value: string;
  /** Maximum distance of a number from `value`. */
  readonly within: string;
}

type Chosen = Filled<Pick<RequestMatch, 'operation' | 'method' | 'form' | 'key_id'>>;
type Types = NonNullable<WebhookMatch['types']>;

/** Empty fields match everything. */
export interface MatchDraft
  extends Readonly<{ [Name in keyof Chosen]: Chosen[Name] | '' }>,
    Readonly<Record<'query' | 'headers' | 'body', readonly NamedMatch[]>>,
    Readonly<Record<'webhook_id' | 'event_id', string>> {
  readonly path: { readonly way: Operator; readonly value: string };
  readonly types: Readonly<Types>;
}

export const NEW_MATCH: MatchDraft = {
  operation: '',
  method: '',
  form: '',
  key_id: '',
  path: { way: 'glob', value: '' },
  query: [],
  headers: [],
  body: [],
  webhook_id: '',
  types: [],
  event_id: '',
};

/** One hit by default, so that a forgotten fault does no further harm. */
export const NEW_WIRE_FAULT: WireFaultDraft = {
  kind: 'api_error',
  code: 'internal_error',
  message: '',
  retry_after_s: '',
  shape: 'fixed',
  fixed: 2_000,
  min: 500,
  max: 5_000,
  median: 1_000,
  sigma: 0.5,
  over_ms: 5_000,
  remainingPercent: 50,
  after_processing: false,
  content_type: 'text/html',
  stub_status: 503,
  stub_type: '',
  stub_text: '',
  stub_template: false,
  stub_processed: false,
  stub_delay_ms: 0,
  stub_priority: 0,
  delay: '1m',
  age: '10m',
  match: NEW_MATCH,
  sharePercent: 100,
  skip: 0,
  count: 1,
  from: '',
  duration: '',
};

/**
 * The endpoint of a new webhook fault. If built-in sinks receive webhooks, too, one of them could take the only hit, so
 * this is the first endpoint that is not a sink. Empty: any endpoint.
 */
export function ownEndpoint(endpoints: readonly Pick<WebhookEndpoint, 'webhook_id' | 'url' | 'status'>[]): string {
  const own = endpoints.filter(({ url, status }) => sinkNameOf(url) === null && status !== 'disabled');
  const hasSink = endpoints.some(({ url }) => sinkNameOf(url) !== null);
  return hasSink ? (own[0]?.webhook_id ?? '') : '';
}

/** The body of `POST /sim/faults`: only fields that its kind has, without defaults. */
export function wireFaultBody(draft: WireFaultDraft): ControlBody<'POST /faults'> {
  const extent = {
    when: omitEmpty({ from: toInstant(draft.from), for: draft.duration.trim() }),
    hits: {
      ...(draft.sharePercent === 100 ? {} : { share: scaled(draft.sharePercent, 0.01) }),
      ...(draft.skip === '' || draft.skip === 0 ? {} : { skip: numberOf(draft.skip) }),
      ...(draft.count === '' ? {} : { count: numberOf(draft.count) }),
    },
  };
  if (isWebhookKind(draft.kind)) {
    return WEBHOOK_KINDS[draft.kind].body({
      ...extent,
      match: matchOf(webhookMatch(draft.match)),
      delay: draft.delay.trim(),
      stale: { age: draft.age.trim() },
    });
  }
  return INTERFACE_KINDS[draft.kind].body({
    ...extent,
    match: matchOf(requestMatch(draft.match)),
    error: {
      code: draft.code,
      ...omitEmpty({ message: draft.message.trim() }),
      ...(draft.retry_after_s === '' ? {} : { retry_after_s: numberOf(draft.retry_after_s) }),
    },
    latency: latencyBody(draft),
    overMs: numberOf(draft.over_ms),
    truncation: { keep: scaled(draft.remainingPercent, 0.01) },
    processed: draft.after_processing ? { after_processing: true } : {},
    contentType: draft.content_type,
    stub: stubOf(draft),
  });
}

/** JSON is sent with the JSON content type, unless another one is given. */
function stubOf(draft: WireFaultDraft) {
  const { stub_text: text, stub_type, stub_template, stub_processed, stub_delay_ms, stub_priority } = draft;
  const body = jsonOrText(text);
  const type = stub_type.trim();
  const isJson = typeof body === 'object' && body !== null && type === '';
  return {
    answer: {
      status: numberOf(draft.stub_status),
      headers: type === '' ? {} : { 'Content-Type': type },
      template: stub_template,
      ...(isJson ? { body } : omitEmpty({ text })),
    },
    before: !stub_processed,
    delay_ms: numberOf(stub_delay_ms),
    priority: numberOf(stub_priority),
  };
}

function isWebhookKind(kind: WireFaultKind): kind is WebhookFaultView['kind'] {
  return kind in WEBHOOK_KINDS;
}

/** An empty match is omitted: the fault then affects everything. */
function matchOf<Match extends object>(match: Match): { readonly match?: Match } {
  return Object.keys(match).length === 0 ? {} : { match };
}

export function webhookMatch({ webhook_id, types, event_id }: MatchDraft): WebhookMatch {
  return omitEmpty({ webhook_id, types: types.length === 0 ? null : [...types], event_id: event_id.trim() });
}

export function requestMatch({ operation, method, form, key_id, path, ...named }: MatchDraft): RequestMatch {
  const value = path.value.trim();
  return omitEmpty({
    operation,
    method,
    form,
    key_id,
    path: value === '' ? null : MATCHERS[path.way](value),
    query: byName<TextMatcher>(named.query, TEXT_MATCHERS),
    headers: byName<TextMatcher>(named.headers, TEXT_MATCHERS),
    body: byName<Matcher>(named.body, BODY_MATCHERS),
  });
}

function byName<Matcher>(
  rows: readonly NamedMatch[],
  matchers: Record<BodyOperator, (value: string, within: string) => Matcher>,
) {
  const pairs = rows.map(({ name, way, value, within }) => [name.trim(), matchers[way](value, within)] as const);
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

type TextMatcher = NonNullable<RequestMatch['path']>;

const MATCHERS = {
  is: (equals) => ({ equals }),
  contains: (contains) => ({ contains }),
  glob: (glob) => ({ glob }),
  pattern: (pattern) => ({ pattern }),
  present: () => ({ present: true }),
  absent: () => ({ present: false }),
} satisfies Record<Operator, (value: string) => TextMatcher>;

/** NaN if the text is not a number: the service names the field. */
function numberIn(text: string): number {
  const value = jsonOrText(text);
  return typeof value === 'number' ? value : Number.NaN;
}

const equalsJson = (value: string) => ({ equals: jsonOrText(value) });

/** A text cannot be approximate; the form does not offer it. */
const TEXT_MATCHERS = { ...MATCHERS, approx: MATCHERS.is };
const BODY_MATCHERS = {
  ...MATCHERS,
  is: equalsJson,
  approx: (value: string, within: string) => ({ approx: numberIn(value), within: numberIn(within) }),
};
