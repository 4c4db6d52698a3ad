/**
 * Messages in a queue between commands that create jobs (`ballast sweep`, `lab`, `explore`) and their workers: a job
 * with the text that it runs, and its result. Readers do not trust them: paths cannot leave their folder, sizes are
 * bounded. Jobs are not signed: a client that may write to the queue can have scenarios run (SECURITY.md). They contain
 * no keys, tokens or addresses.
 */
import { z } from 'zod';
import { PATH_BELOW } from '../../fields/path-below.ts';

const pathBelow = z.string().max(1000).regex(PATH_BELOW, 'is not a path below the folder of the scenario');

/**
 * `scenario`: a scenario (sweep). `simulation`: a portfolio under a policy on one path of prices (lab). `trial`: a
 * client under faults (explorer).
 */
export const JOB_KINDS = ['scenario', 'simulation', 'trial'] as const;

/**
 * `unmet`: a fault that it set hit nothing. `bad`: the varied file cannot be run. `broken`: it ended without an
 * outcome.
 */
export const JOB_STATUSES = ['passed', 'failed', 'unmet', 'bad', 'broken'] as const;

const ofAnyKind = {
  sweep: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/)
    .describe('Sweep, lab run or exploration that the result is for.'),
  compatibility_key: z
    .string()
    .max(200)
    .describe('Compatibility key of the computation: version, market data and form of results.'),
  identity: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe('Hash of what is played and of its input.'),
  entry: pathBelow.describe('Path of the file that is played, among the files.'),
  files: z.record(pathBelow, z.string().max(50_000_000)).describe('Texts of the files, by path.'),
  binaries: z.record(pathBelow, z.base64().max(50_000_000)).optional().describe('Saved worlds by path, in base64.'),
};

const seedInput = z.strictObject({
  seed: z.int().nonnegative().describe('Seed of the run.'),
  vary: z.record(z.string(), z.json()).describe('Varied values, by JSON pointer or variable.'),
});

const trialInput = z.strictObject({
  schedule: z.array(z.json()).max(1000).describe('Faults of the trial.'),
  sound: z.json().describe('Run without faults that it is compared with; null in that run.'),
  withStory: z.boolean().describe('Whether everything is returned that a story is made of.'),
});

export const sweepTask = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...ofAnyKind, kind: z.literal('scenario'), input: seedInput }),
    z.strictObject({ ...ofAnyKind, kind: z.literal('simulation'), input: seedInput }),
    z.strictObject({ ...ofAnyKind, kind: z.literal('trial'), input: trialInput }),
  ])
  .meta({ id: 'SweepTask', description: 'One job for a worker.' });
export type SweepTask = z.infer<typeof sweepTask>;

export const taskResult = z
  .strictObject({
    status: z.enum(JOB_STATUSES),
    head: z.string(),
    events: z.int().nonnegative(),
    simulatedMs: z.number(),
    durationMs: z.number(),
    failure: z.string().nullable(),
    figures: z.record(z.string(), z.number()),
    report: z.string().max(50_000_000).optional(),
  })
  .meta({ id: 'SweepTaskResult', description: 'Result that a worker returns.' });
