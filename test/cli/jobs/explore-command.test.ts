/**
 * `ballast explore` as its users see it: real processes with real clients, interrupted, resumed, and wrong in every
 * way.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ExplorationReport,
  explorationReport,
} from '../../../src-server/contract/control/explorer/explorations.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { describeWithRedis, startRedis } from '../../support/machine/redis-server.ts';
import { type RunningProcess, runBallast, runProcess } from '../../support/run-process.ts';
import { untilOver } from '../../support/until-over.ts';

/**
 * Creates a portfolio. `retries` is its number of retries, also after a long silence; each of its runs leaves a line in
 * `runs.txt`.
 */
const clientWith = (retries: number) => `
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
appendFileSync(new URL('runs.txt', import.meta.url), 'run\\n');
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
async function create() {
  const response = await fetch(base + '/portfolios', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' }),
    ${retries === 0 ? '' : 'signal: AbortSignal.timeout(10_000),'}
  });
  if (response.status === 429) await pause(1000 * Number(response.headers.get('retry-after')));
  if (!response.ok) throw new Error('answered with ' + response.status);
  return response.json();
}
for (let attempt = 0; ; attempt += 1) {
  try {
    await create();
    break;
  } catch (error) {
    if (attempt === ${retries}) throw error;
  }
}
`;

let folder = '';
const running: RunningProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-explore-'));
  writeFileSync(join(folder, 'client.mjs'), clientWith(0));
  writeFileSync(join(folder, 'runs.txt'), '');
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): RunningProcess {
  const started = runBallast(['explore', ...args], { cwd: folder });
  running.push(started);
  return started;
}

async function explore(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { ended, stdout, stderr } = start(...args);
  const { exitCode: code } = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}

const CLIENT = ['--', process.execPath, 'client.mjs'];
const runs = () => readFileSync(join(folder, 'runs.txt'), 'utf8').split('\n').length - 1;
const stored = (name = 'client.explore') =>
  readFileSync(join(folder, name, 'trials.ndjson'), 'utf8').split('\n').length - 1;
const reportIn = (text: string): ExplorationReport => explorationReport.parse(JSON.parse(text));
/** The part of the output that does not depend on the speed of the machine. */
const timeless = ({ elapsed_ms: _elapsed, trials_per_second: _rate, ...report }: ExplorationReport) => ({
  ...report,
  findings: report.findings.map(({ output: _output, seen: _seen, ...finding }) => finding),
});

describe('ballast explore', () => {
  test('finds what breaks a client, and writes a story, a scenario, a trial and a test', {
    ...proves('Q1.1', 'Q4.1', 'Q4.3', 'Q5'),
    tags: ['deep'],
  }, async () => {
    const { code, stdout, stderr } = await explore('--trials', '6', '--junit', 'junit.xml', ...CLIENT);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^ballast: found client\.explore\/finding-001 {2}WEAK {2}The client ended with code 1 after /m,
    );
    expect(stdout).toMatch(/^\d+ trials in .*; \d+ of 1\d single faults tried\n/);
    expect(stdout).toContain('WEAK  The client ended with code 1 after a single fault: createPortfolio gets ');
    expect(stdout).toContain('Handle this fault like any other network failure');
    expect(stdout).toContain('client.explore/finding-001/story.html');
    expect(readdirSync(join(folder, 'client.explore/finding-001')).sort()).toEqual([
      ...['explore.yaml', 'scenario.yaml', 'story.html', 'test.mjs'],
    ]);
    const story = readFileSync(join(folder, 'client.explore/finding-001/story.html'), 'utf8');
    expect(story).toContain('Error: answered with 500');
    expect(story).toContain('createPortfolio');
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(
      /<testsuites name="ballast explore".*failures="[1-9]/,
    );
    const again = await explore('client.explore/finding-001/explore.yaml', '--json');
    expect(again.code).toBe(1);
    const { findings, trials } = reportIn(again.stdout);
    expect([findings.map(({ verdict, seen, runs: of }) => [verdict, seen, of]), trials]).toEqual([[['weak', 5, 5]], 9]);
  });

  test('writes files that reproduce a finding from a copy in an empty folder, and pass once the client is fixed', {
    tags: ['deep'],
    ...proves('Q4.3'),
  }, async () => {
    expect((await explore('--trials', '6', '--only', 'weak', ...CLIENT)).code).toBe(1);
    const copy = join(folder, 'copy');
    cpSync(join(folder, 'client.explore/finding-001'), copy, { recursive: true });
    mkdirSync(join(copy, 'node_modules'));
    symlinkSync(process.cwd(), join(copy, 'node_modules/ballast'));
    const results = async () => {
      const tested = await runProcess(process.execPath, ['--test', 'test.mjs'], { cwd: copy }).ended;
      const explored = await explore(join(copy, 'explore.yaml'), '--out', `out-${runs()}`);
      const replayed = await runBallast(['replay', join(copy, 'scenario.yaml')], { cwd: copy }).ended;
      return [tested.exitCode, explored.code, replayed.exitCode];
    };
    expect(await results()).toEqual([1, 1, 0]);
    writeFileSync(join(folder, 'client.mjs'), clientWith(3));
    expect(await results()).toEqual([0, 0, 0]);
  });

  test('shows every failure in its coverage, even if findings with its verdict are not reported', {
    tags: ['deep'],
    ...proves('Q2.5'),
  }, async () => {
    const all = reportIn((await explore('--trials', '6', '--json', '--out', 'all', ...CLIENT)).stdout);
    const none = await explore('--trials', '6', '--only', 'wrong', '--json', '--out', 'none', ...CLIENT);
    const failed = all.cells.filter(({ state }) => state === 'finding').map(({ finding: _, ...cell }) => cell);
    expect(failed.length).toBeGreaterThan(0);
    const { findings, cells } = reportIn(none.stdout);
    expect(findings).toEqual([]);
    expect(cells.filter(({ state }) => state === 'finding')).toEqual(
      failed.map((cell) => ({ ...cell, finding: null })),
    );
    const read = await explore('--trials', '6', '--only', 'wrong', '--out', 'read', ...CLIENT);
    expect(read.stdout).toContain('only findings with the verdict “wrong” are reported, because of --only wrong');
  });

  test('finds nothing in a client that retries, and the same twice with the same seed', {
    tags: ['deep'],
    ...proves('Q1.1', 'Q2.5'),
  }, async () => {
    writeFileSync(join(folder, 'client.mjs'), clientWith(3));
    const [one, two] = [
      await explore('--trials', '10', '--seed', '7', '--json', '--out', 'one', ...CLIENT),
      await explore('--trials', '10', '--seed', '7', '--json', '--out', 'two', ...CLIENT),
    ];
    expect([one.code, two.code]).toEqual([0, 0]);
    const report = reportIn(one.stdout);
    expect(report).toMatchObject({ phase: 'over', findings: [], broken: 0, trials: 12 });
    expect(timeless(report)).toEqual(timeless(reportIn(two.stdout)));
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'repeats no trial after %s',
    { tags: ['deep'], ...proves('Q5') },
    async (signal) => {
      const first = start('--trials', '6', '--jobs', '2', ...CLIENT);
      await untilOver(
        async () => runs(),
        (count) => count >= 5,
      );
      first.child.kill(signal);
      const end = await first.ended;
      if (signal === 'SIGINT') {
        expect(end.exitCode).toBe(130);
        expect(first.stderr()).toMatch(
          /interrupted; \d+ trials are stored; continue with: npx ballast explore --out client.explore --resume --trials 6 -- .*node.* client.mjs/,
        );
      }
      const [before, started] = [stored(), runs()];
      const resumed = await explore('--trials', '6', '--jobs', '2', '--resume', '--json', ...CLIENT);
      expect(resumed.code).toBe(1);
      // The runs of both, except those that were cut off.
      expect(runs() - started).toBe(stored() - before);
      const whole = await explore('--trials', '6', '--out', 'whole', '--json', ...CLIENT);
      expect(timeless(reportIn(resumed.stdout))).toEqual(timeless(reportIn(whole.stdout)));
      expect(stored()).toBe(stored('whole'));
    },
  );
});

describe('explore refuses', () => {
  const refuse = (...args: readonly string[]) => callBallast(['explore', ...args], folder);

  test.each([
    [[], 64, 'needs the command of your client'],
    [['--', 'no-such-client'], 64, 'the command no-such-client cannot be run: spawn no-such-client ENOENT'],
    [['--budget', '0s', '--only', 'bad', '--jobs', '0', ...CLIENT], 64, "--budget: '0s' is not a duration"],
    [['one.yaml', 'two.yaml', ...CLIENT], 64, 'explore takes one file'],
    [['--resume', ...CLIENT], 64, 'there is no exploration in client.explore to continue'],
    [['missing.yaml', ...CLIENT], 65, 'missing.yaml'],
  ])('%j', async (args, code, line) => {
    const { exitCode, stderr, stdout } = await refuse(...args);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(line);
  });

  test('a file with issues, each at its line', async () => {
    const text =
      'command: [node, client.mjs]\nstep: soon\nworld: { portfolios: 3 }\ninvariants:\n  - expect_stat: {}\nfaults: [{ kind: api_erorr }]\n';
    writeFileSync(join(folder, 'explore.yaml'), text);
    const { exitCode, stderr } = await refuse('explore.yaml');
    expect(exitCode).toBe(65);
    expect(stderr).toMatch(/explore.yaml:2:1 \/step: is not a duration/);
    expect(stderr).toMatch(/explore.yaml:3:\d+ \/world/);
    expect(stderr).toMatch(/explore.yaml:6:\d+ \/faults\/0/);
  });

  test.each([
    ['fails without faults', 'console.log("no luck"); process.exitCode = 3', 'ended with 3', 'no luck'],
    ['ignores its surroundings', '', 'sent no request to the service: it finds its address in BALLAST_BASE_URL', ''],
    ['never ends', 'setInterval(() => {}, 1000)', 'did not exit in time', ''],
    [
      'floods its output and fails',
      'for (let i = 0; i < 20000; i += 1) console.log("x".repeat(1000)); console.log("at last"); process.exitCode = 1',
      'ended with 1',
      'at last',
    ],
  ])('a client that %s', { tags: ['deep'] }, async (_what, text, reason, message) => {
    writeFileSync(join(folder, 'client.mjs'), text);
    writeFileSync(join(folder, 'explore.yaml'), `timeout: ${reason === 'did not exit in time' ? '2s' : '1h'}\n`);
    const { code, stderr, stdout } = await explore('explore.yaml', ...CLIENT);
    expect([code, stdout]).toEqual([65, '']);
    expect(stderr).toContain(reason);
    expect(stderr).toContain(message);
    expect(stderr.length).toBeLessThan(20_000);
  });

  test('a client that cannot be loaded, with the line that says why and not with the stack after it', async () => {
    const { exitCode, stderr } = await refuse('--', 'node', 'gone.mjs');
    expect(exitCode).toBe(65);
    expect(stderr).toMatch(/Error: Cannot find module '.*gone\.mjs'/);
    expect(stderr).not.toMatch(/ at \S+ \(node:internal/);
  });

  test('a client that behaves differently each time', { tags: ['deep'] }, async () => {
    const text = clientWith(0)
      .replace("name: 'pension'", "name: 'pension ' + Math.random()")
      .replace(
        'await create();',
        `const { portfolio_id: id } = await create();
    const control = { authorization: 'Bearer ' + process.env.BALLAST_ADMIN_TOKEN, 'content-type': 'application/json' };
    await fetch(process.env.BALLAST_CONTROL_URL + '/portfolios/' + id + '/cash', { method: 'POST', headers: control, body: '{"amount":50000}' });
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    const body = JSON.stringify({ target_weights: { DE0007164600: 1 } });
    await fetch(base + '/portfolios/' + id + '/rebalance', { method: 'POST', headers, body });`,
      );
    writeFileSync(join(folder, 'client.mjs'), text);
    const { code, stderr } = await explore(...CLIENT);
    expect(code).toBe(65);
    expect(stderr).toContain('the client does not do the same twice without faults');
    expect(stderr).toMatch(/first: {2}pension 0\.\d+ \(A\) to DE0007164600 1: /);
  });

  test('another client in the folder of an exploration', { tags: ['deep'] }, async () => {
    writeFileSync(join(folder, 'client.mjs'), clientWith(3));
    expect((await explore('--trials', '1', ...CLIENT)).code).toBe(0);
    const twice = await refuse('--trials', '1', ...CLIENT);
    expect([twice.exitCode, twice.stderr]).toEqual([64, expect.stringContaining('already has an exploration')]);
    const other = await refuse('--trials', '1', '--resume', ...CLIENT, '--more');
    expect([other.exitCode, other.stderr]).toEqual([65, expect.stringContaining('was started with another client')]);
  });
});

describeWithRedis('explore through a queue', () => {
  test('makes workers run the client if they allow commands, and no others', {
    tags: ['deep'],
    ...proves('Q5'),
  }, async () => {
    const redis = await startRedis({ isDurable: false });
    try {
      const worker = (...flags: string[]) => {
        const started = runBallast(['worker', '--queue', redis.url, '--concurrency', '2', ...flags], { cwd: folder });
        running.push(started);
        return started;
      };
      const wary = worker();
      await wary.firstLine;
      const refused = await explore('--queue', redis.url, '--out', 'refused', ...CLIENT);
      expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining('without --allow-commands')]);
      wary.child.kill('SIGTERM');
      await wary.ended;
      await worker('--allow-commands').firstLine;
      const queued = await explore('--queue', redis.url, '--trials', '6', '--out', 'queue', '--json', ...CLIENT);
      const threads = await explore('--trials', '6', '--out', 'threads', '--json', ...CLIENT);
      expect(timeless(reportIn(queued.stdout))).toEqual(timeless(reportIn(threads.stdout)));
    } finally {
      await redis.close();
    }
  });
});
