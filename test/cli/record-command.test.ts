/** `ballast record` and `ballast import-har` as their users see them: real processes, files, exit codes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { executeSample, LARGE, rebalanceOf } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { play } from '../recording/play-recording.ts';
import { callBallast } from '../support/call-ballast.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

const running: RunningProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await stopAll();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-record-'));
  folders.push(folder);
  return folder;
}

function run(...args: string[]): RunningProcess {
  const started = runBallast(args);
  running.push(started);
  return started;
}

const record = ({ ballast }: TestServer, out: string, ...args: string[]) =>
  run('record', '--url', new URL(ballast.baseUrl).origin, '--admin-token', ballast.adminToken, '--out', out, ...args);

describe('ballast record', () => {
  test('writes what was done until Ctrl-C, and plays it to the same head', {
    ...proves('K55'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast({ seed: 8 });
    await executeSample(server);
    const out = join(newFolder(), 'my session.yaml');
    const recording = record(server, out, '--name', 'My session');
    expect(await recording.firstLine).toMatch(/^recording recording-1 of http.* Ctrl-C ends it$/);
    await executeSample(server, { ...LARGE, external_id: 'second' });
    await server.advance('1m');
    recording.child.kill('SIGINT');
    expect((await recording.ended).exitCode, recording.stderr()).toBe(0);
    const lines = recording.stdout().trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^replayed to the same head \(\d+ steps, \d+ log entries\)$/);
    expect(readFileSync(out, 'utf8')).toContain('name: My session');
    expect(existsSync(out.replace('.yaml', '.start.db'))).toBe(true);
    expect(readFileSync(out.replace('.yaml', '.golden.ndjson'), 'utf8')).toContain(await server.head());
    // Nothing of it remains on the server.
    expect((await server.sim.get('/recordings')).text).toBe('{"recordings":[]}');
    const replayed = run('replay', out, '--workers', '0');
    expect([(await replayed.ended).exitCode, replayed.stderr()]).toEqual([0, '']);
  });

  test('writes everything since the beginning, and overwrites nothing without a flag', {
    ...proves('K55'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast({ seed: 8 });
    await executeSample(server);
    const out = join(newFolder(), 'all.yaml');
    const args = ['--from', 'beginning', '--for', '0s'];
    expect((await record(server, out, ...args).ended).exitCode).toBe(0);
    expect(existsSync(out.replace('.yaml', '.start.db'))).toBe(false);
    const again = record(server, out, ...args);
    expect((await again.ended).exitCode).toBe(64);
    expect(again.stderr()).toContain(`--out: ${out} already exists; use --force to overwrite it`);
    expect((await record(server, out, ...args, '--force').ended).exitCode).toBe(0);
  });

  test('says in a line what prevents it', { ...proves('K55'), tags: ['deep'] }, async () => {
    const server = await startBallast();
    const out = join(newFolder(), 'never.yaml');
    const missing = run('record', '--from', 'then', '--for', 'ever', '--out', 'x.txt');
    expect((await missing.ended).exitCode).toBe(64);
    expect(missing.stderr().trimEnd().split('\n')).toEqual([
      'ballast: record needs --admin-token, the token that the server was started with or printed',
      "ballast: --out: 'x.txt' is not a file that ends in .yaml or .yml",
      "ballast: --from: 'then' is not now or beginning",
      "ballast: --for: 'ever' is not a duration like 10m, at most 20d",
    ]);
    const stranger = record({ ballast: { ...server.ballast, adminToken: 'wrong' } } as TestServer, out);
    expect((await stranger.ended).exitCode).toBe(2);
    expect(stranger.stderr()).toContain('refused: This admin token is unknown.');
    const nobody = run('record', '--url', 'http://127.0.0.1:9', '--admin-token', 'x', '--out', out);
    expect((await nobody.ended).exitCode).toBe(2);
    expect(nobody.stderr()).toContain('http://127.0.0.1:9 cannot be reached');
    expect(existsSync(out)).toBe(false);
  });
});

test('requests before a server was killed are recorded completely', { ...proves('K52'), tags: ['deep'] }, async () => {
  const dataDir = join(newFolder(), 'world');
  const args = ['serve', '--port', '0', '--json', '--clock-mode', 'manual', '--admin-token', 'adm', '--data', dataDir];
  const first = run(...args);
  const ready = JSON.parse(await first.firstLine) as { form_b_url: string; api_key: string };
  const headers = { authorization: `Bearer ${ready.api_key}`, 'content-type': 'application/json' };
  for (let count = 0; count < 5; count += 1) {
    const holdings = [{ isin: 'DE0007164600', exchange: 'XETR', quantity: 10 + count }];
    const portfolio = { external_id: `k${count}`, currency: 'EUR', tax_wrapper: 'Depot', cash: 100, holdings };
    const body = JSON.stringify({ ...portfolio, targets: [{ isin: 'DE0007164600', weight: 0.5 }] });
    expect((await fetch(`${ready.form_b_url}/portfolios`, { method: 'POST', headers, body })).status).toBe(201);
  }
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run(...args);
  const { control_url: control } = JSON.parse(await second.firstLine) as { control_url: string };
  const out = join(newFolder(), 'killed.yaml');
  const recorded = run(
    'record',
    '--url',
    new URL(control).origin,
    '--admin-token',
    'adm',
    '--out',
    out,
    '--from',
    'beginning',
    '--for',
    '0s',
  );
  expect((await recorded.ended).exitCode, recorded.stdout()).toBe(0);
  expect(readFileSync(out, 'utf8').match(/external_id: k\d/g)).toHaveLength(5);
});

describe('ballast import-har', () => {
  test('makes a draft that plays, from our own archive', { ...proves('K56'), tags: ['deep'] }, async () => {
    const server = await startBallast({ seed: 1 });
    const { rebalanceId, portfolioId } = await executeSample(server);
    await server.b.post('/rebalance', { portfolio_id: portfolioId, oddity: true });
    await server.advance('1d');
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
    await fetch(`${server.ballast.formBUrl}/prices/DE0007164600`);
    const folder = newFolder();
    writeFileSync(join(folder, 'session.har'), (await server.sim.get('/journal.har')).text);
    for (const clock of [[], ['--keep-times']]) {
      const out = join(folder, `draft${clock.length}.yaml`);
      const imported = await callBallast(['import-har', join(folder, 'session.har'), '--out', out, ...clock]);
      expect([imported.exitCode, imported.stderr]).toEqual([0, '']);
      expect(imported.stdout).toBe(`${out}: 6 requests\n`);
      const text = readFileSync(out, 'utf8');
      expect(text).not.toContain(portfolioId);
      expect(text).toContain(
        clock.length === 0 ? "until: { rebalance: '${rebalance_1}' }" : 'advance: 2026-03-03T09:30:00.000Z',
      );
      const { status, faults, steps } = await play({ file: out, folder });
      expect([status, faults, steps.flatMap(({ failures }) => failures)]).toEqual(['passed', [], []]);
    }
  });

  test('reads recordings of any browser, and marks what a person must check', proves('K56'), async () => {
    const folder = newFolder();
    const entry = (method: string, url: string, status: number, body?: object, response?: object) => ({
      startedDateTime: '2026-01-05T12:00:00.000+01:00',
      request: {
        method,
        url,
        headers: [
          { name: 'Idempotency-Key', value: 'k-1' },
          { name: 'Cookie', value: 'sid=1' },
        ],
        postData: body && { text: JSON.stringify(body) },
      },
      response: {
        status,
        content: { text: response && Buffer.from(JSON.stringify(response)).toString('base64'), encoding: 'base64' },
      },
    });
    const base = 'https://api.example.com/v1';
    const id = '6f1c9a52-8c1e-4a0e-9d2f-000000000001';
    const entries = [
      entry('GET', 'https://www.example.com/logo.png', 200),
      entry('GET', `${base}/portfolios/pf_00000000000000000000000001`, 200, undefined, {
        portfolio_id: 'pf_00000000000000000000000001',
      }),
      entry(
        'POST',
        `${base}/rebalance`,
        201,
        { portfolio_id: 'pf_00000000000000000000000001' },
        { rebalance_id: id, status: 'plan_ready' },
      ),
      entry('POST', `${base}/rebalance/${id}/execute`, 0, { confirm: true }),
      entry('GET', `${base}/rebalance/${id}`, 401),
      // It did not exist, so a draft in which somebody makes it would fail.
      entry('GET', `${base}/portfolios/pf_x`, 404, undefined, { error: { code: 'not_found' } }),
      entry('GET', `${base}/rebalance/${id}`, 429, undefined, { error: { code: 'rate_limit' } }),
    ];
    writeFileSync(join(folder, 'chrome.har'), `\uFEFF${JSON.stringify({ log: { version: '1.2', entries } })}`);
    const out = join(folder, 'chrome.yaml');
    const imported = await callBallast(['import-har', join(folder, 'chrome.har'), '--out', out]);
    expect(imported.exitCode, imported.stderr).toBe(0);
    expect(imported.stdout.trimEnd().split('\n')).toEqual([
      `${out}: 6 requests, 1 entry of other addresses left out`,
      '3 lines need your decision: search for LOOK',
    ]);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('path: /rebalance/${rebalance_1}/execute');
    expect(text).toContain('Idempotency-Key: k-1');
    expect(text).toContain('key: none');
    expect(text).not.toMatch(/sid=|Cookie/);
    expect(text.match(/# LOOK: .*/g)).toEqual([
      expect.stringContaining('pf_00000000000000000000000001 is from before the archive'),
      expect.stringContaining('there was no response here'),
      expect.stringContaining('GET /rebalance/6f1c9a52'),
    ]);
  });

  test('makes a valid draft of any requests and responses', proves('K56'), async () => {
    const folder = newFolder();
    const statuses = [101, 200, 204, 299, 302, 304, 400, 402, 403, 405, 418, 422, 429, 500, 503, 599, 999, 0];
    const requests = [
      ['GET', '/rebalance/rb_1'],
      ['GET', '/portfolios'],
      ['DELETE', '/nothing/here'],
      ['PROPFIND', '/portfolios'],
      ['POST', '/portfolios'],
    ];
    const entries = requests.flatMap(([method, path]) =>
      statuses.map((status) => ({
        startedDateTime: '2026-03-04T10:00:00.000+01:00',
        request: { method, url: `https://api.example.com/v1${path}`, headers: [], postData: { text: '{}' } },
        response: { status, content: { text: '' } },
      })),
    );
    const out = join(folder, 'draft.yaml');
    writeFileSync(join(folder, 'all.har'), JSON.stringify({ log: { version: '1.2', entries } }));
    const imported = await callBallast(['import-har', join(folder, 'all.har'), '--out', out]);
    expect(imported.exitCode, imported.stderr).toBe(0);
    const validated = await callBallast(['validate', out]);
    expect(validated.stderr).toBe('');
    expect(validated.exitCode).toBe(0);
    const text = readFileSync(out, 'utf8');
    for (const status of [101, 304, 405])
      expect(text).toContain(`# LOOK: ${status} was the response, which this service does not give here.`);
    expect(text).toContain('# LOOK: the service refuses this body here: /name is missing.');
    expect(text).toContain('# LOOK: PROPFIND /portfolios has a method that scenarios cannot send, so it is left out.');
  });

  test.each([
    ['is not JSON', '{', /is not valid JSON: line 1, column 2/],
    ['is no archive', '{"log":{"entries":[{"request":{"method":1}}]}}', /\/log\/entries\/0\/request\/method/],
    ['holds nothing of the service', '{"log":{"entries":[]}}', /has 0 entries, but none is a request/],
  ])('refuses a file that %s, with 65 and its place', proves('K56'), async (_what, text, message) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'bad.har'), text);
    const imported = await callBallast(['import-har', join(folder, 'bad.har'), '--out', join(folder, 'bad.yaml')]);
    expect(imported.exitCode).toBe(65);
    expect(imported.stderr).toMatch(message);
    expect(existsSync(join(folder, 'bad.yaml'))).toBe(false);
  });
});
