/** Conditions on requests of the simulated service: for faults of the interface, and for queries of the journal. */

import { z } from 'zod';
import { BASE_FORMS } from '../../domain/world-choices.ts';
import { operationName } from '../service/operation-names.ts';
import { matcher, pointer, textMatcher } from './matcher.ts';

export const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is not the name of a header');

/** All conditions must hold; without any, every request matches. */
export const requestMatch = z
  .strictObject({
    method: z
      .string()
      .regex(/^[A-Z]{1,20}$/, 'is not an HTTP method in capitals')
      .optional()
      .describe('HTTP method, in capitals.'),
    operation: operationName.optional(),
    form: z
      .enum(BASE_FORMS)
      .optional()
      .describe('Form whose base path was used; both: `/v1`, which serves both forms.'),
    key_id: z
      .string()
      .regex(/^ak_[0-9A-HJKMNP-TV-Z]{26}$/, 'is not the identifier of a key')
      .optional()
      .describe('Identifier of the API key that was used.'),
    path: textMatcher
      .optional()
      .describe(
        'The whole path, including the base path; in a plain text `*` stands for any text and `?` for one character. ' +
          'The query may be left out.',
      ),
    query: z
      .record(z.string(), textMatcher)
      .optional()
      .describe('Query parameters, decoded; if one is given twice, the first counts.'),
    headers: z.record(headerName, textMatcher).optional().describe('Headers, by name in upper or lower case.'),
    body: z
      .record(pointer, matcher)
      .optional()
      .describe('Values of the JSON body, each by its JSON pointer (RFC 6901).'),
  })
  .meta({ id: 'RequestMatch', description: 'Conditions that select requests; every condition has to be met.' });
export type RequestMatch = z.output<typeof requestMatch>;
