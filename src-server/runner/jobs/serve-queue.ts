/**
 * `ballast worker`: runs the jobs of sweeps, lab runs and explorations from a Redis, on threads of this process, until
 * it is stopped.
 */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SweepTask } from '../../contract/control/scenarios/sweep-task.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { printable } from '../../scenario/load/printable.ts';
import { bundleContents, hashOf } from '../../sweep/job-bundle.ts';
import { brokenResult, type JobResult } from '../../sweep/job-result.ts';
import { openRedisConnection } from '../../sweep/queue/redis-connection.ts';
import { serveJobs } from '../../sweep/queue/serve-jobs.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { writeFolder } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { createScenarioPool, type ScenarioPool } from '../replay/scenario-pool.ts';
import { currentCompatibilityKey } from './compatibility-key.ts';
import { type JobInputs, runJobOnThread } from './thread-executor.ts';

export interface WorkerOptions {
  readonly queue: string;
  /** `null`: as many as there are cores. */
  readonly concurrency: number | null;
  /** Whether it runs the commands of explorations. */
  readonly allowCommands: boolean;
  /** Resolves when the worker should end. */
  readonly ended: Promise<void>;
  readonly write: (line: string) => void;
  readonly note: (line: string) => void;
}

/** 0 once it was stopped. Throws `StartupError` 2 if there is no queue. */
export async function serveQueue(options: WorkerOptions, workerFile: URL): Promise<0> {
  const { queue, ended, write } = options;
  // The texts of a job are untrusted.
  const note = (line: string) => options.note(printable(line));
  const concurrency = options.concurrency ?? availableParallelism();
  const compatibilityKey = currentCompatibilityKey();
  const opened = await openRedisConnection(queue, hostClock, note);
  if (!opened.ok) throw new StartupError(2, [opened.reason]);
  const { connection } = opened;
  const pool = createScenarioPool({ threads: concurrency, workerFile });
  try {
    await withTemporaryFolder(async (folder) => {
      const play = createPlayer(pool, folder, options.allowCommands);
      const worker = await serveJobs({ connection, compatibilityKey, concurrency, clock: hostClock, play, note });
      write(`Ballast worker is ready at ${connection.shown}: ${concurrency} at once, Ballast ${compatibilityKey}.`);
      await ended;
      await worker.close();
      write(`Ballast worker has ended after ${countOf(worker.done(), 'job')}.`);
    });
    return 0;
  } finally {
    connection.close();
    await pool.close();
  }
}

const REFUSED_COMMAND: JobResult = {
  ...brokenResult('a worker was started without --allow-commands, and runs no clients'),
  status: 'bad',
  report: '64',
};

/** Writes each scenario once, into a folder with its name. */
function createPlayer(
  pool: ScenarioPool,
  folder: string,
  allowCommands: boolean,
): (task: SweepTask) => Promise<JobResult> {
  const written = new Set<string>();
  return async (task) => {
    const { kind, entry, files, binaries } = task;
    if (kind === 'trial' && !allowCommands) return REFUSED_COMMAND;
    const root = join(folder, hashOf({ entry, files, binaries }));
    if (!written.has(root)) writeFolder(root, bundleContents({ files, binaries }));
    written.add(root);
    const result = await playTask(pool, root, task);
    if (result === null) throw new Error('the worker is ending');
    return result;
  };
}

/** The input of a trial was written by the same build, as ensured by the compatibility key. */
function playTask(pool: ScenarioPool, root: string, { kind, entry, input }: SweepTask): Promise<JobResult | null> {
  if (kind === 'trial') return runJobOnThread(pool, root, { kind, entry }, input as unknown as JobInputs['trial']);
  return runJobOnThread(pool, root, { kind, entry }, input);
}
