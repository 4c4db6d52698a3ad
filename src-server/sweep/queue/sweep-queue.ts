/**
 * What a sweep does in Redis, one function each: offer a job, read results, forget them, ask what became of a job, withdraw.
 * Doing any of it twice is harmless. Keeps nothing itself.
 */
import { Queue } from 'bullmq';
import { type SweepTask, taskResult } from '../../contract/control/scenarios/sweep-task.ts';
import { brokenResult, type JobResult } from '../job-result.ts';
import type { ScenarioBundle } from '../scenario-bundle.ts';
import type { SweepJob } from '../sweep-plan.ts';
import type { SweepFacts } from '../sweep-result-store.ts';
import { jobIdOf, KEY_PREFIX, queueName, RETENTION_S, resultsKey, SWEEPS_KEY } from './queue-keys.ts';
import type { RedisConnection } from './redis-connection.ts';

export interface SweepQueue {
  /** Tells workers which edition is wanted; how many of that edition there are. */
  announce(): Promise<number>;
  offer(job: SweepJob): Promise<void>;
  /** Results of those of `identities` that have one. */
  results(identities: readonly string[]): Promise<ReadonlyMap<string, JobResult>>;
  /** Takes results out of Redis; only after they were kept. */
  forget(identities: readonly string[]): Promise<void>;
  /** Why no worker could finish a job; `lost`: Redis knows nothing of it; `null`: it is on its way. */
  fateOf(identity: string): Promise<{ readonly failed: string } | 'lost' | null>;
  /** Takes back what no worker has begun, and the announcement. */
  withdraw(identities: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const ATTEMPTS = 4;
/** Doubled each time. */
const FIRST_RETRY_MS = 250;

export function openSweepQueue({ redis }: RedisConnection, facts: SweepFacts, bundle: ScenarioBundle): SweepQueue {
  const queue = new Queue(queueName(facts.compatibilityKey), { connection: redis, prefix: KEY_PREFIX });
  // The line tells when Redis is away; nothing else can happen to a queue that only waits.
  queue.on('error', () => undefined);
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
    async withdraw(identities) {
      await redis.hdel(SWEEPS_KEY, facts.sweepId);
      // What a worker has begun it finishes; the result waits for a sweep that goes on.
      for (const identity of identities) await queue.remove(idOf(identity)).catch(() => 0);
    },
    close: () => queue.close(),
  };
}

function taskOf({ sweepId, compatibilityKey }: SweepFacts, { entry, files }: ScenarioBundle, job: SweepJob): SweepTask {
  const { identity, seed, vary } = job;
  // The contract's type of a JSON value is one that may be written to.
  return {
    sweep: sweepId,
    edition: compatibilityKey,
    identity,
    seed,
    vary: vary as SweepTask['vary'],
    entry,
    files: { ...files },
  };
}

function readResult(text: string): JobResult {
  const read = taskResult.safeParse(JSON.parse(text));
  return read.success ? read.data : brokenResult('a worker handed back something that is no result');
}
