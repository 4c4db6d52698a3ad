/**
 * Wire schemas of recorded sessions as HTTP archives (HAR 1.2): the one that is given out, and what is read of
 * anybody's. Fields with an underscore are of our own making, as the format allows.
 */
import { z } from 'zod';
import { at, count, faultId, real, requestId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { keyReuse } from './journal.ts';

const pairs = (description: string) =>
  z.array(z.strictObject({ name: text('Name.'), value: text('Value.') })).describe(description);
const httpVersion = text('HTTP version.');
const cookies = pairs('Always empty: cookies are secrets.');
const headersSize = z.literal(-1).describe('Always -1: not known.');

const archivedRequest = z.strictObject({
  method: text('HTTP method.'),
  url: text('Address, with its query.'),
  httpVersion,
  cookies,
  headers: pairs('Headers as they came, secrets left out.'),
  queryString: pairs('Query parameters, decoded.'),
  postData: z
    .strictObject({ mimeType: text('Content type of the body.'), text: text('Body as it came.') })
    .optional()
    .describe('Body of the request.'),
  headersSize,
  bodySize: count('Bytes of the body.'),
});

const archivedAnswer = z.strictObject({
  status: z.int().describe('HTTP status; 0: nothing was answered.'),
  statusText: text('Its usual words.'),
  httpVersion,
  cookies,
  headers: pairs('Headers of the answer.'),
  content: z
    .strictObject({
      size: count('Bytes of the body.'),
      mimeType: text('Its content type.'),
      text: text('Body as far as it was sent.'),
    })
    .describe('Body of the answer.'),
  redirectURL: text('Always empty.'),
  headersSize,
  bodySize: count('Bytes of the body.'),
});

const archivedEntry = z
  .strictObject({
    startedDateTime: at('When it came, by the wall clock.'),
    time: real('Milliseconds until it was answered.'),
    request: archivedRequest.describe('What came.'),
    response: archivedAnswer.describe('What was answered.'),
    cache: z.strictObject({}).describe('Always empty.'),
    timings: z
      .strictObject({
        send: real('Always 0.'),
        wait: real('Milliseconds until it was answered.'),
        receive: real('Always 0.'),
      })
      .describe('Where the time went.'),
    serverIPAddress: text('Where it was sent.'),
    _request_id: requestId,
    _at: at('When it was answered, in virtual time.'),
    _operation: z.string().nullable().describe('The operation; null where nothing is at this path.'),
    _key_id: z.string().nullable().describe('Key that was shown; null without a valid one.'),
    _injected_ms: real('Milliseconds of `time` that were added on purpose.'),
    _fault: z
      .strictObject({ fault_id: faultId, kind: text('Kind of the fault.') })
      .nullable()
      .describe('The HTTP fault that hit it; null: none.'),
    _idempotency: keyReuse
      .nullable()
      .describe('How it repeats an idempotency key that was answered before; null: it does not.'),
  })
  .meta({ id: 'ArchiveEntry', description: 'A request and its answer.' });
export type ArchiveEntry = z.infer<typeof archivedEntry>;

export const archive = z
  .strictObject({
    log: z
      .strictObject({
        version: z.literal('1.2').describe('Version of the format.'),
        creator: z
          .strictObject({ name: text('Always Ballast.'), version: text('Its version.') })
          .describe('Who wrote it.'),
        comment: text('What this is.'),
        entries: z.array(archivedEntry).describe('Oldest first.'),
      })
      .describe('The session.'),
  })
  .meta({ id: 'Archive', description: 'An HTTP archive (HAR 1.2), which browsers and proxies can open.' });
export type Archive = z.infer<typeof archive>;

const foreignPairs = z.array(z.looseObject({ name: text('Name.'), value: text('Value.') }));

const foreignRequest = z
  .looseObject({
    method: z
      .string()
      .regex(/^[A-Za-z]{1,20}$/, 'is not an HTTP method')
      .describe('HTTP method.'),
    url: z.string().max(16_384).describe('Address; its path counts, not its host.'),
    headers: foreignPairs
      .default([])
      .describe('Headers; keys, cookies and what belongs to the connection are left out.'),
    postData: z
      .looseObject({ text: z.string().optional().describe('The body as text.') })
      .optional()
      .describe('Body of the request.'),
  })
  .describe('What is sent again.');

const foreignAnswer = z
  .looseObject({
    status: z.int().describe('HTTP status; 0: nothing was answered.'),
    content: z
      .looseObject({
        text: z.string().optional().describe('The body as text.'),
        encoding: z.string().optional().describe('`base64` where it is encoded.'),
      })
      .optional()
      .describe('Body of the answer.'),
  })
  .describe('What the answer is compared with.');

/** Of an archive of anybody: what is needed to send its requests again, and to compare the answers. */
export const foreignArchive = z
  .looseObject({
    log: z
      .looseObject({
        entries: z
          .array(
            z.looseObject({
              request: foreignRequest,
              response: foreignAnswer.optional(),
              _key_id: z.string().nullish().describe('In our own: null where no valid key was shown.'),
            }),
          )
          .describe('In the order in which they are sent.'),
      })
      .describe('The session.'),
  })
  .meta({ id: 'ForeignArchive', description: 'An HTTP archive (HAR 1.2): ours, or that of a browser or proxy.' });
export type ForeignEntry = z.output<typeof foreignArchive>['log']['entries'][number];

export const replayQuery = z.strictObject({
  limit: wholeNumber(1, 10_000).default(1000).describe('How many requests are sent at most.'),
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'is not a key')
    .optional()
    .describe('API key to send; the key of the run, where it is left out.'),
});

export const replay = z
  .strictObject({
    replayed: count('How many requests were sent.'),
    skipped: count('How many entries were not: of other paths, or beyond the limit.'),
    results: z
      .array(
        z
          .strictObject({
            index: count('Place of the entry in the archive, from 0.'),
            method: text('HTTP method.'),
            path: text('Path with its query.'),
            recorded_status: z.int().nullable().describe('Status in the archive; null: it says none.'),
            status: z.int().nullable().describe('Status that came now; null: nothing was answered.'),
            same_status: z.boolean().describe('Whether they are the same.'),
            same_body: z
              .boolean()
              .nullable()
              .describe('Whether the bodies are the same but for request ids; null: the archive says none.'),
            request_id: z
              .string()
              .nullable()
              .describe('Identifier of the request that was sent; null without an answer.'),
            error: z.string().nullable().describe('Why nothing was answered.'),
          })
          .meta({ id: 'ReplayedRequest', description: 'A request that was sent again.' }),
      )
      .describe('In the order in which they were sent.'),
  })
  .meta({ id: 'Replay', description: 'A recorded session that was sent again.' });
export type Replay = z.infer<typeof replay>;
