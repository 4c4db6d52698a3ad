/**
 * The Redis operations of a sweep: offer a job, read results, delete them, query the state of a job, withdraw jobs.
 * Every operation may be repeated without harm. Stores nothing itself.
 */
import { Queue, QueueEvents } from 'bullmq';
import { taskResult } from '../../contract/control/scenarios/sweep-task.ts';
import type { Job } from '../job.ts';
import type { JobBundle } from '../job-bundle.ts';
import { brokenResult, type JobResult } from '../job-result.ts';
import type { StoredSweepFacts } from '../sweep-result-store.ts';
import { jobIdOf, KEY_PREFIX, queueName, RETENTION_S, resultsKey, SWEEPS_KEY } from './queue-keys.ts';
import type { RedisConnection } from './redis-connection.ts';

export interface SweepQueue {
  /** Publishes the compatibility key of the sweep; resolves with the number of matching workers. */
  announce(): Promise<number>;
  offer(job: Job<unknown>): Promise<void>;
  /** Returns the available results of these `identities`. */
  results(identities: readonly string[]): Promise<ReadonlyMap<string, JobResult>>;
  /** Deletes results from Redis; call it only after they were stored. */
  forget(identities: readonly string[]): Promise<void>;
  /** Why no worker could finish a job; `lost`: Redis does not know it; `null`: it is still pending. */
  fateOf(identity: string): Promise<{ readonly failed: string } | 'lost' | null>;
  /** Calls its listener when workers have finished or abandoned jobs. */
  onEnded(heard: () => void): void;
  /** Withdraws the announcement and all jobs that no worker has started. */
  withdraw(identities: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const ATTEMPTS = 4;
/** Doubled with each retry. */
const FIRST_RETRY_MS = 250;

export function openSweepQueue({ redis }: RedisConnection, facts: StoredSweepFacts, bundle: JobBundle): SweepQueue {
  const name = queueName(facts.compatibilityKey);
  const queue = new Queue(name, { connection: redis, prefix: KEY_PREFIX });
  // Waiting for events blocks a connection.
  const listening = redis.duplicate();
  const events = new QueueEvents(name, { connection: listening, prefix: KEY_PREFIX });
  // The connection reports when Redis is away; no other error can reach a queue that only waits.
  queue.on('error', () => undefined);
  events.on('error', () => undefined);
  listening.on('error', () => undefined);
  const stored = resultsKey(facts.sweepId);
  const idOf = (identity: string) => jobIdOf(facts.sweepId, identity);
  return {
    async announce() {
      await redis.hset(SWEEPS_KEY, facts.sweepId, facts.compatibilityKey);
      await redis.expire(SWEEPS_KEY, RETENTION_S);
      return queue.getWorkersCount();
    },
    async offer(job) {
      await queue.add('play', taskOf(facts, bundle, job), {
        jobId: idOf(job.identity),
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
        removeOnComplete: true,
        removeOnFail: { age: RETENTION_S },
      });
    },
    async results(identities) {
      const texts = identities.length === 0 ? [] : await redis.hmget(stored, ...identities);
      return new Map(
        texts.flatMap((text, index) => (text === null ? [] : [[identities[index] ?? '', readResult(text)]])),
      );
    },
    async forget(identities) {
      if (identities.length > 0) await redis.hdel(stored, ...identities);
    },
    async fateOf(identity) {
      const state = await queue.getJobState(idOf(identity));
      if (state === 'unknown') return (await redis.hexists(stored, identity)) === 1 ? null : 'lost';
      if (state !== 'failed') return null;
      const job = await queue.getJob(idOf(identity));
      await job?.remove();
      return { failed: job?.failedReason ?? 'no worker could finish it' };
    },
    onEnded(heard) {
      events.on('completed', heard);
      events.on('failed', heard);
    },
    async withdraw(identities) {
      await redis.hdel(SWEEPS_KEY, facts.sweepId);
      // A worker finishes a job that it has started; its result waits for the sweep to be resumed.
      for (const identity of identities) await queue.remove(idOf(identity)).catch(() => 0);
    },
    async close() {
      await Promise.all([queue.close(), events.close()]);
      listening.disconnect();
    },
  };
}

/** Workers refuse tasks that are invalid for their kind. */
function taskOf(
  { sweepId, compatibilityKey }: StoredSweepFacts,
  { kind, entry, files, binaries }: JobBundle,
  { identity, input }: Job<unknown>,
): unknown {
  const bundle = { kind, entry, files, ...(binaries === undefined ? {} : { binaries }) };
  return { sweep: sweepId, compatibility_key: compatibilityKey, identity, ...bundle, input };
}

function readResult(text: string): JobResult {
  const read = taskResult.safeParse(JSON.parse(text));
  return read.success ? read.data : brokenResult('a worker returned an invalid result');
}
