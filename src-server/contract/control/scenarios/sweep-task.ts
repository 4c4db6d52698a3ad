/**
 * What travels through a queue between `ballast sweep` and its workers: a job with the text of its scenario, and its
 * result. Whoever reads one takes it for a stranger's: paths cannot leave their folder, sizes are bounded. Jobs are not
 * signed: who may write into the queue may have scenarios played (SECURITY.md). No keys, tokens or addresses.
 */
import { z } from 'zod';
import { PATH_BELOW } from '../../fields/path-below.ts';

const pathBelow = z.string().max(1000).regex(PATH_BELOW, 'is not a path below the folder of the scenario');

export const sweepTask = z
  .strictObject({
    sweep: z
      .string()
      .regex(/^[0-9a-f]{8,64}$/)
      .describe('Sweep that the result is for.'),
    edition: z
      .string()
      .max(200)
      .describe('Compatibility key of the computation: version, market data and form of results.'),
    identity: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe('Hash of scenario, seed and values.'),
    seed: z.int().nonnegative().describe('Seed of the run.'),
    vary: z.record(z.string(), z.json()).describe('Varied values, by JSON pointer or variable.'),
    entry: pathBelow.describe('Path of the scenario among the files.'),
    files: z.record(pathBelow, z.string().max(50_000_000)).describe('Texts of the files, by path.'),
    binaries: z.record(pathBelow, z.base64().max(50_000_000)).optional().describe('Saved worlds by path, in base64.'),
  })
  .meta({ id: 'SweepTask', description: 'One run for a worker.' });
export type SweepTask = z.infer<typeof sweepTask>;

export const taskResult = z
  .strictObject({
    status: z.enum(['passed', 'failed', 'unmet', 'bad', 'broken']),
    head: z.string(),
    events: z.int().nonnegative(),
    simulatedMs: z.number(),
    durationMs: z.number(),
    failure: z.string().nullable(),
    figures: z.record(z.string(), z.number()),
    report: z.string().max(50_000_000).optional(),
  })
  .meta({ id: 'SweepTaskResult', description: 'Result that a worker returns.' });
