/** `ballast sweep` as its users see it: real processes, interrupted, resumed, and wrong in every way. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepSummary } from '../../../src-server/contract/control/scenarios/sweep-summary.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { type RunningProcess, runBallast } from '../../support/run-process.ts';

const SCENARIO = `name: A look at a price
seed: 7
variables: { least: 1, status: 200 }
steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600, save: { mid: /prices/0/mid_eur } }
    expect: { status: '\${status}', body: { /prices/0/mid_eur: { range: ['\${least}', 100000] } } }
  - advance: 90m
measures: { mid: '\${mid}' }
`;
const RESULTS = ['results.ndjson', 'results.csv', 'columns.json'];
let folder = '';
const running: RunningProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-sweep-'));
  writeFileSync(join(folder, 'look.yaml'), SCENARIO);
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('a sweep', () => {
  test('plays every seed with every value, and its results do not depend on the number of threads', {
    ...proves('K60', 'K62'),
    tags: ['deep'],
  }, async () => {
    const args = [
      '--seeds',
      '1..4',
      '--vary',
      'least=1,2',
      '--vary',
      '/clock=2026-03-02T10:00:00Z,2026-06-01T10:00:00Z',
    ];
    const [one, two] = await Promise.all([
      sweep('look.yaml', ...args, '--workers', '1', '--out', 'one', '--json'),
      sweep('look.yaml', ...args, '--workers', '2', '--out', 'two'),
    ]);
    expect([one.exitCode, two.exitCode]).toEqual([0, 0]);
    const summary = sweepSummary.parse(JSON.parse(one.stdout));
    expect(summary).toMatchObject({ end: 'complete', jobs: 16, passed: 16, failed: 0, continue: null });
    expect(summary.variations.map(({ vary, passed }) => [Object.values(vary ?? {}), passed])).toEqual([
      [[1, '2026-03-02T10:00:00Z'], 4],
      [[1, '2026-06-01T10:00:00Z'], 4],
      [[2, '2026-03-02T10:00:00Z'], 4],
      [[2, '2026-06-01T10:00:00Z'], 4],
    ]);
    for (const name of RESULTS) expect(read(`two/${name}`)).toBe(read(`one/${name}`));
    expect(two.stdout).toContain('A look at a price (look.yaml), seeds 1..4: 16 of 16 jobs, 16 passed, 0 failed');
    expect(two.stdout).toMatch(/^ {2}measure\.mid +[▁▂▃▄▅▆▇█ ]+/m);
    expect(two.stderr).toMatch(/^ballast: 0 of 16 jobs$/m);
  });

  test('uses the seed of the file if none is named', { tags: ['deep'] }, async () => {
    const { exitCode } = await sweep('look.yaml');
    expect(exitCode).toBe(0);
    expect(rows('look.sweep').map(({ seed }) => seed)).toEqual([7]);
  });

  test('ends with 1 if a run failed, and names the command that shows it', {
    ...proves('K64'),
    tags: ['deep'],
  }, async () => {
    const { exitCode, stdout } = await sweep(
      'look.yaml',
      '--seeds',
      '1,2',
      '--vary',
      'least=1,99999',
      '--html',
      'page.html',
    );
    expect(exitCode).toBe(1);
    const command = /^ {4}(npx ballast replay .*)$/m.exec(stdout)?.[1] ?? '';
    expect(command).toBe('npx ballast replay look.yaml --seed 1 --vary least=99999');
    expect(read('page.html')).toContain(command);
    const again = ballast(...command.split(' ').slice(2));
    expect((await again.ended).exitCode).toBe(1);
    expect(again.stdout()).toMatch(/expected from 99999 to 100000/);
  });

  test('ends after the allowed number of failures', { tags: ['deep'] }, async () => {
    const { exitCode, stdout } = await sweep(
      'look.yaml',
      '--seeds',
      '1..50',
      '--vary',
      'status=500',
      '--limit-failures',
      '3',
      '--workers',
      '1',
    );
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/too many failures; continue with: npx ballast sweep look\.yaml --out look\.sweep --resume/);
    expect(rows('look.sweep').length).toBeLessThan(50);
  });
});

describe('a condition of a whole sweep', () => {
  test.each<[string, string[], number, RegExp]>([
    [
      'holds',
      ['--assert', 'mid/p95 < 1000', '--assert', 'failed == 0'],
      0,
      /holds {3}mid\/p95 < 1000\n {2}holds {3}failed == 0/,
    ],
    ['fails the sweep', ['--assert', 'mid/mean < 1'], 1, /FAILED {2}mid\/mean < 1 is false: [\d.]+ < 1/],
    [
      'is told where it is none',
      ['--assert', 'mid/mean <'],
      64,
      /--assert 'mid\/mean <' is not a condition: Expected expression/,
    ],
  ])('%s', proves('K136'), async (_, args, exit, says) => {
    const { exitCode, stdout, stderr } = await sweep('look.yaml', '--seeds', '1..2', '--workers', '1', ...args);
    expect(exitCode).toBe(exit);
    expect(stdout + stderr).toMatch(says);
  });

  test('may be in the file, and names its measure', { ...proves('K136'), tags: ['deep'] }, async () => {
    writeFileSync(join(folder, 'check.yaml'), `${SCENARIO}sweep: { assert: ['mid/max - mid/min > 1000'] }\n`);
    writeFileSync(
      join(folder, 'slip.yaml'),
      `${SCENARIO}sweep: { assert: ['mdi/max > 1', 'total(mid) > 1', '1 == 1'] }\n`,
    );
    const { exitCode, stdout } = await sweep('check.yaml', '--seeds', '1..2', '--workers', '1', '--json');
    expect(exitCode).toBe(1);
    expect(sweepSummary.parse(JSON.parse(stdout)).checks).toEqual([
      { assert: 'mid/max - mid/min > 1000', failure: expect.stringContaining('is false') },
    ]);
    const slip = await sweep('slip.yaml', '--seeds', '1..2');
    expect(slip.exitCode).toBe(65);
    expect(slip.stderr).toContain('/sweep/assert/0: there is no measure mdi (did you mean mid?)');
    expect(slip.stderr).toContain('/sweep/assert/2: has no name in it, so it is the same in every sweep');
    expect(slip.stderr).toContain('/sweep/assert/1: is not a condition: there is no function total');
  });
});

describe('a sweep that is interrupted', () => {
  test('stores finished jobs, says how to resume, and then plays only what is missing', {
    ...proves('K65'),
    tags: ['deep'],
  }, async () => {
    const whole = await sweep('look.yaml', '--seeds', '1..30', '--out', 'whole');
    expect(whole.exitCode).toBe(0);
    const cut = ballast('sweep', 'look.yaml', '--seeds', '1..30', '--out', 'cut', '--workers', '1');
    await firstResults(cut);
    cut.child.kill('SIGINT');
    expect((await cut.ended).exitCode).toBe(130);
    expect(cut.stderr()).toMatch(
      /interrupted; \d+ of 30 jobs are done and stored; continue with: npx ballast sweep look\.yaml --out cut --resume\n$/,
    );
    expect(cut.stdout()).toBe('');
    const rest = await sweep('look.yaml', '--out', 'cut', '--resume');
    expect(rest.exitCode).toBe(0);
    expect(rest.stderr).toMatch(/^ballast: [1-9]\d* of 30 jobs/m);
    for (const name of RESULTS) expect(read(`cut/${name}`)).toBe(read(`whole/${name}`));
  });

  test('loses no stored result when it is killed', { tags: ['deep'] }, async () => {
    const cut = ballast('sweep', 'look.yaml', '--seeds', '1..30', '--out', 'cut', '--workers', '1');
    await firstResults(cut);
    cut.child.kill('SIGKILL');
    await cut.ended;
    const rest = await sweep('look.yaml', '--out', 'cut', '--resume', '--json');
    expect(JSON.parse(rest.stdout)).toMatchObject({ done: 30, passed: 30 });
    expect(rest.stderr).toMatch(/^ballast: [1-9]\d* of 30 jobs/m);
  });

  test('refuses to resume with another scenario, another plan, or without the flag for it', proves('K65'), async () => {
    await sweep('look.yaml', '--out', 'it', '--seeds', '1,2');
    const unasked = await refuse('look.yaml', '--out', 'it', '--seeds', '1,2');
    expect([unasked.exitCode, unasked.stderr]).toEqual([
      64,
      'ballast: it already has a sweep; continue it with --resume, or start another with another --out\n',
    ]);
    const other = await refuse('look.yaml', '--out', 'it', '--resume', '--seeds', '1..9');
    expect([other.exitCode, other.stderr]).toEqual([
      64,
      expect.stringContaining('has seeds 1..2; leave out --seeds and --vary'),
    ]);
    writeFileSync(join(folder, 'look.yaml'), SCENARIO.replace('90m', '91m'));
    const changed = await refuse('look.yaml', '--out', 'it', '--resume');
    expect(changed.exitCode).toBe(65);
    expect(changed.stderr).toMatch(
      /^ballast: look\.yaml is not the scenario with which the sweep in it started \([0-9a-f]{12} then, [0-9a-f]{12} now\)/,
    );
    const none = await refuse('look.yaml', '--out', 'nowhere', '--resume');
    expect([none.exitCode, existsSync(join(folder, 'nowhere'))]).toEqual([64, false]);
  });

  test('plays its own copy of the scenario, whatever happens to the file', { tags: ['deep'] }, async () => {
    const cut = ballast('sweep', 'look.yaml', '--seeds', '1..30', '--out', 'it', '--workers', '1');
    await firstResults(cut);
    writeFileSync(join(folder, 'look.yaml'), 'no scenario any more');
    expect((await cut.ended).exitCode).toBe(0);
    expect(rows('it').every(({ status }) => status === 'passed')).toBe(true);
  });
});

describe('a sweep that cannot begin', () => {
  test('reports every issue of its flags at once and ends with 64', async () => {
    const { exitCode, stderr } = await refuse(
      '--seeds',
      '5..1',
      '--vary',
      'least',
      '--vary',
      'a=1,1',
      '--workers',
      '0',
      '--queue',
      'http://x',
      '--jsn',
    );
    expect(exitCode).toBe(64);
    expect(stderr.trimEnd().split('\n')).toEqual([
      "ballast: unknown option '--jsn' (did you mean --json?)",
      'ballast: sweep needs one scenario file',
      "ballast: --seeds: '5..1' is not seeds such as 1..1000 or 1,5,9..20",
      "ballast: --workers: '0' is not a number from 1 to 256",
      "ballast: --queue: 'http://x' is not the address of a Redis, such as redis://localhost:6379/0",
      "ballast: --vary: 'least' is not path=value,value… (a JSON pointer or a variable's name)",
      'ballast: --vary: a has a value twice',
      'ballast: --workers and --queue exclude each other: with a queue, each worker has its own number of jobs',
    ]);
  });

  test.each([
    [
      'a value that the scenario does not take',
      ['--vary', '/clock=noon,2026-03-02T10:00:00Z'],
      /look\.yaml:\d+:\d+ \/clock: /,
    ],
    ['what is not there to be varied', ['--vary', 'leest=1'], /leest/],
    ['a file that is not there', ['none.yaml'], /none\.yaml/],
  ])('for %s ends with 65 and leaves nothing', async (_, args, message) => {
    const file = args[0] === 'none.yaml' ? [] : ['look.yaml'];
    const { exitCode, stderr, stdout } = await refuse(...file, ...args, '--out', 'it');
    expect([exitCode, stdout, existsSync(join(folder, 'it'))]).toEqual([65, '', false]);
    expect(stderr).toMatch(message);
  });

  test('refuses a folder whose sweep another process has open, with 2', { tags: ['deep'] }, async () => {
    const first = ballast('sweep', 'look.yaml', '--seeds', '1..5000', '--out', 'it');
    await firstResults(first);
    const second = await sweep('look.yaml', '--out', 'it', '--resume');
    expect([second.exitCode, second.stderr]).toEqual([2, expect.stringContaining('is in use by another process')]);
    first.child.kill('SIGINT');
    expect((await first.ended).exitCode).toBe(130);
  });

  test('says in one line that there is no Redis, and ends with 2', proves('K67'), async () => {
    const { exitCode, stderr } = await refuse('look.yaml', '--queue', 'redis://127.0.0.1:1');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^ballast: no queue at redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED.*\n$/);
  });
});

function ballast(...args: string[]): RunningProcess {
  const run = runBallast(args, { cwd: folder });
  running.push(run);
  return run;
}

const refuse = (...args: string[]) => callBallast(['sweep', ...args], folder);

async function sweep(...args: string[]) {
  const run = ballast('sweep', ...args);
  const { exitCode } = await run.ended;
  return { exitCode, stdout: run.stdout(), stderr: run.stderr() };
}

/** Resolves once it says that some of its jobs are done. */
function firstResults({ child, stderr, ended }: RunningProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (/^ballast: [1-9]\d* of /m.test(stderr())) resolve();
    });
    ended.then(() => reject(new Error(`ended before there was a result:\n${stderr()}`)));
  });
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function rows(out: string): Record<string, unknown>[] {
  return read(`${out}/results.ndjson`)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
