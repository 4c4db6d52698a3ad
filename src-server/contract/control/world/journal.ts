/** API schemas of the journal (decisions L32 to L38): requests of clients, and responses of the simulated service. */

import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { BASE_FORMS } from '../../../domain/world-choices.ts';
import { at, count, faultId, real, rebalanceId, requestId, text } from '../../fields/described.ts';
import { duration, instant, numberWithin, wholeNumber } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { next, page } from '../../fields/paging.ts';
import { requestMatch } from '../../fields/request-match.ts';
import { statusMatch, statusQuery } from '../../fields/status-match.ts';
import { OPERATION_NAMES, operationName } from '../../service/operation-names.ts';

/** Compares a request that repeats a used idempotency key with the first one. */
const keyUse = z.enum(['same', 'differs']);
export type KeyUse = z.output<typeof keyUse>;
const keyUseFilter = keyUse
  .optional()
  .describe(
    'Only requests that reuse an idempotency key that already has a response: `same`: they request the same as the first request; `differs`: they request something else.',
  );

export const keyReuse = z
  .strictObject({
    request: keyUse.describe('`same`: it requests the same as the first request with its key; `differs`: it does not.'),
    rebalance_id: rebalanceId.describe('Rebalance that the first request started.'),
    differences: z
      .array(
        z
          .strictObject({
            pointer: text('JSON pointer into the body; `/portfolio_id` is the portfolio in the path.'),
            stored: z
              .string()
              .nullable()
              .describe(
                'Value in the first request, as JSON, or its length, such as `(text of 300 characters)`; null: it had none.',
              ),
            sent: z.string().nullable().describe('Value in this request, in the same form; null: it has none.'),
          })
          .meta({ id: 'RequestDifference', description: 'A field in which two requests differ.' }),
      )
      .describe('Fields in which they differ, at most ten; a field that is left out counts as its default.'),
  })
  .meta({ id: 'KeyReuse', description: 'How a request reuses an idempotency key that already has a response.' });

/** All fields except the contents of request and response. */
const facts = {
  request_id: requestId,
  at: at('Time of the response.'),
  received_at: at('Time at which the request was received, by the wall clock.'),
  method: text('HTTP method.'),
  path: text('Path, including the query string.'),
  operation: z
    .enum(OPERATION_NAMES)
    .nullable()
    .describe('The operation, by its `operationId`; null: no operation has this path.'),
  form: z.enum(['A', 'B']).nullable().describe('Form of the base; null for the base of both forms.'),
  account_id: z.string().nullable().describe('Account of the API key; null without a valid key.'),
  key_id: z.string().nullable().describe('Identifier of the API key used; null without a valid key.'),
  status: z.int().nullable().describe('HTTP status of the response; null if a fault suppressed the response.'),
  duration_ms: real('Milliseconds of host time until the response, including what was injected.'),
  injected_ms: real('Part of that time that was injected, in milliseconds.'),
  fault: z
    .strictObject({ fault_id: faultId, kind: text('Kind of the fault.') })
    .nullable()
    .describe('The HTTP fault that affected the request; null: none.'),
  latency_fault_id: faultId
    .nullable()
    .describe('The latency fault that delayed the request beside that fault; null: none, or no other fault.'),
  idempotency: keyReuse
    .nullable()
    .describe('How the request reuses an idempotency key that already has a response; null: it does not.'),
  first_event: z
    .int()
    .nullable()
    .describe('Number of the first event written by its command; null: it wrote none, or was undone.'),
  last_event: z.int().nullable().describe('Number of the last event written by its command.'),
  undone: z.boolean().describe('Whether the world was rewound to before the response, so that its changes are gone.'),
};

const headers = (description: string) => z.record(z.string(), z.string()).describe(description);
const contents = {
  request_headers: headers('Headers as received; secrets are left out.'),
  request_body: z.string().nullable().describe('Body of the request as received; null if none was read.'),
  response_headers: headers('Headers of the response.'),
  response_body: text('Body of the response, as far as it was sent.'),
};

/** The message of the live stream about a request. */
export const journalNotice = z
  .strictObject(facts)
  .meta({ id: 'JournalNotice', description: 'A request to the simulated service, without headers and bodies.' });
export type JournalNotice = z.infer<typeof journalNotice>;

const journalEntry = z
  .strictObject({
    seq: count('Number of the entry, from 1.'),
    ...facts,
    request_headers: contents.request_headers.optional(),
    request_body: contents.request_body.optional(),
    response_headers: contents.response_headers.optional(),
    response_body: contents.response_body.optional(),
  })
  .meta({
    id: 'JournalEntry',
    description:
      'A request to the simulated service; if `full` is true, with the headers and bodies of request and response.',
  });
export type JournalEntry = z.infer<typeof journalEntry>;

export const journalList = z
  .strictObject({
    entries: z.array(journalEntry).describe('Entries, latest first.'),
    next,
    total: count('Number of all matching entries; counted up to 1 000 000.'),
  })
  .meta({ id: 'JournalList', description: 'Requests from clients and responses of the simulated service.' });
export type JournalList = z.infer<typeof journalList>;

export const journalDetail = z
  .strictObject({
    seq: count('Number of the entry, from 1.'),
    ...facts,
    ...contents,
    curl: text('POSIX shell command that sends the request again, with the key from `$BALLAST_API_KEY`.'),
  })
  .meta({ id: 'JournalDetail', description: 'A request to the simulated service and its response, in full.' });
export type JournalDetail = z.infer<typeof journalDetail>;

export const clearedJournal = z
  .strictObject({ cleared: count('Number of entries deleted.') })
  .meta({ id: 'ClearedJournal', description: 'The journal has been cleared.' });

/** Filters of entries. All of them must match. */
const filters = {
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/, 'is not an HTTP method in capitals')
    .optional()
    .describe('HTTP method.'),
  path: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Path, including the base; `*` stands for any text and `?` for one character. The query may be left out.',
    ),
  operation: operationName.optional(),
  form: z.enum(BASE_FORMS).optional().describe('Base to which the request was sent; `both`: `/v1`.'),
  key: z.string().min(1).max(100).optional().describe('Identifier of the API key used.'),
  account: z.string().min(1).max(100).optional().describe('Account of the API key.'),
  status: statusQuery.optional(),
  since: instant.optional().describe('Only requests whose response was sent at this instant of virtual time or later.'),
  until: instant.optional().describe('Only requests whose response was sent before this instant of virtual time.'),
  fault: z
    .string()
    .regex(/^(?:any|none|ft_[0-9A-HJKMNP-TV-Z]{26}|(?:api|webhook)_[a-z_]{1,40})$/, 'is not any, none, a kind or an id')
    .optional()
    .describe('HTTP fault that affected the request: its identifier or kind, `any`, or `none`.'),
  idempotency: keyUseFilter,
  request_id: z.string().min(1).max(100).optional().describe('Identifier of the request.'),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Words or beginnings of words, all of which occur in path, headers or bodies; case and accents are ignored.',
    ),
};

export const journalQuery = z.strictObject({
  ...page,
  full: z.boolean().default(false).describe('True: the entries have headers and bodies.'),
  ...filters,
});
export type JournalQuery = z.output<typeof journalQuery>;

/** Query of an archive (HAR), which always has all fields. */
export const archiveQuery = z.strictObject({
  limit: wholeNumber(1, 10_000).default(1000).describe('Maximum number of entries: the latest of those that match.'),
  cursor: journalQuery.shape.cursor,
  ...filters,
});

/** Maximum wait for requests, in ms of host time. */
export const LONGEST_VERIFY_WAIT_MS = 600_000;

function isWithin(span: string, mostMs: number): boolean {
  const spanMs = parseDuration(span);
  return spanMs === null || (spanMs >= 1 && spanMs <= mostMs);
}

/** Returns the minimum number of requests. */
export function minOf({ count, at_least: atLeast, at_most: atMost }: HowMany): number {
  return count ?? atLeast ?? (atMost === undefined ? 1 : 0);
}
type HowMany = { readonly [name in 'count' | 'at_least' | 'at_most']?: number | undefined };

/** Whether a number can be missed at all: "at least none" always holds (decision K118). */
export function canFail({ at_least: atLeast, at_most: atMost }: HowMany): boolean {
  return atLeast !== 0 || atMost !== undefined;
}
export const HOLDS_ALWAYS = {
  path: ['at_least'],
  error: 'is 0, which holds whatever happens: name a number above 0, or at_most',
};

export function isRange({ at_least: atLeast, at_most: atMost }: HowMany): boolean {
  return atLeast === undefined || atMost === undefined || atLeast <= atMost;
}
export const NO_RANGE = { path: ['at_most'], error: 'is below at_least' };

/** `POST /sim/journal/verify`. */
export const verifyRequests = z
  .strictObject({
    match: requestMatch
      .extend({ status: statusMatch.optional(), idempotency: keyUseFilter })
      .describe('Requests to count: every condition has to be met.'),
    since: instant
      .optional()
      .describe('Only requests whose response was sent at this instant of virtual time or later.'),
    count: numberWithin(BOUNDS.requestCount).optional().describe('Exact number of requests expected.'),
    at_least: numberWithin(BOUNDS.requestCount)
      .optional()
      .describe('Minimum number of requests expected; 1 if no number is given.'),
    at_most: numberWithin(BOUNDS.requestCount).optional().describe('Maximum number of requests expected.'),
    within: duration
      .refine((span) => isWithin(span, LONGEST_VERIFY_WAIT_MS), 'is not a duration from 1ms to 10m')
      .optional()
      .describe(
        'Host time to wait for enough requests, at most 10m; the response is sent as soon as there are enough.',
      ),
    within_virtual: duration
      .refine((span) => isWithin(span, Number.MAX_SAFE_INTEGER), 'is not a duration from 1ms on')
      .optional()
      .describe(
        'Virtual time to wait; requests whose response is sent later do not count. A manual clock has to be advanced meanwhile: after `within`, or ten minutes of host time, the wait ends in any case.',
      ),
  })
  .refine((body) => minOf(body) > 0 || (body.within === undefined && body.within_virtual === undefined), {
    path: ['within'],
    error: 'needs a number of requests to wait for: count or at_least above 0',
  })
  .refine((body) => body.count === undefined || (body.at_least === undefined && body.at_most === undefined), {
    path: ['count'],
    error: 'cannot be combined with at_least or at_most',
  })
  .refine(canFail, HOLDS_ALWAYS)
  .refine(isRange, NO_RANGE)
  .meta({ id: 'VerifyRequests', description: 'What a client is expected to have sent, and how often.' });
export type VerifyRequests = z.output<typeof verifyRequests>;

export const nearMisses = z.array(
  z
    .strictObject({
      entry: journalEntry,
      differences: z.array(z.string()).describe('Differences from what was expected, one sentence each.'),
      score: real('Share of the conditions that are met, 0 to 1.'),
    })
    .meta({ id: 'NearMiss', description: 'A request that almost met the expectation.' }),
);

export const verification = z
  .strictObject({
    satisfied: z.boolean().describe('Whether the expectation is met.'),
    matched: count('Number of matching requests.'),
    explanation: text('What was expected and what was received, as a sentence.'),
    warning: text(
      'What is wrong with a matching request although it counts: its idempotency key is that of another request.',
    ).nullable(),
    request_ids: z.array(requestId).describe('Identifiers of the latest 1000 matching requests, oldest first.'),
    near_misses: nearMisses.describe('If too few requests match: up to five of the latest 1000 others, closest first.'),
  })
  .meta({ id: 'Verification', description: 'Whether the expected requests were received.' });
export type Verification = z.infer<typeof verification>;
