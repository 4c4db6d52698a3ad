/** Plays the jobs of a sweep by worker threads of this process, from the copy of the scenario. */
import { join, sep } from 'node:path';
import type { PlayJob } from '../../scenario/run/play-outcome.ts';
import { resultOf } from '../../sweep/job-result.ts';
import type { JobExecutor } from '../../sweep/run-sweep.ts';
import type { ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { Vary } from '../../sweep/sweep-plan.ts';
import { createScenarioPool, type PoolOptions } from '../replay/scenario-pool.ts';

/** A thread has its next job while the result of the last one is stored. */
const JOBS_A_THREAD = 2;

export interface ThreadExecutor extends JobExecutor {
  close(): Promise<void>;
}

export function createThreadExecutor(
  options: PoolOptions,
  folder: string,
  { entry }: Pick<ScenarioBundle, 'entry'>,
): ThreadExecutor {
  const pool = createScenarioPool(options);
  return {
    atOnce: options.threads * JOBS_A_THREAD,
    async play({ seed, vary }, save, signal) {
      const result = resultOf(await pool.play(figuresOnly(folder, entry, seed, vary), { signal }));
      if (result === null) return;
      // Places in failures are those below the root, as the scenario's own author knows them.
      const failure = result.failure?.replaceAll(`${folder}${sep}`, '') ?? null;
      save({ ...result, failure });
    },
    close: () => pool.close(),
  };
}

export function figuresOnly(folder: string, entry: string, seed: number, vary: Vary): PlayJob {
  return {
    file: join(folder, entry),
    root: folder,
    seed,
    vary,
    dataDir: null,
    untilMs: null,
    restoreAfterStep: null,
    retain: 'figures',
  };
}
