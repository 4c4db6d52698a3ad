/** Connects to the workers behind a Redis, and reports if there are none. Throws `StartupError` 2. */

import type { OpenedExecutor } from '../../sweep/job.ts';
import type { JobBundle } from '../../sweep/job-bundle.ts';
import { createQueueExecutor } from '../../sweep/queue/queue-executor.ts';
import { openRedisConnection } from '../../sweep/queue/redis-connection.ts';
import { openSweepQueue } from '../../sweep/queue/sweep-queue.ts';
import type { StoredSweepFacts } from '../../sweep/sweep-result-store.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';

export async function startWorkers(
  url: string,
  facts: StoredSweepFacts,
  bundle: JobBundle,
  note: (line: string) => void,
): Promise<OpenedExecutor<unknown>> {
  const opened = await openRedisConnection(url, hostClock, note);
  if (!opened.ok) throw new StartupError(2, [opened.reason]);
  const { connection } = opened;
  const queue = openSweepQueue(connection, facts, bundle);
  const workers = await queue.announce();
  if (workers === 0) {
    note(
      `no worker of Ballast ${facts.compatibilityKey} is there yet; start some with: npx ballast worker --queue ${connection.shown}`,
    );
  }
  const executor = createQueueExecutor(queue, hostClock);
  return {
    ...executor,
    async close() {
      await executor.close();
      connection.close();
    },
  };
}
