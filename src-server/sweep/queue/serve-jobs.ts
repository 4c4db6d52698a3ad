/**
 * A worker behind a queue: plays the jobs of its edition, so many at a time, and hands each result to its sweep. A job is
 * locked for seconds only and renewed while it is played, so that others soon take over what a worker that died had begun.
 */
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { type SweepTask, sweepTask } from '../../contract/control/scenarios/sweep-task.ts';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import type { JobResult } from '../job-result.ts';
import { KEY_PREFIX, queueName, RETENTION_S, resultsKey, SWEEPS_KEY } from './queue-keys.ts';
import type { QueueClock, RedisConnection } from './redis-connection.ts';

export interface WorkerTerms {
  readonly connection: RedisConnection;
  readonly compatibilityKey: string;
  readonly concurrency: number;
  readonly clock: QueueClock;
  /** Rejects where the machine cannot play; the job is then tried again, perhaps elsewhere. */
  readonly play: (task: SweepTask) => Promise<JobResult>;
  readonly note: (line: string) => void;
}

export interface ServingWorker {
  /** Jobs handed back so far. */
  done(): number;
  /** Takes no more, and resolves once what was begun is handed back. */
  close(): Promise<void>;
}

const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** How often a job may be taken over from workers that died before it counts as what kills them. */
const MOST_TAKE_OVERS = 5;
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
      maxStalledCount: MOST_TAKE_OVERS,
      runRetryDelay: RETRY_MS,
    },
  );
  // A lock that was lost while Redis was away: somebody else plays the job again, which is harmless.
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
      `refused: this is no job of a sweep (${pointerTo(fault?.path ?? [])}: ${fault?.issue})`,
    );
  }
  const { sweep, identity, edition: wanted } = read.data;
  if (wanted !== compatibilityKey)
    throw new UnrecoverableError(`refused: the job is for Ballast ${wanted}, this is ${compatibilityKey}`);
  const result = await play(read.data);
  // Without an outcome there may be one on another machine, or a moment later: the queue tries again, with growing pauses.
  if (result.status === 'broken') throw new Error(result.failure ?? 'the run ended without an outcome');
  await connection.redis.hset(resultsKey(sweep), identity, JSON.stringify(result));
  await connection.redis.expire(resultsKey(sweep), RETENTION_S);
}

/** Says once of each sweep that wants another edition why nothing comes of it here. The result stops it. */
function lookForOthers(
  connection: RedisConnection,
  compatibilityKey: string,
  clock: QueueClock,
  note: (line: string) => void,
): () => void {
  const told = new Set<string>();
  let isOver = false;
  let cancel = () => {};
  const look = async () => {
    const sweeps = await connection.redis.hgetall(SWEEPS_KEY);
    for (const [sweepId, wanted] of Object.entries(sweeps)) {
      if (wanted === compatibilityKey || told.has(sweepId)) continue;
      told.add(sweepId);
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
