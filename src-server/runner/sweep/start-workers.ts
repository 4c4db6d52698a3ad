/** A sweep's crew behind a Redis: opens the line and says so when nobody is there to play. Throws `StartupError` 2. */

import { createWorkerCrew, type WorkerCrew } from '../../sweep/queue/queue-executor.ts';
import { openRedisLine } from '../../sweep/queue/redis-connection.ts';
import { openQueueDesk } from '../../sweep/queue/sweep-queue.ts';
import type { ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { SweepFacts } from '../../sweep/sweep-result-store.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';

export async function hireWorkers(
  url: string,
  facts: SweepFacts,
  bundle: ScenarioBundle,
  note: (line: string) => void,
): Promise<WorkerCrew> {
  const opened = await openRedisLine(url, hostClock, note);
  if (!opened.ok) throw new StartupError(2, [opened.reason]);
  const { line } = opened;
  const desk = openQueueDesk(line, facts, bundle);
  const workers = await desk.announce();
  if (workers === 0) {
    note(
      `no worker of Ballast ${facts.edition} is there yet; start some with: npx ballast worker --queue ${line.shown}`,
    );
  }
  const crew = createWorkerCrew(desk, hostClock);
  return {
    ...crew,
    async close() {
      await crew.close();
      line.close();
    },
  };
}
