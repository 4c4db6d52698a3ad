/**
 * API schemas of `/sim/sweeps`: one scenario with many seeds and values, and the values of its figures
 * (decisions K87 to K89).
 */
import { z } from 'zod';
import { count, real, text } from '../../fields/described.ts';
import { numberWithin } from '../../fields/fields.ts';
import { jsonValue } from '../../fields/json-value.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { sweepCheck, sweepFailure, sweepFigure, sweepGroup } from './sweep-summary.ts';

export const SWEEP_STATES = ['queued', 'running', 'complete', 'stopped', 'broken'] as const;
export type SweepState = (typeof SWEEP_STATES)[number];

const variedKey = z.string().regex(/^(?:\/[^=]*|[a-zA-Z_][\w-]*)$/, "is neither a JSON pointer nor a variable's name");
const variedValues = z.array(jsonValue).min(1).max(50);

/** `POST /sim/sweeps`. */
export const startSweep = z
  .strictObject({
    file: z
      .string()
      .max(1000)
      .regex(/^[^\\\p{Cc}\u2028\u2029]+\.(?:ya?ml|json)$/u, 'is not the name of a .yaml, .yml or .json file')
      .describe('Path of the scenario file, relative to the folder.'),
    seeds: numberWithin(BOUNDS.sweepJobs)
      .optional()
      .describe('Number of consecutive seeds; by default 100, or 1 if the scenario starts from a saved world.'),
    first_seed: numberWithin(BOUNDS.firstSeed)
      .optional()
      .describe('First of the seeds; by default 1, or the seed of the saved world that the scenario starts from.'),
    vary: z
      .record(variedKey, variedValues)
      .refine((vary) => Object.keys(vary).length <= 5, 'has more than 5 places')
      .default({})
      .describe(
        'Values to vary, by JSON pointer into the file or by name of a variable; every combination is run with every ' +
          'seed.',
      ),
    threads: numberWithin(BOUNDS.parallelJobs)
      .optional()
      .describe('Maximum number of runs at a time; one core is always left to the served world.'),
  })
  .meta({ id: 'StartSweep', description: 'A sweep to start, of at most 10 000 runs.' });
export type StartSweep = z.output<typeof startSweep>;

export const sweepFacts = z
  .strictObject({
    sweep_id: text('Identifier of the sweep.'),
    file: text('Path of the scenario file, relative to the folder.'),
    name: text('Name of the scenario.'),
    seeds: text('Seeds, such as `1..100`.'),
    vary: z.record(z.string(), z.array(jsonValue)).describe('Varied values, by JSON pointer or variable.'),
    threads: count('Number of runs at a time.'),
    status: z
      .enum(SWEEP_STATES)
      .describe('`queued`: the sweep waits for its turn. `broken`: no further runs were possible; `error` says why.'),
    error: z.string().nullable().describe('Reason the sweep failed; null if it did not.'),
    jobs: count('Number of runs of the whole sweep.'),
    done: count('Number of runs that are over.'),
    passed: count('Number of runs that passed.'),
    failed: count('Number of runs that did not pass.'),
    elapsed_ms: real('Host time since the sweep started, ms; 0 while it waits.'),
    jobs_per_second: real('Runs per second over the latest 15 s of host time; 0 until the first run is over.'),
  })
  .meta({ id: 'SweepFacts', description: 'A sweep and its progress.' });
export type SweepFacts = z.infer<typeof sweepFacts>;

export const sweepList = z
  .strictObject({ sweeps: z.array(sweepFacts).describe('Stored sweeps, oldest first.') })
  .meta({ id: 'SweepList', description: 'The latest sweeps.' });

/** `GET /sim/sweeps/{id}`. */
export const sweepQuery = z.strictObject({
  figure: z.string().max(300).optional().describe('Figure to show in full; by default, one that differs between runs.'),
});

const statistics = sweepFigure
  .omit({ histogram: true, lowest: true, highest: true })
  .meta({ id: 'SweepStatistics', description: 'A figure over many runs, without its histogram.' });
export type SweepStatistics = z.infer<typeof statistics>;

const variation = sweepGroup
  .omit({ figures: true })
  .extend({
    vary: z.record(z.string(), jsonValue).describe('Varied values that these runs share.'),
    figure: statistics.nullable().meta({ description: 'The chosen figure; null until one of these runs has passed.' }),
  })
  .meta({ id: 'SweepVariation', description: 'The runs of one combination of varied values.' });

export const sweep = sweepFacts
  .extend({
    figures: z
      .array(statistics)
      .describe('All figures of the runs that have passed so far; measures first, then by name.'),
    figure: sweepFigure.nullable().meta({ description: 'The chosen figure in full; null until a run has passed.' }),
    variations: z
      .array(variation)
      .describe('The chosen figure for each combination of varied values; none if nothing is varied.'),
    checks: z.array(sweepCheck).describe('Conditions of the scenario, on the runs that have passed so far.'),
    unproven: z
      .string()
      .nullable()
      .describe(
        'Reason a complete sweep proves nothing although all runs passed. Null if it proves something, failed, or is ' +
          'not complete.',
      ),
    failures: z.array(sweepFailure).describe('First 100 runs that did not pass, in the order of the plan.'),
  })
  .meta({ id: 'Sweep', description: 'A sweep and its results so far.' });
export type SweepWire = z.infer<typeof sweep>;
