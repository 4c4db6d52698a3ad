/** API schemas of stubs under `/sim/stubs` (decision R1): each is an interface fault of the kind `api_stub`. */
import { z } from 'zod';
import { next, page } from '../../fields/paging.ts';
import { stubFields } from './fault-terms.ts';
import { interfaceFaultView } from './http-faults.ts';
import { unmetList, unmetQuery } from './unmet-faults.ts';

export const createStub = z
  .strictObject(stubFields)
  .refine((body) => body.until === undefined || body.for === undefined, {
    path: ['for'],
    error: 'cannot be combined with until',
  })
  .meta({
    id: 'CreateStub',
    description: 'A response to send in place of that of the service, and to which requests.',
  });

export const stubList = z
  .strictObject({
    stubs: z
      .array(interfaceFaultView)
      .describe(
        'Stubs, in the order in which a request meets them: by priority, highest first, then newest first; those that have ended are last.',
      ),
    unmet: unmetList,
    next,
  })
  .meta({ id: 'StubList', description: 'Stubs that were set.' });

export const endedStubs = z
  .strictObject({ stubs: z.array(interfaceFaultView).describe('Stubs, oldest first.') })
  .meta({ id: 'EndedStubs', description: 'Stubs that were ended.' });

export const stubsQuery = z.strictObject({ ...page, ...unmetQuery });
