/** Wire schemas of the journal (decisions L32 to L38): what clients and the simulated service said to each other. */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { at, count, faultId, real, rebalanceId, requestId, text } from '../../fields/described.ts';
import { duration, instant, wholeNumber } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import { requestMatch } from '../../fields/request-match.ts';
import { statusMatch, statusQuery } from '../../fields/status-match.ts';
import { OPERATION_NAMES, operationName } from '../../service/operation-names.ts';

/** How a request with an idempotency key that has its answer already asks, compared with the first. */
const keyUse = z.enum(['same', 'differs']);
export type KeyUse = z.output<typeof keyUse>;
const keyUseFilter = keyUse
  .optional()
  .describe(
    'Only requests that repeat an idempotency key which was answered before: `same` ask for what the first request asked for, `differs` for something else.',
  );

export const keyReuse = z
  .strictObject({
    request: keyUse.describe(
      '`same`: it asks for what the first request with its key asked for; `differs`: it does not.',
    ),
    rebalance_id: rebalanceId.describe('What the first request started.'),
    differences: z
      .array(
        z
          .strictObject({
            pointer: text('JSON pointer into the body; `/portfolio_id` is the portfolio of the path.'),
            stored: z
              .string()
              .nullable()
              .describe(
                'What the first request said, as JSON, or how long it is, such as `(text of 300 characters)`; null: nothing.',
              ),
            sent: z.string().nullable().describe('What this one said, in the same way; null: nothing.'),
          })
          .meta({ id: 'RequestDifference', description: 'A field in which two requests differ.' }),
      )
      .describe('Where they differ, at most ten fields; a field that is left out counts as its default.'),
  })
  .meta({ id: 'KeyReuse', description: 'How a request repeats an idempotency key that has its answer already.' });

/** All but what was said word for word. */
const facts = {
  request_id: requestId,
  at: at('When it was answered.'),
  received_at: at('When it came, by the wall clock.'),
  method: text('HTTP method.'),
  path: text('Path with its query.'),
  operation: z
    .enum(OPERATION_NAMES)
    .nullable()
    .describe('The operation, by its `operationId`; null: there is nothing at this path.'),
  form: z.enum(['A', 'B']).nullable().describe('Form of the base; null on the base of both.'),
  account_id: z.string().nullable().describe('Account of the key; null without a valid one.'),
  key_id: z.string().nullable().describe('Key that was shown; null without a valid one.'),
  status: z.int().nullable().describe('HTTP status of the answer; null: nothing was answered, on purpose.'),
  duration_ms: real('Milliseconds until it was answered, host time, what was injected included.'),
  injected_ms: real('Milliseconds of it that were added on purpose.'),
  fault: z
    .strictObject({ fault_id: faultId, kind: text('Kind of the fault.') })
    .nullable()
    .describe('The HTTP fault that hit it; null: none.'),
  idempotency: keyReuse
    .nullable()
    .describe('Of a request whose idempotency key has its answer already, which came again; null: of any other.'),
  first_event: z.int().nullable().describe('Number of the first event that its command wrote; null: it wrote none.'),
  last_event: z.int().nullable().describe('Number of the last one.'),
};

const headers = (description: string) => z.record(z.string(), z.string()).describe(description);
const contents = {
  request_headers: headers('Headers as they came, secrets left out.'),
  request_body: z.string().nullable().describe('Body of the request as it came; null where none was read.'),
  response_headers: headers('Headers of the answer.'),
  response_body: text('Body of the answer, as far as it was sent.'),
};

/** What the live stream tells of a request. */
export const journalNotice = z
  .strictObject(facts)
  .meta({ id: 'JournalNotice', description: 'A request of the simulated service, without headers and bodies.' });
export type JournalNotice = z.infer<typeof journalNotice>;

export const journalEntry = z
  .strictObject({
    seq: count('Number, from 1.'),
    ...facts,
    request_headers: contents.request_headers.optional(),
    request_body: contents.request_body.optional(),
    response_headers: contents.response_headers.optional(),
    response_body: contents.response_body.optional(),
  })
  .meta({
    id: 'JournalEntry',
    description:
      'A request of the simulated service; with its headers and bodies, and its answer, where `full` is true.',
  });
export type JournalEntry = z.infer<typeof journalEntry>;

export const journalList = z
  .strictObject({
    entries: z.array(journalEntry).describe('Latest first.'),
    next,
    total: count('How many match in all; counted to 1 000 000.'),
  })
  .meta({ id: 'JournalList', description: 'Requests of clients and responses of the simulated service.' });
export type JournalList = z.infer<typeof journalList>;

export const journalDetail = z
  .strictObject({
    seq: count('Number, from 1.'),
    ...facts,
    ...contents,
    curl: text('Command for a POSIX shell that sends it again, with the key from `$BALLAST_API_KEY`.'),
  })
  .meta({ id: 'JournalDetail', description: 'A request of the simulated service and its answer, word for word.' });
export type JournalDetail = z.infer<typeof journalDetail>;

export const clearedJournal = z
  .strictObject({ cleared: count('How many entries there were.') })
  .meta({ id: 'ClearedJournal', description: 'The journal is empty.' });

/** Which entries are asked for. Every filter has to hold. */
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
    .describe('Path, base included; `*` stands for any text and `?` for one character. The query may be left out.'),
  operation: operationName.optional(),
  form: z.enum(['A', 'B', 'both']).optional().describe('Base it came by; both: `/v1`.'),
  key: z.string().min(1).max(100).optional().describe('Key that was shown, by its identifier.'),
  account: z.string().min(1).max(100).optional().describe('Account of the key.'),
  status: statusQuery.optional(),
  since: instant.optional().describe('Answered at this instant of virtual time or later.'),
  until: instant.optional().describe('Answered before this instant of virtual time.'),
  fault: z
    .string()
    .regex(/^(?:any|none|ft_[0-9A-HJKMNP-TV-Z]{26}|(?:api|webhook)_[a-z_]{1,40})$/, 'is not any, none, a kind or an id')
    .optional()
    .describe('Hit by an HTTP fault: its identifier or kind, `any`, or `none`.'),
  idempotency: keyUseFilter,
  request_id: z.string().min(1).max(100).optional().describe('Identifier of the request.'),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Words, or beginnings of words, that all stand in path, headers or bodies; case and accents do not matter.',
    ),
};

export const journalQuery = z.strictObject({
  ...page,
  full: z.boolean().default(false).describe('With headers and bodies.'),
  ...filters,
});
export type JournalQuery = z.output<typeof journalQuery>;

/** Of an archive (HAR), which always has everything. */
export const archiveQuery = z.strictObject({
  limit: wholeNumber(1, 10_000).default(1000).describe('How many entries at most, the latest of those that match.'),
  cursor: journalQuery.shape.cursor,
  ...filters,
});

/** Whoever waits for requests waits no longer than this, host time. */
export const LONGEST_WAIT_MS = 600_000;

function isWithin(span: string, mostMs: number): boolean {
  const spanMs = parseDuration(span);
  return spanMs === null || (spanMs >= 1 && spanMs <= mostMs);
}

/** How many have to come at least. */
export function leastOf({ count, at_least: atLeast, at_most: atMost }: HowMany): number {
  return count ?? atLeast ?? (atMost === undefined ? 1 : 0);
}
type HowMany = { readonly [name in 'count' | 'at_least' | 'at_most']?: number | undefined };

/** Whether a number can be missed at all: "at least none" holds whatever happens (decision K118). */
export function canFail({ at_least: atLeast, at_most: atMost }: HowMany): boolean {
  return atLeast !== 0 || atMost !== undefined;
}
export const HOLDS_ALWAYS = {
  path: ['at_least'],
  error: 'is 0, which holds whatever happens: name a number above 0, or at_most',
};

/** `POST /sim/journal/verify`. */
export const verifyRequests = z
  .strictObject({
    match: requestMatch
      .extend({ status: statusMatch.optional(), idempotency: keyUseFilter })
      .describe('Which requests are meant: every condition has to be met.'),
    since: instant.optional().describe('Only requests that were answered at this instant of virtual time or later.'),
    count: z.int().min(0).optional().describe('Exactly this number.'),
    at_least: z.int().min(0).optional().describe('At least this number; 1 where no number is given.'),
    at_most: z.int().min(0).optional().describe('At most this number.'),
    within: duration
      .refine((span) => isWithin(span, LONGEST_WAIT_MS), 'is not a duration from 1ms to 10m')
      .optional()
      .describe('Host time to wait until enough have come, at most 10m; answered as soon as they have.'),
    within_virtual: duration
      .refine((span) => isWithin(span, Number.MAX_SAFE_INTEGER), 'is not a duration from 1ms on')
      .optional()
      .describe(
        'Virtual time to wait; requests that are answered later do not count. With a manual clock somebody has to move it: after `within`, or ten minutes of host time, the wait is over in any case.',
      ),
  })
  .refine((body) => leastOf(body) > 0 || (body.within === undefined && body.within_virtual === undefined), {
    path: ['within'],
    error: 'needs a number of requests to wait for: count or at_least above 0',
  })
  .refine((body) => body.count === undefined || (body.at_least === undefined && body.at_most === undefined), {
    path: ['count'],
    error: 'cannot stand beside at_least or at_most',
  })
  .refine(canFail, HOLDS_ALWAYS)
  .refine((body) => (body.at_least ?? 0) <= (body.at_most ?? Number.POSITIVE_INFINITY), {
    path: ['at_most'],
    error: 'is below at_least',
  })
  .meta({ id: 'VerifyRequests', description: 'What a client is expected to have sent, and how often.' });
export type VerifyRequests = z.output<typeof verifyRequests>;

export const nearMisses = z.array(
  z
    .strictObject({
      entry: journalEntry,
      differences: z.array(z.string()).describe('What is not as it should be, a sentence each.'),
      score: real('Share of the conditions that are met, 0 to 1.'),
    })
    .meta({ id: 'NearMiss', description: 'A request that is almost what was expected.' }),
);

export const verification = z
  .strictObject({
    satisfied: z.boolean().describe('Whether the expectation is met.'),
    matched: count('How many requests match.'),
    explanation: text('What was expected and what came, as a sentence.'),
    request_ids: z.array(requestId).describe('Requests that match, oldest first, the latest 1000 of them.'),
    near_misses: nearMisses.describe('Where too few match: up to five of the latest 1000 others, closest first.'),
  })
  .meta({ id: 'Verification', description: 'Whether the expected requests came.' });
export type Verification = z.infer<typeof verification>;
