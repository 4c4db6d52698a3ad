/**
 * A worker behind a queue: runs jobs of its compatibility key, several at a time, and returns each result to its sweep.
 * The lock of a job lasts only seconds and is renewed while the job runs, so that others soon take over the jobs of a
 * dead worker.
 */
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { type SweepTask, sweepTask } from '../../contract/control/scenarios/sweep-task.ts';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import type { JobResult } from '../job-result.ts';
import { KEY_PREFIX, queueName, RETENTION_S, resultsKey, SWEEPS_KEY } from './queue-keys.ts';
import type { QueueClock, RedisConnection } from './redis-connection.ts';

interface WorkerTerms {
  readonly connection: RedisConnection;
  readonly compatibilityKey: string;
  readonly concurrency: number;
  readonly clock: QueueClock;
  /** Rejects if this machine cannot run the job; it is then retried, perhaps elsewhere. */
  readonly play: (task: SweepTask) => Promise<JobResult>;
  readonly note: (line: string) => void;
}

export interface ServingWorker {
  /** The number of returned results. */
  done(): number;
  /** Takes no more jobs, and resolves once the results of its current jobs are returned. */
  close(): Promise<void>;
}

const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A job that was taken over from dead workers this often is assumed to have killed them. */
const MAX_TAKE_OVERS = 5;
const RETRY_MS = 500;
const LOOK_ROUND_MS = 5_000;

export async function serveJobs(terms: WorkerTerms): Promise<ServingWorker> {
  const { connection, compatibilityKey, concurrency, clock, note } = terms;
  let done = 0;
  const worker = new Worker(
    queueName(compatibilityKey),
    async (job: Job) => {
      await playTask(terms, job.data);
      done += 1;
    },
    {
      connection: connection.redis,
      prefix: KEY_PREFIX,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_TAKE_OVERS,
      runRetryDelay: RETRY_MS,
    },
  );
  // If a lock was lost while Redis was away, another worker runs the job again, which is harmless.
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => note(`job ${job?.id ?? '?'}: ${error.message}`));
  await worker.waitUntilReady();
  const stopLooking = lookForOthers(connection, compatibilityKey, clock, note);
  return {
    done: () => done,
    async close() {
      stopLooking();
      await worker.close();
      connection.close();
    },
  };
}

async function playTask({ connection, compatibilityKey, play }: WorkerTerms, data: unknown): Promise<void> {
  const read = sweepTask.safeParse(data);
  if (!read.success) {
    const [fault] = read.error.issues.flatMap((issue) => issuePlaces(issue));
    throw new UnrecoverableError(
      `refused: this is not a job of a sweep (${pointerTo(fault?.path ?? [])}: ${fault?.issue})`,
    );
  }
  const { sweep, identity, compatibility_key: wanted } = read.data;
  if (wanted !== compatibilityKey)
    throw new UnrecoverableError(`refused: the job is for Ballast ${wanted}, this is ${compatibilityKey}`);
  const result = await play(read.data);
  // Another machine may be able to run the job, or this one a moment later: the queue retries with growing pauses.
  if (result.status === 'broken') throw new Error(result.failure ?? 'the run ended without an outcome');
  await connection.redis.hset(resultsKey(sweep), identity, JSON.stringify(result));
  await connection.redis.expire(resultsKey(sweep), RETENTION_S);
}

/**
 * Reports once for each sweep with another compatibility key why its jobs are refused here. Returns a function to stop.
 */
function lookForOthers(
  connection: RedisConnection,
  compatibilityKey: string,
  clock: QueueClock,
  note: (line: string) => void,
): () => void {
  const reported = new Set<string>();
  let isOver = false;
  let cancel = () => {};
  const look = async () => {
    const sweeps = await connection.redis.hgetall(SWEEPS_KEY);
    for (const [sweepId, wanted] of Object.entries(sweeps)) {
      if (wanted === compatibilityKey || reported.has(sweepId)) continue;
      reported.add(sweepId);
      note(`refusing the jobs of a sweep: it wants Ballast ${wanted}, this worker is ${compatibilityKey}`);
    }
  };
  const round = () => {
    const next = () => {
      if (!isOver) cancel = clock.after(LOOK_ROUND_MS, round);
    };
    look().then(next, next);
  };
  round();
  return () => {
    isOver = true;
    cancel();
  };
}
