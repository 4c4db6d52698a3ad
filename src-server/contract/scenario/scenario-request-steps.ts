/** Steps of scenarios that call the service: requests of a client, and any other calls of the control plane. */

import { z } from 'zod';
import { BASE_FORMS } from '../../domain/world-choices.ts';
import { jsonValue } from '../fields/json-value.ts';
import { matcher, pointer, textMatcher } from '../fields/matcher.ts';
import { statusMatch } from '../fields/status-match.ts';
import { savedName, stepTitle } from './scenario-names.ts';

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is not the name of a header');
const save = z
  .record(
    savedName,
    z
      .union([pointer, z.strictObject({ header: headerName.describe('Header of the response.') })])
      .describe('JSON pointer into the body of the response, or one of its headers.'),
    'must be an object of names, such as { plan: /rebalance_id }',
  )
  .describe('Values of the response to save for later steps, by name; later steps refer to them as `${name}`.');

/** Without an expected status, a response from 400 on fails the step, so that nothing passes by accident. */
export const expectedResponse = z
  .strictObject({
    status: statusMatch
      .optional()
      .describe(
        'HTTP status, a class such as `4xx`, or a list of these; `none`: no complete response arrives. By default, any ' +
          'status below 400.',
      ),
    headers: z
      .record(headerName, textMatcher)
      .optional()
      .describe('Headers of the response, by name; upper and lower case are treated alike.'),
    body: z
      .record(pointer, matcher)
      .optional()
      .describe(
        'Values of the response, each by its JSON pointer (RFC 6901); an empty pointer refers to the whole response.',
      ),
  })
  .meta({ id: 'ExpectedAnswer', description: 'Conditions on the response.' });

/** `raw_body` is for bodies that are not JSON. */
export const requestFields = z
  .strictObject({
    form: z
      .enum(BASE_FORMS)
      .optional()
      .describe('Form whose base path the request is sent to; both (`/v1`) by default.'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).describe('HTTP method.'),
    path: z
      .string()
      .startsWith('/', 'does not begin with /')
      .max(8000)
      .describe('Path below the base path, such as `/rebalance/${rebalance}`.'),
    query: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('Query parameters, before encoding.'),
    headers: z
      .record(headerName, z.string().max(8000))
      .optional()
      .describe('Headers in addition to those of the key and the body.'),
    key: z
      .string()
      .min(1)
      .optional()
      .describe('`none`, `wrong`, or a saved secret, such as `${key}`; the default key by default.'),
    body: jsonValue.optional().describe('Body, sent as JSON.'),
    raw_body: z
      .string()
      .optional()
      .describe('Body as it is, if it is not JSON; sent as `application/json` unless `headers` say otherwise.'),
    timeout_ms: z
      .int()
      .min(1)
      .max(600_000)
      .optional()
      .describe('Host time to wait for the whole response, ms; 30 000 by default.'),
    save: save.optional(),
  })
  .refine(({ body, raw_body: raw }) => body === undefined || raw === undefined, {
    path: ['raw_body'],
    error: 'cannot be combined with body',
  })
  .meta({ id: 'ScenarioRequest', description: 'A request to the simulated service.' });

export const requestStep = z
  .strictObject({
    title: stepTitle.optional(),
    request: requestFields,
    expect: expectedResponse.optional(),
  })
  .meta({ id: 'RequestStep', description: 'Sends a request and checks the response.' });
export type RequestStep = z.input<typeof requestStep>;

export const controlStep = z
  .strictObject({
    title: stepTitle.optional(),
    control: z
      .strictObject({
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('HTTP method.'),
        path: z
          .string()
          .startsWith('/', 'does not begin with /')
          .max(8000)
          .describe('Path below `/sim`, such as `/portfolios/${depot}/cash`.'),
        query: requestFields.shape.query,
        body: jsonValue.optional().describe('Body, sent as JSON.'),
        raw_body: z
          .string()
          .optional()
          .describe('Body as it is, sent as `text/csv`, the only type besides JSON that the control plane takes.'),
        save: save.optional(),
      })
      .meta({ id: 'ControlRequest', description: 'A call of the control plane.' }),
    expect: expectedResponse.optional(),
  })
  .meta({ id: 'ControlStep', description: 'Calls the control plane, for anything that has no step of its own.' });
export type ControlStep = z.input<typeof controlStep>;
