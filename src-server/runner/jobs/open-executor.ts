/** Opens the executor of a bundle's jobs: threads of this process, or workers behind a queue. */
import { resolve } from 'node:path';
import type { JobKind, OpenedExecutor } from '../../sweep/job.ts';
import { bundleContents, type JobBundle } from '../../sweep/job-bundle.ts';
import type { StoredSweepFacts } from '../../sweep/sweep-result-store.ts';
import { writeFolder } from '../../system/files/text-folder.ts';
import type { PoolOptions } from '../replay/scenario-pool.ts';
import type { JobInputs } from './thread-executor.ts';

interface ExecutorTerms {
  readonly pool: PoolOptions;
  /** The folder that the bundle is written into, for threads. */
  readonly folder: string;
  /** `null`: threads of this process. */
  readonly queue: QueueTerms | null;
}

interface QueueTerms {
  /** Address of a Redis. */
  readonly url: string;
  /** Identifies the jobs in the queue. */
  readonly facts: StoredSweepFacts;
  readonly note: (line: string) => void;
}

/** Throws `StartupError` 2 if there is no queue. Loads modules that only threads or only a queue need on demand. */
export async function openExecutor<Kind extends JobKind>(
  bundle: JobBundle<Kind>,
  { queue, pool, folder }: ExecutorTerms,
): Promise<OpenedExecutor<JobInputs[Kind]>> {
  if (queue === null) {
    writeFolder(folder, bundleContents(bundle));
    const { createThreadExecutor } = await import('./thread-executor.ts');
    return createThreadExecutor(pool, resolve(folder), bundle);
  }
  const { startWorkers } = await import('./start-workers.ts');
  return startWorkers(queue.url, queue.facts, bundle, queue.note);
}
