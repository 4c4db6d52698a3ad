/**
 * Wire schemas of faults of the interface and of webhooks (decisions L39, L42): what clients and receivers of webhooks
 * meet on the wire. They stand beside the market's kinds in `/sim/faults`, world files and scenarios (`faults.ts`).
 */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { at, count, faultId, real, text } from '../../fields/described.ts';
import { FAULT_STATUSES, faultHits } from '../../fields/fault-bounds.ts';
import { duration } from '../../fields/fields.ts';
import { latencyUpTo, writtenLatencyUpTo } from '../../fields/latency.ts';
import { headerName, requestMatch } from '../../fields/request-match.ts';
import { ERROR_STATUS, type ErrorCode } from '../../service/errors.ts';
import { WEBHOOK_TYPES } from '../webhooks/webhooks.ts';

export const API_FAULT_KINDS = [
  'api_error',
  'api_latency',
  'api_slow_drip',
  'api_empty_answer',
  'api_truncated_body',
  'api_malformed_body',
  'api_connection_reset',
  'api_hang',
  'api_wrong_content_type',
  'api_stub',
] as const;
export const WEBHOOK_FAULT_KINDS = [
  'webhook_drop',
  'webhook_delay',
  'webhook_duplicate',
  'webhook_reorder',
  'webhook_stale_timestamp',
  'webhook_bad_signature',
  'webhook_wrong_secret',
  'webhook_lost_acknowledgement',
] as const;

const LONGEST_WAIT_MS = 600_000;

/** Headers that say where a message ends are the server's to set. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
export const LONGEST_TEXT = 1_000_000;
export const LONGEST_HEADER = 8000;
/** What a header can hold (RFC 9110). */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const headerValue = z.string().max(LONGEST_HEADER).regex(HEADER_VALUE, 'has characters that no header has');

/** Statuses whose answers have no body (RFC 9110). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const answer = {
  status: z.int().min(200).max(599).describe('HTTP status, whether or not the service itself uses it.'),
  headers: z
    .record(
      headerName.refine((name) => !FRAMING.has(name.toLowerCase()), 'is set by the server'),
      z.union([headerValue, z.array(headerValue).min(1).max(50)]),
    )
    .refine((headers) => Object.keys(headers).length <= 100, 'are more than 100')
    .describe(
      'Headers of the response; a list is sent as several headers of one name, as `Set-Cookie` needs it. If `Content-Type` is left out, it is that of JSON, or of plain text. Headers by which a browser would act on the pages of this server are not sent: its cookies, `Clear-Site-Data`, `Service-Worker-Allowed` and the like; `Content-Security-Policy` and `X-Content-Type-Options` are those of the server.',
    ),
  body: z.unknown().optional().describe('Body of the response, as JSON.'),
  text: z.string().max(LONGEST_TEXT).optional().describe('Body of the response, as text.'),
  template: z
    .boolean()
    .describe(
      'True: texts and values of headers contain `${…}`: `${request/body/portfolio_id}`, `${now}`, `${now+2d}`, `${now-90m:date}`, `${portfolio/…}`, `${rebalance/…}`.',
    ),
};

/** What a stub answers in place of the service (decision R1). */
export const stubAnswer = z
  .strictObject({
    ...answer,
    headers: answer.headers.default({}),
    file: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'File with the body of the response, up to 1 MB of UTF-8, read when the stub is set: below the folder of `serve --stub-files`, or beside the scenario or world file that has the stub.',
      ),
    template: answer.template.default(false),
  })
  .refine(({ body, text }) => body === undefined || text === undefined, {
    path: ['text'],
    error: 'cannot stand beside body',
  })
  .refine(({ body, text, file }) => file === undefined || (body === undefined && text === undefined), {
    path: ['file'],
    error: 'cannot stand beside body or text',
  })
  .meta({ id: 'StubAnswer', description: 'Response of a stub; without `body`, `text` and `file` it has no body.' });
const shownAnswer = z
  .strictObject(answer)
  .meta({ id: 'ShownStubAnswer', description: 'Response of a stub; without `body` and `text` it has no body.' });
export type StubAnswer = z.output<typeof stubAnswer>;

/** The fields of each kind, which its view shows as well. */
const fields = {
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).describe('Error code of the response.'),
  message: z.string().min(1).max(500).describe('Message of the error; if left out, one that names the fault.'),
  retry_after_s: z.int().min(0).max(86_400).describe('Header `Retry-After`; if left out, 1 for `rate_limit`.'),
  latency_ms: latencyUpTo(LONGEST_WAIT_MS, 'ten minutes').describe('Host time by which the response is delayed.'),
  over_ms: z.int().min(1).max(LONGEST_WAIT_MS).describe('Host time over which the body arrives, piece by piece.'),
  keep: z.number().min(0).lt(1).describe('Share of the body that arrives before the connection is closed.'),
  after_processing: z.boolean().describe('True: the request is processed first; false: nothing changes in the world.'),
  content_type: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]*$/, 'is not of printable ASCII characters')
    .describe('Header `Content-Type` in place of the correct one.'),
  priority: z
    .int()
    .min(-1000)
    .max(1000)
    .describe('Stubs with a higher priority are tried first; at the same priority, the newest.'),
  stub_delay_ms: z.int().min(0).max(LONGEST_WAIT_MS).describe('Host time by which the response is delayed.'),
  before: z
    .boolean()
    .describe('True: the request is not processed, and nothing changes in the world; false: it is processed first.'),
  delay: bounded(1, 7 * 86_400_000, 'a duration from 1ms to 7d').describe('Virtual time by which the attempt is late.'),
  age: bounded(1000, 365 * 86_400_000, 'a duration from 1s to 365d').describe('By how much the timestamp is too old.'),
};

function bounded(leastMs: number, mostMs: number, words: string) {
  const isWithin = (span: string) => {
    const spanMs = parseDuration(span);
    return spanMs !== null && spanMs >= leastMs && spanMs <= mostMs;
  };
  return duration.refine(isWithin, `is not ${words}`);
}

const hits = {
  ...faultHits,
  skip: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('Number of matches that are spared first: `skip: 2, count: 1` hits the third.'),
};

/** Which requests a fault of the interface is about. */
const interfaceHits = {
  match: requestMatch.optional().describe('Requests that it applies to; if left out, every request.'),
  ...hits,
};

/** Which attempts a fault on webhooks is about. */
export const webhookMatch = z
  .strictObject({
    webhook_id: z.string().optional().describe('Only attempts to this endpoint.'),
    types: z.array(z.enum(WEBHOOK_TYPES)).min(1).optional().describe('Only events of these types.'),
    event_id: z.string().max(100).optional().describe('Only this event.'),
  })
  .meta({ id: 'WebhookMatch', description: 'Conditions of delivery attempts: every one has to be met.' });
const webhookHits = {
  match: webhookMatch.optional().describe('Attempts that it applies to; if left out, every attempt.'),
  ...hits,
};

/** What a stub is, besides its kind. */
export const stubFields = {
  answer: stubAnswer,
  before: fields.before.default(true),
  priority: fields.priority.default(0),
  delay_ms: fields.stub_delay_ms.default(0),
  ...interfaceHits,
};

function kind<K extends string>(name: K, what: string) {
  return z.literal(name).describe(what);
}

export const CREATE_INTERFACE_FAULT = [
  z.strictObject({
    kind: kind('api_error', 'The request is not processed; the response is an error.'),
    code: fields.code,
    message: fields.message.optional(),
    retry_after_s: fields.retry_after_s.optional(),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind(
      'api_latency',
      'The request is processed and its response delayed; may occur together with one other fault.',
    ),
    latency_ms: writtenLatencyUpTo(LONGEST_WAIT_MS, 'ten minutes').describe(
      'Host time by which the response is delayed; a plain number is a fixed delay.',
    ),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_slow_drip', 'The request is processed; the body of its response arrives piece by piece.'),
    over_ms: fields.over_ms,
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_empty_answer', 'The request is processed; its response has the right status and no body.'),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind(
      'api_truncated_body',
      'The request is processed; the connection is closed in the middle of its response.',
    ),
    keep: fields.keep.default(0.5),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_malformed_body', 'The request is processed; its response is complete but not valid JSON.'),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_connection_reset', 'The connection is reset without a response.'),
    after_processing: fields.after_processing.default(false),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind(
      'api_hang',
      'No response is sent until the client disconnects, the fault ends or ten minutes pass; then the connection ends.',
    ),
    after_processing: fields.after_processing.default(false),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_wrong_content_type', 'The request is processed; its response states a wrong content type.'),
    content_type: fields.content_type,
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_stub', 'Another response is sent in place of that of the service.'),
    ...stubFields,
  }),
] as const;

export const CREATE_WEBHOOK_FAULT = [
  z.strictObject({
    kind: kind('webhook_drop', 'The attempt is never sent, but the service considers it delivered.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_delay', 'The attempt is sent later.'),
    delay: fields.delay,
    ...webhookHits,
  }),
  z.strictObject({ kind: kind('webhook_duplicate', 'The same webhook is sent twice.'), ...webhookHits }),
  z.strictObject({
    kind: kind('webhook_reorder', 'The next event of the same endpoint is sent first.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_stale_timestamp', 'The attempt has a valid signature for an earlier time.'),
    age: fields.age.default('10m'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_bad_signature', 'The attempt has a signature that no secret produces.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_wrong_secret', 'The attempt is signed with a secret that the receiver does not know.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind(
      'webhook_lost_acknowledgement',
      'The response of the receiver is lost, so the same webhook is sent again.',
    ),
    ...webhookHits,
  }),
] as const;

/** A fault of the interface as it was asked for, without its bounds in time. */
export const interfaceFault = z.discriminatedUnion('kind', CREATE_INTERFACE_FAULT);
export type InterfaceFault = z.output<typeof interfaceFault>;
export const webhookFault = z.discriminatedUnion('kind', CREATE_WEBHOOK_FAULT);
export type WebhookFault = z.output<typeof webhookFault>;

const shown = {
  fault_id: faultId,
  status: z.enum(FAULT_STATUSES).describe('Status of the fault; `cancelled`: it was ended before it began.'),
  from: at('Time at which it begins.'),
  until: at('Time at which it ends; null: when it is ended, or its hits are used up.').nullable(),
  share: real('Share of its matches that it hits, 0 to 1.'),
  skip: count('Number of matches that are spared first.'),
  count: z.int().nullable().describe('Number of hits after which it ends; null: no such limit.'),
  chances: count('Number of matches while it was active.'),
  hits: count('Number of hits.'),
  ended_at: at('Time at which it was ended manually or by its last hit; null: neither.').nullable(),
};

export const interfaceFaultView = z
  .strictObject({
    scope: z.literal('interface').describe('It affects requests to `/v1` and their responses.'),
    kind: z.enum(API_FAULT_KINDS).describe('Kind of the fault.'),
    match: requestMatch.nullable().describe('Requests that it applies to; null: every request.'),
    code: fields.code.optional().describe('For `api_error`: the error code.'),
    message: z.string().optional().describe('For `api_error`: its message, if one was given.'),
    retry_after_s: z.int().optional().describe('For `api_error`: header `Retry-After`, if one was given.'),
    latency_ms: fields.latency_ms.optional().describe('For `api_latency`: host time by which the response is delayed.'),
    over_ms: z.int().optional().describe('For `api_slow_drip`: host time over which the body arrives.'),
    keep: z.number().optional().describe('For `api_truncated_body`: share of the body that arrives.'),
    after_processing: z
      .boolean()
      .optional()
      .describe('For `api_connection_reset` and `api_hang`: whether the request is processed first.'),
    content_type: z.string().optional().describe('For `api_wrong_content_type`: value of the header.'),
    answer: shownAnswer.optional().describe('For `api_stub`: the response.'),
    before: z.boolean().optional().describe('For `api_stub`: whether the request is left unprocessed.'),
    delay_ms: z.int().optional().describe('For `api_stub`: host time by which the response is delayed.'),
    priority: z.int().optional().describe('For `api_stub`: stubs with a higher priority are tried first.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('When it has just been set: stubs that no request reaches any more; left out if there are none.'),
    ...shown,
  })
  .meta({ id: 'InterfaceFault', description: 'A fault of the interface.' });
export type InterfaceFaultView = z.infer<typeof interfaceFaultView>;

export const webhookFaultView = z
  .strictObject({
    scope: z.literal('webhook').describe('It affects the delivery of webhooks.'),
    kind: z.enum(WEBHOOK_FAULT_KINDS).describe('Kind of the fault.'),
    match: webhookMatch.nullable().describe('Attempts that it applies to; null: every attempt.'),
    delay: text('For `webhook_delay`: virtual time by which the attempt is late.').optional(),
    age: text('For `webhook_stale_timestamp`: by how much the timestamp is too old.').optional(),
    ...shown,
  })
  .meta({ id: 'WebhookFault', description: 'A webhook fault.' });
export type WebhookFaultView = z.infer<typeof webhookFaultView>;
