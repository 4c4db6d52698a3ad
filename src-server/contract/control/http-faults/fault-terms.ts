/**
 * The common fields of the kinds of HTTP faults (decisions L39, L42): which requests and attempts they match, their
 * bounds, the responses of stubs.
 */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { WEBHOOK_TYPES } from '../../../domain/webhook-choices.ts';
import { faultHits } from '../../fields/fault-bounds.ts';
import { duration, numberWithin } from '../../fields/fields.ts';
import { latencyUpTo } from '../../fields/latency.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { headerName, requestMatch } from '../../fields/request-match.ts';
import { ERROR_STATUS, type ErrorCode } from '../../service/errors.ts';

export const LONGEST_FAULT_DELAY_MS = BOUNDS.faultDelayMs.max;

/** Only the server sets the headers that determine the end of a message. */
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
/** Characters of a header value (RFC 9110). */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const headerValue = z.string().max(LONGEST_HEADER).regex(HEADER_VALUE, 'has characters that no header has');

/** Statuses whose responses have no body (RFC 9110). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const responseFields = {
  status: numberWithin(BOUNDS.responseStatus).describe('HTTP status, whether or not the service itself uses it.'),
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

/** The response of a stub, which replaces that of the service (decision R1). */
export const stubResponse = z
  .strictObject({
    ...responseFields,
    headers: responseFields.headers.default({}),
    file: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'File with the body of the response, up to 1 MB of UTF-8, read when the stub is set: below the folder of `serve --stub-files`, or beside the scenario or world file that has the stub.',
      ),
    template: responseFields.template.default(false),
  })
  .refine(({ body, text }) => body === undefined || text === undefined, {
    path: ['text'],
    error: 'cannot be combined with body',
  })
  .refine(({ body, text, file }) => file === undefined || (body === undefined && text === undefined), {
    path: ['file'],
    error: 'cannot be combined with body or text',
  })
  .meta({ id: 'StubAnswer', description: 'Response of a stub; without `body`, `text` and `file` it has no body.' });
export const shownResponse = z
  .strictObject(responseFields)
  .meta({ id: 'ShownStubAnswer', description: 'Response of a stub; without `body` and `text` it has no body.' });
export type StubResponse = z.output<typeof stubResponse>;

/** The fields of each kind, which its view has, too. */
export const faultFields = {
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).describe('Error code of the response.'),
  message: z.string().min(1).max(500).describe('Message of the error; if left out, one that names the fault.'),
  retry_after_s: numberWithin(BOUNDS.retryAfterS).describe('Header `Retry-After`; if left out, 1 for `rate_limit`.'),
  latency_ms: latencyUpTo(LONGEST_FAULT_DELAY_MS, 'ten minutes').describe(
    'Host time by which the response is delayed.',
  ),
  over_ms: numberWithin(BOUNDS.bodyOverMs).describe('Host time over which the body arrives, piece by piece.'),
  keep: numberWithin(BOUNDS.bodyShare).describe('Share of the body that arrives before the connection is closed.'),
  after_processing: z.boolean().describe('True: the request is processed first; false: nothing changes in the world.'),
  content_type: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]*$/, 'is not of printable ASCII characters')
    .describe('Header `Content-Type` in place of the correct one.'),
  priority: numberWithin(BOUNDS.stubPriority).describe(
    'Stubs with a higher priority are tried first; at the same priority, the newest.',
  ),
  stub_delay_ms: numberWithin(BOUNDS.faultDelayMs).describe('Host time by which the response is delayed.'),
  before: z
    .boolean()
    .describe('True: the request is not processed, and nothing changes in the world; false: it is processed first.'),
  delay: bounded(1, 7 * 86_400_000, 'a duration from 1ms to 7d').describe('Virtual time by which the attempt is late.'),
  age: bounded(1000, 365 * 86_400_000, 'a duration from 1s to 365d').describe('By how much the timestamp is too old.'),
};

function bounded(leastMs: number, mostMs: number, bounds: string) {
  const isWithin = (span: string) => {
    const spanMs = parseDuration(span);
    return spanMs !== null && spanMs >= leastMs && spanMs <= mostMs;
  };
  return duration.refine(isWithin, `is not ${bounds}`);
}

const hits = {
  ...faultHits,
  skip: numberWithin(BOUNDS.skippedMatches)
    .default(0)
    .describe('Number of matches that are spared first: `skip: 2, count: 1` hits the third.'),
};

/** Which requests a fault of the interface matches. */
export const interfaceHits = {
  match: requestMatch.optional().describe('Requests that it applies to; if left out, every request.'),
  ...hits,
};

/** Which attempts a fault on webhooks matches. */
export const webhookMatch = z
  .strictObject({
    webhook_id: z.string().optional().describe('Only attempts to this endpoint.'),
    types: z.array(z.enum(WEBHOOK_TYPES)).min(1).optional().describe('Only events of these types.'),
    event_id: z.string().max(100).optional().describe('Only this event.'),
  })
  .meta({ id: 'WebhookMatch', description: 'Conditions of delivery attempts: every one has to be met.' });
export type WebhookMatch = z.output<typeof webhookMatch>;
export const webhookHits = {
  match: webhookMatch.optional().describe('Attempts that it applies to; if left out, every attempt.'),
  ...hits,
};

/** The fields of a stub other than its kind. */
export const stubFields = {
  answer: stubResponse,
  before: faultFields.before.default(true),
  priority: faultFields.priority.default(0),
  delay_ms: faultFields.stub_delay_ms.default(0),
  ...interfaceHits,
};
