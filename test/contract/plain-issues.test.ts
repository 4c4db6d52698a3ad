/** What a schema finds wrong, in the words of a form. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuePlaces } from '../../src-server/contract/fields/issue-places.ts';

const issuesOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value, { reportInput: true }).error?.issues ?? [])
    .flatMap((issue) => issuePlaces(issue))
    .map(({ issue }) => issue);

describe('a wrong value', () => {
  it.each([
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'a', 'must have at least 3 characters'],
    [z.string().max(255), 'x'.repeat(256), 'must have at most 255 characters'],
    [z.array(z.number()).max(1), [1, 2], 'must have at most 1 items'],
    [z.number(), '1', 'must be a number'],
    [z.number(), null, 'must be a number'],
    [z.number(), Number.POSITIVE_INFINITY, 'must be a finite number'],
    [z.int(), 1.5, 'must be an integer'],
    [z.number().positive(), 0, 'must be above 0'],
    [z.number().lt(2), 2, 'must be below 2'],
    [z.number().min(0.01), 0, 'must be at least 0.01'],
    [z.number().max(0.25), 1, 'must be at most 0.25'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.strictObject({}), [], 'must be an object'],
    [z.record(z.string(), z.number()), [], 'must be an object'],
    [z.enum(['FIFO', 'HIFO']), 'LIFO', 'must be one of "FIFO", "HIFO"'],
    [z.literal('EUR'), 'USD', 'must be "EUR"'],
  ])('is told as a predicate of the field (%#)', (schema, value, issue) => {
    expect(issuesOf(schema, value)).toEqual([issue]);
  });

  it('is told by the message that its schema brings itself', () => {
    expect(issuesOf(z.string().regex(/^[A-Z]{4}$/, 'is no MIC'), 'x')).toEqual(['is no MIC']);
    expect(issuesOf(z.number('is no price'), 'x')).toEqual(['is no price']);
  });
});
