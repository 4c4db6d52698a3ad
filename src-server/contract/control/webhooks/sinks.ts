/**
 * API schemas of the built-in receivers of webhooks (decisions L3, L46): received messages, and configured responses.
 */

import { z } from 'zod';
import { AFTER_LAST_RESPONSE } from '../../../domain/webhook-choices.ts';
import { at, count, text } from '../../fields/described.ts';
import { numberWithin } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { ORIGIN_HEADERS } from '../../fields/origin-headers.ts';
import { next } from '../../fields/paging.ts';
import { signatureExplanation } from './signature.ts';
import { injectedFault } from './webhooks.ts';

const LONGEST_BODY = 65_536;
const MAX_HEADERS = 32;

/** Response of `ANY /sim/sink[/{name}]`. */
export const received = z
  .strictObject({ received: z.literal(true).describe('Always true.') })
  .meta({ id: 'Received', description: 'The request was recorded.' });

export const sinkList = z
  .strictObject({
    sinks: z
      .array(
        z.strictObject({
          name: text('Name of the sink.'),
          received: count('Number of its stored requests.'),
          scripted: z.boolean().describe('Whether it has scripted responses.'),
          registered: z.boolean().describe('Whether a webhook endpoint of this world points at it.'),
        }),
      )
      .describe('Sinks, by name.'),
    next,
  })
  .meta({
    id: 'SinkList',
    description: 'Built-in receivers of webhooks that are registered, have received something or have a script.',
  });
export type SinkList = z.infer<typeof sinkList>;

/** A response may not set headers of the connection, or those that protect a page of this server. */
const REFUSED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'date',
  'set-cookie',
  'content-security-policy',
  'x-content-type-options',
  'x-request-id',
  ...ORIGIN_HEADERS,
]);

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is not the name of a header')
  .refine((name) => !REFUSED_HEADERS.has(name.toLowerCase()), 'is not for a sink to set');
const headerValue = z
  .string()
  .max(2000)
  .regex(/^[\x20-\x7e\t]*$/, 'is not of printable ASCII characters');

const responseFields = {
  status: numberWithin(BOUNDS.responseStatus).describe('HTTP status.'),
  delay_ms: numberWithin(BOUNDS.sinkDelayMs).describe('Milliseconds of host time before the response.'),
  headers: z
    .record(headerName, headerValue)
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `are more than ${MAX_HEADERS}`)
    .describe('Headers; none of the connection, and none that would affect the pages of this server.'),
  body: z.string().max(LONGEST_BODY).describe('Body; none is sent with 204 and 304.'),
  times: numberWithin(BOUNDS.sinkRepeats).describe('Number of consecutive requests that receive this response.'),
};
const afterwards = z
  .enum(AFTER_LAST_RESPONSE)
  .describe(
    'What follows the last response: the last one again, the script from the start, or 200 as without a script.',
  );

/** `PUT /sim/sinks/{name}`. */
export const scriptSink = z
  .strictObject({
    answers: z
      .array(
        z.strictObject({
          status: responseFields.status,
          delay_ms: responseFields.delay_ms.default(0),
          headers: responseFields.headers.default({}),
          body: responseFields.body.default(''),
          times: responseFields.times.default(1),
        }),
      )
      .min(1)
      .max(100)
      .describe('Responses, in order.'),
    afterwards: afterwards.default('repeat_last'),
  })
  .meta({ id: 'ScriptSink', description: 'Responses of a sink from now on.' });

export const sinkScript = z
  .strictObject({
    answers: z
      .array(z.strictObject(responseFields).meta({ id: 'SinkAnswer', description: 'A response of a sink.' }))
      .describe('Responses, in order; none: it responds with 200.'),
    afterwards,
    given: count('Number of requests since the script was set, including those after its last response.'),
  })
  .meta({ id: 'SinkScript', description: 'Responses of a sink.' });
export type SinkScriptView = z.infer<typeof sinkScript>;

const sinkRequest = z
  .strictObject({
    received_at: at('Time at which the request was received.'),
    method: text('HTTP method.'),
    path: text('Path, including the query string.'),
    headers: z.record(z.string(), z.string()).describe('Headers as received.'),
    body: text('Body as received.'),
    event_id: z.string().nullable().describe('Its `webhook-id`; null if it has none.'),
    signature_valid: z
      .boolean()
      .nullable()
      .describe('Whether its signature was valid when it was received; null: no endpoint of this world points here.'),
    signature: signatureExplanation
      .nullable()
      .describe('Explanation of its signature, by the current secrets; null: no endpoint of this world points here.'),
    injected: injectedFault
      .nullable()
      .describe('The fault that was injected into the attempt that sent it; null: none, or none is known.'),
    answered: z
      .strictObject({
        status: z.int().describe('HTTP status.'),
        delay_ms: count('Milliseconds of host time before the response.'),
      })
      .describe('The response.'),
  })
  .meta({ id: 'SinkRequest', description: 'A request as received, and the response to it.' });
export type SinkRequestView = z.infer<typeof sinkRequest>;

export const sinkView = z
  .strictObject({
    name: text('Name of the sink.'),
    script: sinkScript,
    requests: z.array(sinkRequest).describe('The latest requests, oldest first.'),
    next: next.describe('`cursor` of the page before this one; null: there is none.'),
  })
  .meta({ id: 'Sink', description: 'What a sink received, and its responses.' });
export type SinkView = z.infer<typeof sinkView>;

/** Response of `DELETE /sim/sinks/{name}`. */
export const emptiedSink = z
  .strictObject({ name: text('Name of the sink.'), forgotten: count('Number of requests deleted.') })
  .meta({ id: 'EmptiedSink', description: 'The sink is empty; its responses stay the same.' });
