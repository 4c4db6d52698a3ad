/** Steps of scenarios that hold other steps (at once, again and again, from another file), and the one that prints. */
import { z } from 'zod';
import { jsonValue } from '../fields/json-value.ts';
import { savedName, stepTitle } from './scenario-names.ts';
import type { RequestStep } from './scenario-request-steps.ts';

/** How many steps a run may take, repetitions counted. */
export const MOST_STEPS = 100_000;
const MOST_TIMES = MOST_STEPS;

const title = stepTitle.optional();
/** What steps are is said once, in `scenario-step.ts`; each is judged by the schema of its own kind. */
const steps = z
  .array(z.unknown())
  .min(1)
  .meta({ description: 'Steps.', items: { $ref: '#/$defs/ScenarioStep' } });

export const printStep = z
  .strictObject({
    title,
    print: jsonValue.describe('What to print: a value with names filled in, as `${plan/orders/0}`.'),
  })
  .meta({ id: 'PrintStep', description: 'Prints a value in reports; it checks nothing and changes nothing.' });
export type PrintStep = z.input<typeof printStep>;

export const parallelStep = z
  .strictObject({
    title,
    parallel: z
      .array(z.unknown())
      .min(2)
      .max(64)
      .meta({
        description: 'Requests: each on a connection of its own, taken in the order of the list.',
        items: { $ref: '#/$defs/RequestStep' },
      }),
  })
  .meta({
    id: 'ParallelStep',
    description: 'Sends requests without waiting for the answers of those before, then waits for all.',
  });
export interface ParallelStep {
  readonly title?: string | undefined;
  readonly parallel: RequestStep[];
}

export const repeatStep = z
  .strictObject({
    title,
    repeat: z
      .strictObject({
        times: z.int().nonnegative().max(MOST_TIMES).optional().describe('How often.'),
        each: z
          .array(jsonValue)
          .max(MOST_TIMES)
          .optional()
          .describe('Once for each of these values, which `as` names.'),
        over: z
          .union([z.string().min(1), z.array(jsonValue).max(MOST_TIMES)])
          .optional()
          .describe('Once for each entry of a list that was saved, or is a variable, as `${orders}`.'),
        rows: z
          .string()
          .min(1)
          .max(1000)
          .optional()
          .describe(
            'Once for each row of a file beside this one: a table of CSV with a header, or a list of JSON. `as` names the row: `${row/cash}`.',
          ),
        as: savedName
          .optional()
          .describe('Name of the value within the steps; with `times` that of the number, from 0.'),
        steps,
      })
      .refine(
        ({ times, each, over, rows }) => [times, each, over, rows].filter((way) => way !== undefined).length === 1,
        'needs exactly one of times, each, over and rows',
      )
      .describe('How often, and what.'),
  })
  .meta({ id: 'RepeatStep', description: 'Does steps again and again; `${index}` counts from 0.' });

export const forkStep = z
  .strictObject({
    title,
    fork: z
      .record(savedName, steps)
      .refine((branches) => Object.keys(branches).length > 1, 'needs two branches or more')
      .describe('Steps by the name of their branch; each branch begins from the world as it is before the fork.'),
  })
  .meta({
    id: 'ForkStep',
    description:
      'Lets the world go on in several ways, one after the other, and then from before: what a branch has saved is `${branch/name}`.',
  });

export const includeStep = z
  .strictObject({
    include: z
      .union([
        z.string().min(1).max(1000),
        z.strictObject({
          file: z.string().min(1).max(1000).describe('Path, relative to this file.'),
          with: z.record(savedName, jsonValue).optional().describe('Values of variables in the steps of that file.'),
        }),
      ])
      .describe('A file with steps, relative to this one and within the project.'),
  })
  .meta({ id: 'IncludeStep', description: 'Puts the steps of another file here.' });
export type IncludeStep = z.input<typeof includeStep>;
