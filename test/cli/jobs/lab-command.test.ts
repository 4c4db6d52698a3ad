/** `ballast lab` as its users see it: real processes, interrupted, resumed, and wrong in every way. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { labRun } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { describeWithRedis, startRedis } from '../../support/machine/redis-server.ts';
import { type RunningProcess, runBallast } from '../../support/run-process.ts';
import { untilOver } from '../../support/until-over.ts';

const LAB = `name: Which one?
world:
  portfolios:
    - form: B
      request:
        external_id: own
        currency: EUR
        tax_wrapper: Depot
        cash: 0
        targets: [{ isin: DE0007164600, weight: 0.5 }, { isin: IE00B4L5Y983, weight: 0.5 }]
        holdings:
          - { isin: DE0007164600, exchange: XETR, quantity: 100 }
          - { isin: IE00B4L5Y983, exchange: XETR, quantity: 250 }
to: "2031-03-02T00:00:00Z"
check: week
paths: { seeds: "1..40" }
policies:
  - { name: Hold }
  - { name: Monthly, when: [{ calendar: { every: month } }], settings: { drift_threshold: 0.01 } }
`;
const FILES = ['results.csv', 'results.json', 'report.html'];
let folder = '';
const running: RunningProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-lab-'));
  writeFileSync(join(folder, 'own.yaml'), LAB);
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): RunningProcess {
  const started = runBallast(args, { cwd: folder });
  running.push(started);
  return started;
}

async function lab(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { ended, stdout, stderr } = start('lab', ...args);
  const { exitCode: code } = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}

const resultsIn = (name: string) => FILES.map((file) => readFileSync(join(folder, name, file), 'utf8'));
/** The identifier of a run is drawn anew each time. */
const withoutId = ([csv, json = '', page]: string[]) => [csv, json.replace(/"lab_run_id": "[^"]*"/, ''), page];

describe('ballast lab', () => {
  test('prints a table, and writes the same results on one thread and on two', {
    ...proves('P1.6'),
    tags: ['deep'],
  }, async () => {
    const one = await lab('own.yaml', '--jobs', '1', '--out', 'one', '--seeds', '1..8');
    expect(one.code).toBe(0);
    expect(one.stdout).toMatch(/own +Tracking error +Mean portfolio drift/);
    expect(one.stdout).toMatch(/Monthly .* bps/);
    const two = await lab('own.yaml', '--jobs', '2', '--out', 'two', '--seeds', '1..8', '--json');
    expect(labRun.parse(JSON.parse(two.stdout))).toMatchObject({
      status: 'complete',
      lives: 16,
      done: 16,
      seeds: '1..8',
    });
    expect(withoutId(resultsIn('two'))).toEqual(withoutId(resultsIn('one')));
  });

  test('resumes after an interruption, with the same results', {
    tags: ['deep'],
    ...proves('P1.6'),
  }, async () => {
    const seeds = ['--seeds', '1..200'];
    await lab('own.yaml', '--out', 'whole', ...seeds);
    const cut = start('lab', 'own.yaml', '--jobs', '1', '--out', 'cut', ...seeds);
    await untilOver(
      async () => cut.stderr(),
      (reported) => /[1-9]\d* of 400 jobs/.test(reported),
    );
    cut.child.kill('SIGINT');
    expect((await cut.ended).exitCode).toBe(130);
    expect(cut.stderr()).toMatch(/continue with: npx ballast lab own\.yaml --out cut --resume --seeds 1\.\.200/);
    const resumed = await lab('own.yaml', '--out', 'cut', '--resume', ...seeds);
    expect(resumed.code).toBe(0);
    expect(withoutId(resultsIn('cut'))).toEqual(withoutId(resultsIn('whole')));
  });

  test.each([
    ['check: week', 'check: hour', /own\.yaml:15:\d+ \/check: /],
    ['to: "2031-03-02T00:00:00Z"', 'to: "2026-03-03T00:00:00Z"', /own\.yaml:14:\d+ \/to: is less than a week/],
    ['name: Hold', 'name: Monthly', /own\.yaml:19:\d+ \/policies\/1\/name: is already the name of \/policies\/0/],
    [
      'isin: DE0007164600, weight: 0.5',
      'isin: US0378331005, weight: 0.5',
      /own\.yaml:10:\d+ \/world\/portfolios\/0\/request\/targets\/0\/isin/,
    ],
    [
      'check: week',
      'portfolios: [other]',
      /own\.yaml:15:\d+ \/portfolios\/0: names other, which the world does not have: own/,
    ],
  ])('names the line where %s has become %s', proves('P1.6', 'P1.7'), async (right, wrong, line) => {
    writeFileSync(join(folder, 'own.yaml'), LAB.replace(right, wrong));
    const { exitCode, stderr } = await callBallast(['lab', 'own.yaml'], folder);
    expect([exitCode, stderr]).toEqual([65, expect.stringMatching(line)]);
  });

  test('names every issue of its command line', async () => {
    const { exitCode, stderr } = await callBallast(['lab', '--seeds', 'x', '--jobs', '0', '--queue', 'http://x']);
    expect(exitCode).toBe(64);
    for (const flag of ['lab needs one file', '--seeds', '--jobs', '--queue']) expect(stderr).toContain(flag);
  });
});

describeWithRedis('ballast lab --queue', () => {
  test('makes workers play, with the results of threads', proves('P5'), async () => {
    const redis = await startRedis();
    try {
      await lab('own.yaml', '--out', 'threads', '--seeds', '1,2');
      start('worker', '--queue', redis.url);
      const queued = await lab('own.yaml', '--out', 'queue', '--seeds', '1,2', '--queue', redis.url);
      expect(queued.code).toBe(0);
      expect(withoutId(resultsIn('queue'))).toEqual(withoutId(resultsIn('threads')));
    } finally {
      await redis.close();
    }
  });
});
