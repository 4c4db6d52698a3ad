import { Queue } from 'bullmq';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SweepTask } from '../../src-server/contract/control/scenarios/sweep-task.ts';
import type { JobResult } from '../../src-server/sweep/job-result.ts';
import { createQueueExecutor } from '../../src-server/sweep/queue/queue-executor.ts';
import { jobIdOf, KEY_PREFIX, queueName, resultsKey, SWEEPS_KEY } from '../../src-server/sweep/queue/queue-keys.ts';
import { openRedisConnection, shownAddress } from '../../src-server/sweep/queue/redis-connection.ts';
import { type ServingWorker, serveJobs } from '../../src-server/sweep/queue/serve-jobs.ts';
import { openSweepQueue } from '../../src-server/sweep/queue/sweep-queue.ts';
import { runSweep } from '../../src-server/sweep/run-sweep.ts';
import type { SweepPlan } from '../../src-server/sweep/sweep-plan.ts';
import { jobAt } from '../../src-server/sweep/sweep-plan.ts';
import { hostClock } from '../../src-server/system/host-time.ts';
import { proves } from '../conformance/proves.ts';
import { describeWithRedis, type RedisServer, startRedis } from '../support/machine/redis-server.ts';
import { untilOver } from '../support/until-over.ts';
import { makeFacts, makeResult, makeResultStore } from './make-results.ts';

const FACTS = makeFacts();
const BUNDLE = {
  kind: 'scenario' as const,
  entry: 'a.yaml',
  files: { 'a.yaml': 'name: A', 'parts/b.yaml': 'steps: []' },
};
const plan = (last: number): SweepPlan => ({
  seeds: [{ first: 1, last }],
  variations: [{ key: 'budget', values: [5] }],
});

let server: RedisServer;
const closing: (() => unknown)[] = [];
const notes: string[] = [];
const note = (line: string) => notes.push(line);

describeWithRedis('a sweep through a queue', () => {
  beforeEach(async () => {
    notes.length = 0;
    server = await startRedis();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await server.close();
  });

  it(
    'sends each job to a worker, with the text of its scenario, and stores the results of all',
    proves('K66'),
    async () => {
      const tasks: SweepTask[] = [];
      await serve(async (task) => {
        tasks.push(task);
        return makeResult({ events: seedOf(task) });
      });
      const { end, rows } = await sweep(plan(20));
      expect(end).toBe('complete');
      expect(rows.map(({ seed, events }) => [seed, events])).toEqual(rows.map((_, index) => [index + 1, index + 1]));
      expect(tasks[0]).toEqual({
        sweep: FACTS.sweepId,
        compatibility_key: FACTS.compatibilityKey,
        identity: jobAt(plan(20), 0, FACTS.scenarioHash).identity,
        input: { seed: 1, vary: { budget: 5 } },
        ...BUNDLE,
      });
    },
  );

  it('leaves nothing of a sweep in Redis once it is over', async () => {
    await serve(async () => makeResult());
    await sweep(plan(5));
    const left = await server.client.keys('*');
    expect(left.filter((key) => key.includes(FACTS.sweepId) || key === SWEEPS_KEY)).toEqual([]);
  });

  it('stores the result of a job once if two workers have run it', proves('K61'), async () => {
    const { identity } = jobAt(plan(3), 1, FACTS.scenarioHash);
    // Another worker was considered dead, and returns its result after all.
    await server.client.hset(resultsKey(FACTS.sweepId), identity, JSON.stringify(makeResult({ events: 7 })));
    await serve(async () => makeResult({ events: 7 }));
    const { end, rows } = await sweep(plan(3));
    expect([end, rows.length]).toEqual(['complete', 3]);
  });

  it('retries jobs that ended without an outcome, and reports those that never have one', {
    tags: ['deep'],
  }, async () => {
    const tries = new Map<number, number>();
    await serve(async (task) => {
      const seed = seedOf(task);
      tries.set(seed, (tries.get(seed) ?? 0) + 1);
      const isOver = seed === 2 && tries.get(seed) === 2;
      return seed === 1 || isOver ? makeResult() : makeResult({ status: 'broken', failure: 'out of memory' });
    });
    const { end, rows } = await sweep(plan(3));
    expect(end).toBe('complete');
    expect(rows.map(({ status, failure }) => [status, failure])).toEqual([
      ['passed', null],
      ['passed', null],
      ['broken', 'out of memory'],
    ]);
    expect([...tries].sort()).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
    ]);
  });

  it(
    'waits for a Redis that went away, which both sides report once, and offers lost jobs again',
    proves('K67'),
    async () => {
      let proceed = () => {};
      const paused = new Promise<void>((resolve) => {
        proceed = resolve;
      });
      let start = () => {};
      const isStarted = new Promise<void>((resolve) => {
        start = resolve;
      });
      await serve(async (task) => {
        const seed = seedOf(task);
        start();
        if (seed > 3) await paused;
        return makeResult();
      });
      const swept = sweep(plan(8));
      await isStarted;
      await server.kill();
      await untilNoted(/does not respond/, 2);
      await server.start();
      await untilNoted(/is back/, 2);
      proceed();
      const { end, rows } = await swept;
      expect([end, rows.length]).toEqual(['complete', 8]);
      expect(notes.filter((line) => /does not respond/.test(line))).toHaveLength(2);
    },
  );

  it('withdraws jobs that no worker has started when it is interrupted', async () => {
    const stop = new AbortController();
    const swept = sweep(plan(5), stop.signal);
    await untilOver(waitingJobs, (count) => count === 5);
    stop.abort();
    expect((await swept).end).toBe('interrupted');
    expect(await waitingJobs()).toBe(0);
  });

  it('reports that it refuses the jobs of a sweep with another compatibility key', proves('K66'), async () => {
    const stop = new AbortController();
    const swept = sweep(plan(2), stop.signal);
    await untilOver(waitingJobs, (count) => count === 2);
    await serve(async () => makeResult(), '0.2.0, market data 0123456789ab, results 1');
    await untilNoted(/refusing the jobs of a sweep: it wants Ballast 0\.1\.0, market data/, 1);
    expect(await waitingJobs()).toBe(2);
    stop.abort();
    await swept;
  });

  it.each([
    ['nonsense', { hello: 1 }, 'this is not a job of a sweep'],
    ['a file outside the folder', task({ files: { '../../etc/x': '' } }), 'is not a path below the folder'],
    ['a way out behind a line break', task({ files: { 'a\n/../../../../x': '' } }), 'is not a path below the folder'],
    ['another compatibility key', task({ compatibility_key: '9' }), 'the job is for Ballast 9'],
  ])('refuses a job that contains %s, without a retry', async (_, data, message) => {
    await serve(async () => makeResult());
    const queue = await openQueue();
    await queue.add('play', data, { jobId: 'odd', attempts: 5 });
    await untilOver(
      () => queue.getJobState('odd'),
      (state) => state === 'failed',
    );
    const job = await queue.getJob('odd');
    expect(job?.failedReason).toContain('refused: ');
    expect(job?.failedReason).toContain(message);
    expect(job?.attemptsMade).toBe(1);
    expect(notes.join()).toContain(message);
  });
});

describeWithRedis('a connection to a queue', () => {
  it('is refused in one line if nothing listens there, or something other than Redis', proves('K67'), async () => {
    const silent = await openRedisConnection('redis://127.0.0.1:1', hostClock, note);
    expect(silent).toEqual({
      ok: false,
      reason: expect.stringMatching(/^no queue at redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/),
    });
  });

  it('is refused if the password is wrong, without showing the password', async () => {
    const redis = await startRedis();
    await redis.client.config('SET', 'requirepass', 'open-sesame');
    const url = redis.url.replace('//', '//:wrong@');
    const refused = await openRedisConnection(url, hostClock, note);
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).toMatch(/WRONGPASS|NOAUTH|invalid password/i);
    expect(JSON.stringify(refused)).not.toContain('wrong@');
    await redis.close();
  });

  it('is shown without user and password', () => {
    expect(shownAddress('redis://me:secret@host:6379/2')).toBe('redis://host:6379/2');
  });
});

async function open() {
  const opened = await openRedisConnection(server.url, hostClock, note);
  if (!opened.ok) throw new Error(opened.reason);
  closing.push(() => opened.connection.close());
  return opened.connection;
}

async function serve(
  play: (task: SweepTask) => Promise<JobResult>,
  compatibilityKey = FACTS.compatibilityKey,
): Promise<ServingWorker> {
  const worker = await serveJobs({
    connection: await open(),
    compatibilityKey,
    concurrency: 2,
    clock: hostClock,
    play,
    note,
  });
  closing.push(() => worker.close());
  return worker;
}

async function sweep(of: SweepPlan, signal = new AbortController().signal) {
  const { store, close } = makeResultStore(of);
  closing.push(close);
  const queue = openSweepQueue(await open(), FACTS, BUNDLE);
  await queue.announce();
  const executor = createQueueExecutor(queue, hostClock);
  const { scenarioHash } = FACTS;
  const run = { plan: of, scenarioHash, store, executor, signal, mostFailures: null, onProgress() {} };
  const end = await runSweep(run).finally(() => executor.close());
  const names = store.columns().map(({ name }) => name);
  const rows = [...store.rows()].map((row) => Object.fromEntries(row.map((cell, column) => [names[column], cell])));
  return { end, rows };
}

function seedOf({ input }: SweepTask): number {
  return 'seed' in input ? input.seed : 0;
}

function task(given: { readonly [Name in keyof SweepTask]?: unknown }): object {
  const { identity } = jobAt(plan(1), 0, FACTS.scenarioHash);
  const input = { seed: 1, vary: {} };
  return { sweep: FACTS.sweepId, compatibility_key: FACTS.compatibilityKey, identity, input, ...BUNDLE, ...given };
}

async function openQueue(): Promise<Queue> {
  const queue = new Queue(queueName(FACTS.compatibilityKey), { connection: server.client, prefix: KEY_PREFIX });
  closing.push(() => queue.close());
  return queue;
}

async function waitingJobs(): Promise<number> {
  const ids = Array.from({ length: 5 }, (_, index) =>
    jobIdOf(FACTS.sweepId, jobAt(plan(5), index, FACTS.scenarioHash).identity),
  );
  const keys = ids.map((id) => `${KEY_PREFIX}:${queueName(FACTS.compatibilityKey)}:${id}`);
  return server.client.exists(...keys);
}

async function untilNoted(message: RegExp, times: number): Promise<void> {
  await untilOver(
    async () => notes,
    (lines) => lines.filter((line) => message.test(line)).length >= times,
  );
}
