/** Runs jobs on worker threads of this process, from the copy of their bundle in a folder. */
import { join, sep } from 'node:path';
import type { TrialTerms } from '../../explorer/trial-task.ts';
import type { JobKind, OpenedExecutor, SeedInput } from '../../sweep/job.ts';
import type { JobBundle } from '../../sweep/job-bundle.ts';
import { type JobResult, resultOf } from '../../sweep/job-result.ts';
import { createScenarioPool, type PoolOptions, type ScenarioPool } from '../replay/scenario-pool.ts';

/** Input of the jobs of each kind. */
export interface JobInputs {
  readonly scenario: SeedInput;
  readonly simulation: SeedInput;
  readonly trial: TrialTerms;
}

/** A thread gets its next job while the result of the last one is stored. */
const JOBS_A_THREAD = 2;

export function createThreadExecutor<Kind extends JobKind>(
  options: PoolOptions,
  folder: string,
  bundle: Pick<JobBundle<Kind>, 'kind' | 'entry'>,
): OpenedExecutor<JobInputs[Kind]> {
  const pool = createScenarioPool(options);
  return {
    atOnce: options.threads * (options.jobsOfThread ?? JOBS_A_THREAD),
    async play({ input }, save, signal) {
      const result = await runJobOnThread(pool, folder, bundle, input, signal);
      if (result !== null) save(result);
    },
    close: () => pool.close(),
  };
}

/** `null` if it was stopped. */
export function runJobOnThread<Kind extends JobKind>(
  pool: ScenarioPool,
  folder: string,
  { kind, entry }: Pick<JobBundle<Kind>, 'kind' | 'entry'>,
  input: JobInputs[Kind],
  signal?: AbortSignal,
): Promise<JobResult | null> {
  return PLAYERS[kind](pool, { folder, file: join(folder, entry) }, input, signal);
}

/** The folder of a bundle, and the file in it to run. */
interface Place {
  readonly folder: string;
  readonly file: string;
}

type Player<Kind extends JobKind> = (
  pool: ScenarioPool,
  place: Place,
  input: JobInputs[Kind],
  signal: AbortSignal | undefined,
) => Promise<JobResult | null>;

const PLAYERS: { readonly [Kind in JobKind]: Player<Kind> } = {
  async scenario(pool, { folder, file }, { seed, vary }, signal) {
    const whole = { dataDir: null, untilMs: null, restoreAfterStep: null };
    const job = { file, root: folder, seed, vary, ...whole, retain: 'figures' } as const;
    const result = resultOf(await pool.play(job, signal === undefined ? {} : { signal }));
    // Failures have paths below the root, as known to the scenario's author.
    return result && { ...result, failure: result.failure?.replaceAll(`${folder}${sep}`, '') ?? null };
  },
  simulation: (pool, { file }, { seed, vary }, signal) => pool.simulate({ file, seed, vary }, signal),
  trial: (pool, { file }, terms, signal) => pool.runTrial({ file, terms }, signal),
};
