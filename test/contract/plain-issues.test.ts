/** Tests the messages of schema issues, in the wording of a form. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuePlaces } from '../../src-server/contract/fields/issue-places.ts';

const MANY = Array.from({ length: 40 }, (_, index) => `name-${index}`);
const OPERATION = z.strictObject({ operation: z.string().optional() });
const KINDS = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('down') }),
  z.strictObject({ kind: z.literal('slow') }),
]);

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
    [z.number(), '1', 'must be a number, without quotes'],
    [z.int(), '-3', 'must be a number, without quotes'],
    [z.number(), '2.5 %', 'must be a number: 2.5 % is 0.025'],
    [z.number(), '1.000,00', 'must be a number, as 1234.56'],
    [z.number(), 'many', 'must be a number'],
    [z.array(z.string()), '/id', 'must be a list, as [/id]'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.strictObject({ new: z.int(), old: z.int() }), 2, 'must be an object with new, old'],
    [z.strictObject({ body: z.any() }), { body: 1, json: {} }, 'is not a known field (did you mean body?)'],
    [z.enum(['A', 'B']), 'b', 'must be one of "A", "B" (did you mean B?)'],
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
    [z.enum(['FIFO', 'HIFO']), 'LIFO', 'must be one of "FIFO", "HIFO" (did you mean FIFO?)'],
    [z.enum(['A', 'B']), 'C', 'must be one of "A", "B"'],
    [z.enum(['FIFO', 'HIFO']), 7, 'must be one of "FIFO", "HIFO"'],
    [z.enum(MANY), 'name-41', 'is not one of the 40 possible values (did you mean name-1?)'],
    [z.strictObject({ count: z.int().optional() }), { cuont: 1 }, 'is not a known field (did you mean count?)'],
    [z.strictObject({ a: z.any(), b: z.any() }), { a: 1, b: 2, other: 1 }, 'is not a known field (possible: a, b)'],
    [
      z.strictObject({ match: OPERATION.optional() }),
      { operation: 'x' },
      'is not a known field (did you mean match.operation?)',
    ],
    [z.strictObject({}), { any: 1 }, 'is not a known field'],
    [KINDS, { kind: 'dwon' }, 'must be one of "down", "slow" (did you mean down?)'],
    [KINDS, {}, 'is missing'],
    [z.literal('EUR'), 'USD', 'must be "EUR"'],
  ])('is reported as a predicate of the field (%#)', (schema, value, issue) => {
    expect(issuesOf(schema, value)).toEqual([issue]);
  });

  it('names a nearest field for the first twenty unknown ones alone, because a body may have thousands', () => {
    const given = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`cuont${index}`, 1]));
    const issues = issuesOf(z.strictObject({ count: z.int().optional() }), given);
    expect(issues.length).toBe(5000);
    expect(issues.filter((issue) => issue.includes('count')).length).toBe(20);
    expect(issues.at(-1)).toBe('is not a known field');
  });

  it('is reported with the message of the schema itself', () => {
    expect(issuesOf(z.string().regex(/^[A-Z]{4}$/, 'is no MIC'), 'x')).toEqual(['is no MIC']);
    expect(issuesOf(z.number('is no price'), 'x')).toEqual(['is no price']);
  });
});
