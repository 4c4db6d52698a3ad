/** Plays the jobs of a sweep, a lab run or an exploration by worker threads of this process, from the copy of what is played. */
import { join, sep } from 'node:path';
import { LAB_TASK_FILE } from '../../lab/lab-plan.ts';
import type { PlayJob } from '../../scenario/run/play-outcome.ts';
import { type JobResult, resultOf } from '../../sweep/job-result.ts';
import type { JobExecutor } from '../../sweep/run-sweep.ts';
import type { ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { Vary } from '../../sweep/sweep-plan.ts';
import { EXPLORE_TASK_FILE } from '../explorer/play-trial-job.ts';
import { createScenarioPool, type PoolOptions, type ScenarioPool } from '../replay/scenario-pool.ts';

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
    atOnce: options.threads * (options.jobsOfThread ?? JOBS_A_THREAD),
    async play({ seed, vary }, save, signal) {
      const result = await playEntry(pool, folder, { entry, seed, vary }, signal);
      if (result !== null) save(result);
    },
    close: () => pool.close(),
  };
}

/** What a job of a bundle in `folder` plays: a scenario, a life of the lab, or a trial of a client. */
interface PlayedEntry extends Pick<ScenarioBundle, 'entry'> {
  readonly seed: number;
  readonly vary: Vary;
}

/** `null` where it was stopped. */
export async function playEntry(
  pool: ScenarioPool,
  folder: string,
  { entry, seed, vary }: PlayedEntry,
  signal?: AbortSignal,
): Promise<JobResult | null> {
  const file = join(folder, entry);
  if (entry === LAB_TASK_FILE) return pool.playLab({ file, seed, vary }, signal);
  if (entry === EXPLORE_TASK_FILE) return pool.playTrial({ file, vary }, signal);
  const result = resultOf(
    await pool.play(figuresOnly(file, folder, seed, vary), signal === undefined ? {} : { signal }),
  );
  // Places in failures are those below the root, as the scenario's own author knows them.
  return result && { ...result, failure: result.failure?.replaceAll(`${folder}${sep}`, '') ?? null };
}

function figuresOnly(file: string, root: string, seed: number, vary: Vary): PlayJob {
  const whole = { dataDir: null, untilMs: null, restoreAfterStep: null };
  return { file, root, seed, vary, ...whole, retain: 'figures' };
}
