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
  status: z.int().min(200).max(599).describe('HTTP status, whether the service knows it or not.'),
  headers: z
    .record(
      headerName.refine((name) => !FRAMING.has(name.toLowerCase()), 'is set by the server'),
      z.union([headerValue, z.array(headerValue).min(1).max(50)]),
    )
    .refine((headers) => Object.keys(headers).length <= 100, 'are more than 100')
    .describe(
      'Its headers; a list is sent as several of one name, as `Set-Cookie` needs it. `Content-Type` is that of JSON, or of plain text, where it is left out. Those by which a browser would act on the pages of this server are not sent: its cookies, `Clear-Site-Data`, `Service-Worker-Allowed` and their like; `Content-Security-Policy` and `X-Content-Type-Options` are those of the server.',
    ),
  body: z.unknown().optional().describe('Its body, as JSON.'),
  text: z.string().max(LONGEST_TEXT).optional().describe('Its body, as a text.'),
  template: z
    .boolean()
    .describe(
      'Texts, and values of headers, hold `${…}`: `${request/body/portfolio_id}`, `${now}`, `${now+2d}`, `${now-90m:date}`, `${portfolio/…}`, `${rebalance/…}`.',
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
        'A file with its body, up to 1 MB of UTF-8, read when the stub is set: below the folder of `serve --stub-files`, or beside the scenario or world file that has it.',
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
  .meta({ id: 'StubAnswer', description: 'What a stub is to answer; without body, text and file it has no body.' });
const shownAnswer = z
  .strictObject(answer)
  .meta({ id: 'ShownStubAnswer', description: 'What a stub answers; without body and text it has none.' });
export type StubAnswer = z.output<typeof stubAnswer>;

/** The fields of each kind, which its view shows as well. */
const fields = {
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).describe('Error that is answered.'),
  message: z.string().min(1).max(500).describe('Its message; one that names the fault where it is left out.'),
  retry_after_s: z.int().min(0).max(86_400).describe('Header `Retry-After`; of rate_limit 1 where it is left out.'),
  latency_ms: latencyUpTo(LONGEST_WAIT_MS, 'ten minutes').describe('Host time by which the answer is delayed.'),
  over_ms: z.int().min(1).max(LONGEST_WAIT_MS).describe('Host time over which the body arrives, piece by piece.'),
  keep: z.number().min(0).lt(1).describe('Share of the body that arrives before the connection ends.'),
  after_processing: z.boolean().describe('The request is processed first; else nothing changes in the world.'),
  content_type: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]*$/, 'is not of printable ASCII characters')
    .describe('Header `Content-Type` in place of the right one.'),
  priority: z.int().min(-1000).max(1000).describe('Stubs of a higher one are asked first; of the same, the newest.'),
  stub_delay_ms: z.int().min(0).max(LONGEST_WAIT_MS).describe('Host time by which the answer is delayed.'),
  before: z.boolean().describe('The request is not processed, and nothing changes in the world; else it is, first.'),
  delay: bounded(1, 7 * 86_400_000, 'a duration from 1ms to 7d').describe('Virtual time that the attempt is late.'),
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
    .describe('So many of what it matches are spared first: `skip: 2, count: 1` hits the third.'),
};

/** Which requests a fault of the interface is about. */
const interfaceHits = {
  match: requestMatch.optional().describe('Requests that it applies to; every request where it is left out.'),
  ...hits,
};

/** Which attempts a fault on webhooks is about. */
export const webhookMatch = z
  .strictObject({
    webhook_id: z.string().optional().describe('Only to this endpoint.'),
    types: z.array(z.enum(WEBHOOK_TYPES)).min(1).optional().describe('Only events of these types.'),
    event_id: z.string().max(100).optional().describe('Only this event.'),
  })
  .meta({ id: 'WebhookMatch', description: 'Attempts to deliver: every condition has to be met.' });
const webhookHits = {
  match: webhookMatch.optional().describe('Attempts that it applies to; every attempt where it is left out.'),
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
    kind: kind('api_error', 'An error is answered in place of the request being processed.'),
    code: fields.code,
    message: fields.message.optional(),
    retry_after_s: fields.retry_after_s.optional(),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_latency', 'The request is processed, its answer delayed; may occur with one other fault.'),
    latency_ms: writtenLatencyUpTo(LONGEST_WAIT_MS, 'ten minutes').describe(
      'Host time by which the answer is delayed; a plain number always.',
    ),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_slow_drip', 'The request is processed, the body of its answer comes piece by piece.'),
    over_ms: fields.over_ms,
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_empty_answer', 'The request is processed, its answer has the right status and no body.'),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_truncated_body', 'The request is processed, the connection ends within its answer.'),
    keep: fields.keep.default(0.5),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_malformed_body', 'The request is processed, its answer is whole but no JSON.'),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_connection_reset', 'The connection is reset without an answer.'),
    after_processing: fields.after_processing.default(false),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind(
      'api_hang',
      'Nothing is answered until the client leaves, the fault ends or ten minutes passed; then the connection ends.',
    ),
    after_processing: fields.after_processing.default(false),
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_wrong_content_type', 'The request is processed, its answer says that it is something else.'),
    content_type: fields.content_type,
    ...interfaceHits,
  }),
  z.strictObject({
    kind: kind('api_stub', 'Something else is answered in place of the answer of the service.'),
    ...stubFields,
  }),
] as const;

export const CREATE_WEBHOOK_FAULT = [
  z.strictObject({
    kind: kind('webhook_drop', 'The attempt is never sent, though the service takes it for delivered.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_delay', 'The attempt leaves later.'),
    delay: fields.delay,
    ...webhookHits,
  }),
  z.strictObject({ kind: kind('webhook_duplicate', 'The same webhook is sent twice.'), ...webhookHits }),
  z.strictObject({
    kind: kind('webhook_reorder', 'The next event of the same endpoint goes first.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_stale_timestamp', 'The attempt is soundly signed for an earlier time.'),
    age: fields.age.default('10m'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_bad_signature', 'The attempt has a signature that no secret gives.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind('webhook_wrong_secret', 'The attempt is signed with a secret that the receiver does not know.'),
    ...webhookHits,
  }),
  z.strictObject({
    kind: kind(
      'webhook_lost_acknowledgement',
      'The answer of the receiver is lost, so the same webhook is sent again.',
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
  status: z.enum(FAULT_STATUSES).describe('`cancelled`: ended before it began.'),
  from: at('When it begins.'),
  until: at('When it ends; null: when it is ended, or its hits are used up.').nullable(),
  share: real('Share of what it matches that it hits, 0 to 1.'),
  skip: count('How many of what it matches are spared first.'),
  count: z.int().nullable().describe('Hits after which it ends; null without such a bound.'),
  chances: count('How often something matched while it was active.'),
  hits: count('How often it hit.'),
  ended_at: at('When it was ended by hand or by its last hit; null: neither.').nullable(),
};

export const interfaceFaultView = z
  .strictObject({
    scope: z.literal('interface').describe('It breaks requests and answers of `/v1`.'),
    kind: z.enum(API_FAULT_KINDS).describe('Kind of the fault.'),
    match: requestMatch.nullable().describe('Requests that it applies to; null: every request.'),
    code: fields.code.optional().describe('Of api_error: the error.'),
    message: z.string().optional().describe('Of api_error: its message, where one was given.'),
    retry_after_s: z.int().optional().describe('Of api_error: header `Retry-After`, where one was given.'),
    latency_ms: fields.latency_ms.optional().describe('Of api_latency: host time by which the answer is delayed.'),
    over_ms: z.int().optional().describe('Of api_slow_drip: host time over which the body arrives.'),
    keep: z.number().optional().describe('Of api_truncated_body: share of the body that arrives.'),
    after_processing: z
      .boolean()
      .optional()
      .describe('Of api_connection_reset and api_hang: whether the request is processed first.'),
    content_type: z.string().optional().describe('Of api_wrong_content_type: what the header says.'),
    answer: shownAnswer.optional().describe('Of api_stub: what is answered.'),
    before: z.boolean().optional().describe('Of api_stub: whether the request is not processed.'),
    delay_ms: z.int().optional().describe('Of api_stub: host time by which the answer is delayed.'),
    priority: z.int().optional().describe('Of api_stub: those of a higher one are asked first.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('When it was just set: stubs that no request reaches any more; left out where there are none.'),
    ...shown,
  })
  .meta({ id: 'InterfaceFault', description: 'A fault of the interface.' });
export type InterfaceFaultView = z.infer<typeof interfaceFaultView>;

export const webhookFaultView = z
  .strictObject({
    scope: z.literal('webhook').describe('It breaks webhooks on their way.'),
    kind: z.enum(WEBHOOK_FAULT_KINDS).describe('Kind of the fault.'),
    match: webhookMatch.nullable().describe('Attempts that it applies to; null: every attempt.'),
    delay: text('Of webhook_delay: virtual time that the attempt is late.').optional(),
    age: text('Of webhook_stale_timestamp: by how much the timestamp is too old.').optional(),
    ...shown,
  })
  .meta({ id: 'WebhookFault', description: 'A fault on webhooks.' });
export type WebhookFaultView = z.infer<typeof webhookFaultView>;
