/** Steps of scenarios that speak to the service: requests of a client, and calls of the control plane for all else. */
import { z } from 'zod';
import { jsonValue } from '../fields/json-value.ts';
import { matcher, pointer, textMatcher } from '../fields/matcher.ts';
import { statusMatch } from '../fields/status-match.ts';
import { savedName, stepTitle } from './scenario-names.ts';

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is not the name of a header');
const save = z
  .record(
    savedName,
    z
      .union([pointer, z.strictObject({ header: headerName.describe('Header of the answer.') })])
      .describe('JSON pointer into the body of the answer, or one of its headers.'),
    'must be an object of names, as { plan: /rebalance_id }',
  )
  .describe('Values of the answer to save for later steps, by name: `${name}`.');

/** Where no status is said, an answer from 400 on fails the step: nothing passes by accident. */
export const expectedAnswer = z
  .strictObject({
    status: statusMatch
      .optional()
      .describe(
        'HTTP status, a class as `4xx`, or a list of these; `none`: no whole answer comes. Left out: below 400.',
      ),
    headers: z.record(headerName, textMatcher).optional().describe('Headers of the answer, by names in any case.'),
    body: z
      .record(pointer, matcher)
      .optional()
      .describe('Values of the answer, each by its JSON pointer (RFC 6901); an empty pointer is all of it.'),
  })
  .meta({ id: 'ExpectedAnswer', description: 'What the answer has to be like.' });

/** `raw_body` is for what is no JSON. */
export const requestFields = z
  .strictObject({
    form: z.enum(['A', 'B', 'both']).optional().describe('Base it goes to; both (`/v1`) where it is left out.'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).describe('HTTP method.'),
    path: z
      .string()
      .startsWith('/', 'does not begin with /')
      .max(8000)
      .describe('Path below the base, as `/rebalance/${rebalance}`.'),
    query: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('Query parameters, as they are before they are encoded.'),
    headers: z
      .record(headerName, z.string().max(8000))
      .optional()
      .describe('Headers besides those that the key and the body bring.'),
    key: z
      .string()
      .min(1)
      .optional()
      .describe('`none`, `wrong`, or a secret that was saved, as `${key}`; the key of the run where it is left out.'),
    body: jsonValue.optional().describe('Body, sent as JSON.'),
    raw_body: z
      .string()
      .optional()
      .describe('Body as it is, for what is no JSON; `application/json` unless `headers` say otherwise.'),
    timeout_ms: z
      .int()
      .min(1)
      .max(600_000)
      .optional()
      .describe('Milliseconds, host time, to wait for the whole answer; 30 000 where it is left out.'),
    save: save.optional(),
  })
  .refine(({ body, raw_body: raw }) => body === undefined || raw === undefined, {
    path: ['raw_body'],
    error: 'cannot stand beside body',
  })
  .meta({ id: 'ScenarioRequest', description: 'A request to the simulated service.' });

export const requestStep = z
  .strictObject({
    title: stepTitle.optional(),
    request: requestFields,
    expect: expectedAnswer.optional(),
  })
  .meta({ id: 'RequestStep', description: 'Sends a request and looks at its answer.' });
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
          .describe('Path below `/sim`, as `/portfolios/${depot}/cash`.'),
        query: requestFields.shape.query,
        body: jsonValue.optional().describe('Body, sent as JSON.'),
        raw_body: z
          .string()
          .optional()
          .describe('Body as it is; `text/csv`, which is what the control plane takes besides JSON.'),
        save: save.optional(),
      })
      .meta({ id: 'ControlRequest', description: 'A call of the control plane.' }),
    expect: expectedAnswer.optional(),
  })
  .meta({ id: 'ControlStep', description: 'Calls the control plane, for whatever has no step of its own.' });
export type ControlStep = z.input<typeof controlStep>;
