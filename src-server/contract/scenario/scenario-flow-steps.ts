/** Steps of scenarios that contain other steps (concurrent, repeated, from another file), and the one that prints. */
import { z } from 'zod';
import { jsonValue } from '../fields/json-value.ts';
import { savedName, stepTitle } from './scenario-names.ts';
import type { RequestStep } from './scenario-request-steps.ts';

/** Maximum number of steps in a run, including repetitions. */
export const MAX_STEPS = 100_000;
const MAX_TIMES = MAX_STEPS;

const title = stepTitle.optional();
/** The kinds of steps are only defined in `scenario-step.ts`; each step is validated by the schema of its own kind. */
const steps = z
  .array(z.unknown())
  .min(1)
  .meta({ description: 'Steps.', items: { $ref: '#/$defs/ScenarioStep' } });

export const printStep = z
  .strictObject({
    title,
    print: jsonValue.describe('Value to print, with names filled in, such as `${plan/orders/0}`.'),
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
        description: 'Requests, each on a connection of its own, handled in the order of the list.',
        items: { $ref: '#/$defs/RequestStep' },
      }),
  })
  .meta({
    id: 'ParallelStep',
    description: 'Sends requests without waiting for the responses to the previous ones, then waits for all responses.',
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
        times: z.int().nonnegative().max(MAX_TIMES).optional().describe('Number of repetitions.'),
        each: z
          .array(jsonValue)
          .max(MAX_TIMES)
          .optional()
          .describe('Values to repeat the steps for, once for each; `as` names the value.'),
        over: z
          .union([z.string().min(1), z.array(jsonValue).max(MAX_TIMES)])
          .optional()
          .describe(
            'List that was saved, or is a variable, such as `${orders}`; the steps are repeated once for each entry.',
          ),
        rows: z
          .string()
          .min(1)
          .max(1000)
          .optional()
          .describe(
            'File beside this one, a CSV table with a header or a JSON list; the steps are repeated once for each ' +
              'row. `as` names the row: `${row/cash}`.',
          ),
        as: savedName
          .optional()
          .describe('Name of the value within the steps; with `times`, name of the number, from 0.'),
        steps,
      })
      .refine(
        ({ times, each, over, rows }) => [times, each, over, rows].filter((way) => way !== undefined).length === 1,
        'needs exactly one of times, each, over and rows',
      )
      .describe('Number of repetitions, and the steps to repeat.'),
  })
  .meta({ id: 'RepeatStep', description: 'Repeats steps; `${index}` counts from 0.' });

export const forkStep = z
  .strictObject({
    title,
    fork: z
      .record(savedName, steps)
      .refine((branches) => Object.keys(branches).length > 1, 'needs two branches or more')
      .describe('Steps, by the name of their branch; each branch starts from the world as it is before the fork.'),
  })
  .meta({
    id: 'ForkStep',
    description:
      'Continues the world in several branches, one after the other, and then from the state before the fork; a ' +
      'value that a branch has saved is `${branch/name}`.',
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
      .describe('Path of a file with steps, relative to this file and within the project.'),
  })
  .meta({ id: 'IncludeStep', description: 'Inserts the steps of another file here.' });
export type IncludeStep = z.input<typeof includeStep>;
