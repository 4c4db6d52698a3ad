/**
 * API schemas of recorded sessions as HTTP archives (HAR 1.2): the one that Ballast writes, and the part that it reads
 * of any other. Fields with an underscore are extensions, as the format allows.
 */
import { z } from 'zod';
import { at, count, faultId, real, requestId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { keyReuse } from './journal.ts';

const pairs = (description: string) =>
  z.array(z.strictObject({ name: text('Name.'), value: text('Value.') })).describe(description);
const httpVersion = text('HTTP version.');
const cookies = pairs('Always empty, because cookies are secrets.');
const headersSize = z.literal(-1).describe('Always -1: the size is not known.');

const archivedRequest = z.strictObject({
  method: text('HTTP method.'),
  url: text('URL, including the query string.'),
  httpVersion,
  cookies,
  headers: pairs('Headers as received; secrets are left out.'),
  queryString: pairs('Query parameters, decoded.'),
  postData: z
    .strictObject({ mimeType: text('Content type of the body.'), text: text('Body as received.') })
    .optional()
    .describe('Body of the request.'),
  headersSize,
  bodySize: count('Size of the body in bytes.'),
});

const archivedResponse = z.strictObject({
  status: z.int().describe('HTTP status; 0: there was no response.'),
  statusText: text('Standard reason phrase of the status.'),
  httpVersion,
  cookies,
  headers: pairs('Headers of the response.'),
  content: z
    .strictObject({
      size: count('Size of the body in bytes.'),
      mimeType: text('Content type of the body.'),
      text: text('Body as far as it was sent.'),
    })
    .describe('Body of the response.'),
  redirectURL: text('Always empty.'),
  headersSize,
  bodySize: count('Size of the body in bytes.'),
});

const archivedEntry = z
  .strictObject({
    startedDateTime: at('Time at which the request was received, by the wall clock.'),
    time: real('Milliseconds until the response.'),
    request: archivedRequest.describe('The request.'),
    response: archivedResponse.describe('The response.'),
    cache: z.strictObject({}).describe('Always empty.'),
    timings: z
      .strictObject({
        send: real('Always 0.'),
        wait: real('Milliseconds until the response.'),
        receive: real('Always 0.'),
      })
      .describe('Breakdown of the time.'),
    serverIPAddress: text('IP address to which the request was sent.'),
    _request_id: requestId,
    _at: at('Time of the response, in virtual time.'),
    _operation: z.string().nullable().describe('The operation; null if no operation has this path.'),
    _key_id: z.string().nullable().describe('Identifier of the API key used; null without a valid key.'),
    _injected_ms: real('Part of `time` that was injected, in milliseconds.'),
    _fault: z
      .strictObject({ fault_id: faultId, kind: text('Kind of the fault.') })
      .nullable()
      .describe('The HTTP fault that affected the request; null: none.'),
    _latency_fault_id: faultId
      .nullable()
      .describe('The latency fault that delayed the request beside that fault; null: none, or no other fault.'),
    _undone: z.boolean().describe('Whether the world was rewound to before it, so that its changes are gone.'),
    _idempotency: keyReuse
      .nullable()
      .describe('How the request reuses an idempotency key that already has a response; null: it does not.'),
  })
  .meta({ id: 'ArchiveEntry', description: 'A request and its response.' });
export type ArchiveEntry = z.infer<typeof archivedEntry>;

export const archive = z
  .strictObject({
    log: z
      .strictObject({
        version: z.literal('1.2').describe('Version of the format.'),
        creator: z
          .strictObject({ name: text('Always Ballast.'), version: text('Version of Ballast.') })
          .describe('Program that wrote the archive.'),
        comment: text('What the archive contains.'),
        entries: z.array(archivedEntry).describe('Requests with their responses, oldest first.'),
      })
      .describe('The recorded session.'),
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
    url: z.string().max(16_384).describe('URL; the host is ignored.'),
    headers: foreignPairs.default([]).describe('Headers; keys, cookies and headers of the connection are not sent.'),
    postData: z
      .looseObject({ text: z.string().optional().describe('The body as text.') })
      .optional()
      .describe('Body of the request.'),
  })
  .describe('The request to send again.');

const foreignResponse = z
  .looseObject({
    status: z.int().describe('HTTP status; 0: there was no response.'),
    content: z
      .looseObject({
        text: z.string().optional().describe('The body as text.'),
        encoding: z.string().optional().describe('`base64` if the body is encoded.'),
      })
      .optional()
      .describe('Body of the response.'),
  })
  .describe('The recorded response, with which the new one is compared.');

/** An archive from any source: the fields that are needed to send its requests again, and to compare the responses. */
export const foreignArchive = z
  .looseObject({
    log: z
      .looseObject({
        entries: z
          .array(
            z.looseObject({
              request: foreignRequest,
              response: foreignResponse.optional(),
              _key_id: z
                .string()
                .nullish()
                .describe('In archives of Ballast: null if the request had no valid API key.'),
            }),
          )
          .describe('Requests, in the order in which they are sent.'),
      })
      .describe('The recorded session.'),
  })
  .meta({ id: 'ForeignArchive', description: 'An HTTP archive (HAR 1.2) from Ballast, a browser or a proxy.' });
export type ForeignEntry = z.output<typeof foreignArchive>['log']['entries'][number];

export const replayQuery = z.strictObject({
  limit: wholeNumber(1, 10_000).default(1000).describe('Maximum number of requests to send.'),
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'is not a key')
    .optional()
    .describe('API key to send; if left out, the default key.'),
  with_times: z
    .boolean()
    .default(false)
    .describe(
      'Whether the clock advances before each request: to its virtual time in archives of Ballast, by the time since ' +
        'the request before it in others.',
    ),
});

export const replay = z
  .strictObject({
    replayed: count('Number of requests sent.'),
    skipped: count('Number of entries not sent, because they have other paths or are beyond the limit.'),
    results: z
      .array(
        z
          .strictObject({
            index: count('Position of the entry in the archive, from 0.'),
            method: text('HTTP method.'),
            path: text('Path, including the query string.'),
            recorded_status: z.int().nullable().describe('Status in the archive; null: the archive has none.'),
            status: z.int().nullable().describe('Status of the new response; null: there was none.'),
            same_status: z.boolean().describe('Whether both statuses are the same.'),
            same_body: z
              .boolean()
              .nullable()
              .describe('Whether the bodies are the same except for request ids; null: the archive has no body.'),
            differences: z
              .array(
                z
                  .strictObject({
                    place: text(
                      '`status`, `header X-Request-Id`, `content type`, or a pointer into the body: `body/orders/0/side`.',
                    ),
                    issue: text('The recorded value, and the one here.'),
                  })
                  .meta({ id: 'ReplayDifference', description: 'A difference of a response from the recorded one.' }),
              )
              .describe('Differences that no price or time explains, as `ballast compare-traffic` reports them.'),
            not_compared: z.string().nullable().describe('Reason these were not looked for; null: they were.'),
            request_id: z
              .string()
              .nullable()
              .describe('Identifier of the request that was sent; null without a response.'),
            error: z.string().nullable().describe('Reason why there was no response.'),
          })
          .meta({ id: 'ReplayedRequest', description: 'A request that was sent again.' }),
      )
      .describe('Results, in the order in which the requests were sent.'),
  })
  .meta({ id: 'Replay', description: 'The result of sending a recorded session again.' });
export type ArchiveReplay = z.infer<typeof replay>;
