/**
 * `ballast worker` as its users see it: real processes around a real Redis, one of them killed in the middle of a job.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY_PREFIX } from '../../../src-server/sweep/queue/queue-keys.ts';
import { proves } from '../../conformance/proves.ts';
import { describeWithRedis, type RedisServer, startRedis } from '../../support/machine/redis-server.ts';
import { type RunningProcess, runBallast } from '../../support/run-process.ts';
import { untilOver } from '../../support/until-over.ts';

const STEPS = `steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600, save: { mid: /prices/0/mid_eur } }
    expect: { status: 200 }
`;
const SCENARIO = `name: A look at a price
seed: 7
steps:
  - include: parts/look.yaml
  - repeat: { times: 12, steps: [{ advance: 3h }, { include: parts/look.yaml }] }
measures: { mid: '\${mid}' }
`;

let folder = '';
let redis: RedisServer;
const running: RunningProcess[] = [];

describeWithRedis('workers behind a queue', () => {
  beforeEach(async () => {
    redis = await startRedis({ isDurable: true });
    folder = mkdtempSync(join(tmpdir(), 'ballast-queue-'));
    write('look.yaml', SCENARIO);
    write('parts/look.yaml', STEPS);
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('lose nothing when one is killed in the middle of a job, and get the results of threads', {
    tags: ['deep'],
    ...proves('K66'),
  }, async () => {
    const swept = ballast('sweep', 'look.yaml', '--seeds', '1..20', '--out', 'queue', '--queue', redis.url);
    await reported(swept, /no worker of Ballast .* is there yet; start some with: npx ballast worker --queue redis:/);
    const doomed = worker();
    await reported(swept, /^ballast: [1-9]\d* of 20 jobs/m);
    // Its two threads are busy, because most jobs still wait.
    doomed.child.kill('SIGKILL');
    expect(await activeJobs()).toBeGreaterThan(0);
    const other = worker();
    expect((await swept.ended).exitCode).toBe(0);
    other.child.kill('SIGTERM');
    expect((await other.ended).exitCode).toBe(0);
    expect(other.stdout()).toMatch(/ is ready at redis:.*: 2 at once, Ballast .*\n.*has ended after \d+ jobs\.\n$/);

    const threads = ballast('sweep', 'look.yaml', '--seeds', '1..20', '--out', 'threads');
    expect((await threads.ended).exitCode).toBe(0);
    for (const name of ['results.ndjson', 'results.csv', 'columns.json']) {
      expect(read(`queue/${name}`)).toBe(read(`threads/${name}`));
    }
  });

  test('put no key, token or address into Redis', async () => {
    const swept = ballast('sweep', 'look.yaml', '--seeds', '1', '--out', 'queue', '--queue', redis.url);
    // The job is there as soon as its scenario is.
    const everything = await untilOver(allTexts, (texts) => texts.includes('A look at a price'));
    expect(everything).not.toMatch(/sk_|whsec_|Bearer|127\.0\.0\.1|authorization/i);
    expect(everything).not.toContain(folder);
    swept.child.kill('SIGINT');
    expect((await swept.ended).exitCode).toBe(130);
  });

  test(
    'say in one line that there is no Redis, and end with 2; and that an address is invalid, with 64',
    proves('K67'),
    async () => {
      const lost = ballast('worker', '--queue', 'redis://127.0.0.1:1');
      expect((await lost.ended).exitCode).toBe(2);
      expect(lost.stderr()).toMatch(/^ballast: no queue at redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED.*\n$/);
      const wrong = ballast('worker', '--queue', 'localhost:6379', '--concurrency', '0');
      expect((await wrong.ended).exitCode).toBe(64);
      expect(wrong.stderr().trimEnd().split('\n')).toHaveLength(2);
    },
  );
});

function ballast(...args: string[]): RunningProcess {
  const run = runBallast(args, { cwd: folder });
  running.push(run);
  return run;
}

function worker(): RunningProcess {
  return ballast('worker', '--queue', redis.url, '--concurrency', '2');
}

function reported({ child, stderr, ended }: RunningProcess, args: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (args.test(stderr())) resolve();
    };
    child.stderr?.on('data', look);
    look();
    ended.then(() => reject(new Error(`ended without saying ${args}:\n${stderr()}`)));
  });
}

async function activeJobs(): Promise<number> {
  const [key = ''] = await redis.client.keys(`${KEY_PREFIX}:sweep-*:active`);
  return redis.client.llen(key);
}

/** Every job, result and announcement as text. */
async function allTexts(): Promise<string> {
  const texts: string[] = [];
  for (const key of await redis.client.keys('*')) {
    texts.push(key);
    if ((await redis.client.type(key)) === 'hash') texts.push(JSON.stringify(await redis.client.hgetall(key)));
  }
  return texts.join('\n');
}

function write(name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
