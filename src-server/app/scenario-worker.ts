/** Entry of a thread that plays scenarios (`runner/replay/scenario-pool.ts`), with the worlds that `app` starts. */

import { playJob, type ThreadJob } from '../runner/replay/play-on-thread.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';
import { startScenarioWorld } from './start-scenario-world.ts';

export function playOnThread(job: ThreadJob): Promise<PlayOutcome> {
  return playJob(job, startScenarioWorld);
}
