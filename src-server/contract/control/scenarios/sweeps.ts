/**
 * Wire schemas of `/sim/sweeps`: one scenario with many seeds and values, and what its figures come to (decisions K87
 * to K89).
 */
import { z } from 'zod';
import { count, real, text } from '../../fields/described.ts';
import { jsonValue } from '../../fields/json-value.ts';
import { MOST_SWEEP_JOBS } from './sweep-limits.ts';
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
      .describe('File of the scenario, below the folder.'),
    seeds: z
      .int()
      .min(1)
      .max(MOST_SWEEP_JOBS)
      .optional()
      .describe('How many seeds, one after the other: 100, or 1 where it begins from a saved world.'),
    first_seed: z
      .int()
      .nonnegative()
      .max(1_000_000_000_000)
      .optional()
      .describe('The first of them: 1, or the seed of the saved world that it begins from.'),
    vary: z
      .record(variedKey, variedValues)
      .refine((vary) => Object.keys(vary).length <= 5, 'has more than 5 places')
      .default({})
      .describe('Values by JSON pointer into the file, or by name of a variable; every combination gets every seed.'),
    threads: z
      .int()
      .min(1)
      .max(16)
      .optional()
      .describe('The maximum number of jobs at a time; one core is always left to the served world.'),
  })
  .meta({ id: 'StartSweep', description: 'What to sweep. At most 10 000 jobs.' });
export type StartSweep = z.output<typeof startSweep>;

export const sweepFacts = z
  .strictObject({
    sweep_id: text('Its identifier.'),
    file: text('The scenario, below the folder.'),
    name: text('Its name.'),
    seeds: text('The seeds, as `1..100`.'),
    vary: z.record(z.string(), z.array(jsonValue)).describe('Varied values by JSON pointer or variable.'),
    threads: count('Jobs at a time.'),
    status: z
      .enum(SWEEP_STATES)
      .describe('`queued`: another goes first. `broken`: nobody could play any more; `error` says why.'),
    error: z.string().nullable().describe('Why it broke down; null where it did not.'),
    jobs: count('Runs of the whole sweep.'),
    done: count('Of them, over.'),
    passed: count('Of them, passed.'),
    failed: count('Of them, not passed.'),
    elapsed_ms: real('Host time since it began, ms; 0 while it waits.'),
    jobs_per_second: real('Of the latest 15 s of host time; 0 before the first is over.'),
  })
  .meta({ id: 'SweepFacts', description: 'A sweep, and how far it is.' });
export type SweepFacts = z.infer<typeof sweepFacts>;

export const sweepList = z
  .strictObject({ sweeps: z.array(sweepFacts).describe('The stored ones, oldest first.') })
  .meta({ id: 'SweepList', description: 'The latest sweeps.' });
export type SweepList = z.infer<typeof sweepList>;

/** `GET /sim/sweeps/{id}`. */
export const sweepQuery = z.strictObject({
  figure: z.string().max(300).optional().describe('The figure to show in full; one that differs where it is left out.'),
});

const statistics = sweepFigure
  .omit({ histogram: true, lowest: true, highest: true })
  .meta({ id: 'SweepStatistics', description: 'A figure over many runs, without its histogram.' });
export type SweepStatistics = z.infer<typeof statistics>;

const variation = sweepGroup
  .omit({ figures: true })
  .extend({
    vary: z.record(z.string(), jsonValue).describe('The varied values that these runs share.'),
    figure: statistics.nullable().meta({ description: 'The chosen figure; null before any of them has passed.' }),
  })
  .meta({ id: 'SweepVariation', description: 'The runs of one combination of varied values.' });

export const sweep = sweepFacts
  .extend({
    figures: z
      .array(statistics)
      .describe('Every figure, of the runs that passed so far; measures first, then by name.'),
    figure: sweepFigure.nullable().meta({ description: 'The chosen figure in full; null before any run has passed.' }),
    variations: z
      .array(variation)
      .describe('The chosen figure for each combination of varied values; none where nothing is varied.'),
    checks: z.array(sweepCheck).describe('The conditions of the scenario, of the runs that passed so far.'),
    failures: z.array(sweepFailure).describe('The first 100 that did not pass, in the order of the plan.'),
  })
  .meta({ id: 'Sweep', description: 'A sweep, and what came of it so far.' });
export type SweepWire = z.infer<typeof sweep>;
