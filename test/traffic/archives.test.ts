/**
 * Archives of real traffic (decision R3): whatever tool wrote them, responses are compared with those of a world here
 * at the same distances in time; what cannot be compared is named, and a file that is not an archive is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startScenarioWorld } from '../../src-server/app/start-scenario-world.ts';
import { faultView } from '../../src-server/contract/control/market/faults.ts';
import { trafficReport } from '../../src-server/contract/scenario/traffic-report.ts';
import { compareTraffic } from '../../src-server/runner/traffic/compare-traffic.ts';
import { ask } from '../api/http/raw-client.ts';
import { createSample, planFor, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

afterAll(stopAll);

interface Entry {
  readonly startedDateTime?: string;
  readonly request: { readonly method: string; readonly url: string; readonly [more: string]: unknown };
  readonly response?: { readonly status: number; readonly [more: string]: unknown };
  readonly [more: string]: unknown;
}

function write(entries: readonly Entry[]): string {
  const file = join(newFolder(), 'session.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}

async function compare(file: string, change: Partial<Parameters<typeof compareTraffic>[0]> = {}) {
  const json = join(newFolder(), 'r.json');
  const lines: string[] = [];
  const code = await compareTraffic(
    {
      file,
      address: { base: null, form: null },
      mirror: { seed: 1, startAt: null, worldFile: null, portfolios: new Map() },
      files: { json, html: null, scenario: null, force: false },
      printsJson: false,
      write: (line) => void lines.push(line),
      note: (line) => void lines.push(line),
      ...change,
    },
    startScenarioWorld,
  );
  return { code, lines, report: trafficReport.parse(JSON.parse(readFileSync(json, 'utf8'))) };
}

async function archiveOf(server: TestServer): Promise<Entry[]> {
  return JSON.parse((await server.sim.get('/journal.har')).text).log.entries;
}

/** A server whose client planned, executed and read a rebalance in the middle, and when it was over. */
async function serverWithSession(): Promise<TestServer> {
  const server = await startBallast({ seed: 7 });
  const portfolio = await createSample(server);
  const id = await planFor(server, portfolio);
  await server.b.post(`/rebalance/${id}/execute`, { confirm: true });
  await server.b.delete(`/rebalance/${id}`);
  await server.advance('2h');
  await server.b.get(`/rebalance/${id}`);
  await server.b.delete(`/rebalance/${id}`);
  return server;
}

describe('an archive of a session with Ballast', () => {
  test('has no differences, because a world here is at the same virtual time', proves('R3.1'), async () => {
    const server = await serverWithSession();
    const entries = await archiveOf(server);
    const { code, report } = await compare(write(entries), {
      mirror: { seed: 7, startAt: null, worldFile: null, portfolios: new Map() },
    });
    expect(report.differences).toEqual([]);
    expect([code, report.requests, report.compared]).toEqual([0, 6, 6]);
  });

  test.each(['2019-07-01', '2031-07-01'])(
    'has none either when another tool wrote it on %s: time passes as it did there',
    proves('R3.1'),
    async (day) => {
      const server = await serverWithSession();
      const entries = (await archiveOf(server)).map((entry) => {
        const { request, response, time, _at: at } = entry;
        return { request, response, time, startedDateTime: String(at).replace(/^2026-03-02/, day) } as Entry;
      });
      // A cancellation is refused by 409 while it executes, and by 400 when it is over.
      expect(entries.map(({ response }) => response?.status)).toEqual([201, 201, 202, 409, 200, 400]);
      const { report } = await compare(write(entries));
      expect(report.differences).toEqual([]);
      // With given times, the first request comes at that time: in a night nothing is filled after two hours.
      const startAt = Date.parse('2026-03-02T22:00:00Z');
      const { report: byNight } = await compare(write(entries), {
        mirror: { seed: 1, startAt, worldFile: null, portfolios: new Map() },
      });
      expect(byNight.differences.map(({ place, issue }) => `${place} ${issue}`)).toContain(
        'status is 400 invalid_request, but 409 already_executing in Ballast',
      );
    },
  );

  test('with faults has none: delayed responses are compared, changed ones named', proves('R3.3'), async () => {
    const server = await startBallast();
    const fault = async (body: object) => (await server.sim.post('/faults', { count: 1, ...body })).as(faultView);
    await fault({ kind: 'api_latency', latency_ms: { fixed: 5 }, match: { operation: 'createPortfolio' } });
    const portfolio = await createSample(server);
    await fault({ kind: 'api_error', code: 'internal_error', match: { operation: 'createPortfolio' } });
    await server.b.post('/portfolios', samplePortfolio({ external_id: 'other' }));
    await fault({ kind: 'api_empty_answer', match: { operation: 'createPortfolio' } });
    const body = JSON.stringify(samplePortfolio({ external_id: 'third' }));
    expect(await ask(server, 'POST', `${server.ballast.formBUrl}/portfolios`, { body })).toMatchObject({ body: '' });
    await server.b.get(`/portfolios/${portfolio}`);
    const { code, report } = await compare(write(await archiveOf(server)));
    expect(report.differences).toEqual([]);
    expect([code, report.requests, report.compared]).toEqual([0, 4, 2]);
    expect(report.skipped).toEqual([
      { request: 2, reason: 'the fault api_error was injected' },
      { request: 3, reason: 'the fault api_empty_answer was injected' },
    ]);
  });
});

describe('an archive of a real service', () => {
  const HOST = 'https://api.example.com';
  const entryWith = (url: string, status: number, text: string, more: object = {}): Entry => ({
    request: { method: 'GET', url, headers: [] },
    response: { status, headers: [{ name: 'Content-Type', value: 'application/json' }], content: { text }, ...more },
  });

  test('is found at its base, which names the form, and drafted as a scenario', proves('R3.4', 'R3.1'), async () => {
    const server = await serverWithSession();
    const entries = (await archiveOf(server)).map(({ request, ...entry }) => ({
      ...entry,
      request: { ...request, url: request.url.replace(/^http:\/\/[^/]+\/form-b\/v1/, `${HOST}/rebalancing`) },
    }));
    const file = write([...entries, entryWith('https://elsewhere.example/rebalancing/prices/X', 200, '{}')]);
    const scenario = join(newFolder(), 'draft.yaml');
    const flags = ['--base', `${HOST}/rebalancing/`, '--form', 'b', '--seed', '7', '--scenario', scenario];
    const run = await callBallast(['compare-traffic', file, ...flags]);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('6 requests to the service, 6 compared: no difference');
    expect(run.stdout).toContain('draft.yaml: 6 requests, 1 entry of other addresses left out');
    expect(readFileSync(scenario, 'utf8')).toMatch(/post: \/portfolios|path: \/portfolios|\/portfolios/);
  });

  test('may refer to earlier portfolios, which are those of the world file', proves('R3.1'), async () => {
    const world = join(newFolder(), 'before.yaml');
    writeFileSync(world, JSON.stringify({ portfolios: [{ form: 'B', as: 'ours', request: samplePortfolio() }] }));
    const server = await startBallast({ seed: 5 });
    const portfolio = await createSample(server);
    await server.b.get(`/portfolios/${portfolio}`);
    await planFor(server, portfolio);
    const file = write((await archiveOf(server)).slice(1));
    const compare = (...flags: string[]) => callBallast(['compare-traffic', file, '--world', world, ...flags]);
    const without = await compare();
    expect([without.exitCode, without.stdout]).toEqual([
      1,
      expect.stringContaining('status is 200, but 404 not_found in Ballast'),
    ]);
    const named = await compare('--portfolio', `${portfolio}=ours`);
    expect([named.exitCode, named.stdout]).toEqual([0, expect.stringContaining('2 compared')]);
    const wrong = await compare('--portfolio', `${portfolio}=others`);
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      64,
      expect.stringContaining('the world file has no portfolio with as: others'),
    ]);
  });

  test('sends no requests that the real service refused for their number', proves('R3.1'), async () => {
    const server = await startBallast();
    const portfolio = await createSample(server);
    await server.b.get(`/portfolios/${portfolio}`);
    const [created, read] = (await archiveOf(server)) as [Entry, Entry];
    const error = {
      code: 'rate_limit',
      message: 'Too many.',
      request_id: 'rq_00000000000000000000000000',
      details: [],
    };
    const headers = [
      { name: 'content-type', value: 'application/json; charset=utf-8' },
      { name: 'x-request-id', value: 'rq_00000000000000000000000000' },
      { name: 'retry-after', value: '1' },
    ];
    const content = { text: JSON.stringify({ error }) };
    const limited = { ...created, response: { status: 429, headers, content } };
    const { report } = await compare(write([limited, created, read]));
    expect(report.differences).toEqual([]);
    expect(report.compared).toBe(3);
  });

  test('has responses without stored bodies, and invalid headers', proves('R3.3'), async () => {
    const url = `${HOST}/v1/prices/DE0007164600`;
    const strange = [
      { name: ':authority', value: 'api.example.com' },
      { name: 'X-Odd', value: 'zeit ⏱' },
      { name: 'Content-Type', value: 'application/json\nX: 1' },
    ];
    const { report } = await compare(
      write([
        { request: { method: 'GET', url, headers: strange }, response: { status: 200, content: { size: 120 } } },
        { request: { method: 'GET', url, headers: strange }, response: { status: 0 } },
        { request: { method: 'GET', url, headers: strange }, response: { status: 200, headers: strange } },
      ]),
    );
    expect(report.skipped).toEqual([
      { request: 1, reason: 'the archive does not have the body of its response' },
      { request: 2, reason: 'there was no response' },
    ]);
    expect(report.differences).toContainEqual(expect.objectContaining({ place: 'content type', first: 3 }));
  });

  test('is reported once per operation, place and kind, with its number and first place', proves('R3.4'), async () => {
    const url = `${HOST}/v1/prices/DE0007164600`;
    const { report, lines } = await compare(write([1, 2, 3].map(() => entryWith(url, 200, '{"isin":7}'))));
    const [difference] = report.differences.filter(({ place }) => place === 'body/isin');
    expect(difference).toEqual({
      operation: 'GET /prices/{isin}',
      place: 'body/isin',
      against: 'contract',
      issue: 'must be string',
      count: 3,
      first: 1,
    });
    expect(lines).toContain('GET /prices/{isin} · body/isin must be string (interface; 3×, first in request 1)');
  });
});

describe('traffic that cannot be compared', () => {
  const prices = (count: number): Entry[] =>
    Array.from({ length: count }, () => ({ request: { method: 'GET', url: 'http://x/v1/prices/X' } }));

  test('is refused with the reason, and nothing is written', proves('R3.4'), async () => {
    const empty = write([{ request: { method: 'GET', url: 'http://x/y' } }]);
    const bad = write([]);
    writeFileSync(bad, '[]');
    const text = write([]);
    writeFileSync(text, '{"log":\n {"entries": [}}');
    const large = write([]);
    writeFileSync(large, Buffer.alloc(100_000_001, ' '));
    const apart = write(
      ['2001-01-01T00:00:00Z', '2026-01-01T00:00:00Z'].map((startedDateTime) => ({
        startedDateTime,
        request: { method: 'GET', url: 'http://x/v1/prices/X' },
      })),
    );
    const report = join(newFolder(), 'r.html');
    for (const [args, code, reason] of [
      [[empty], 65, 'but none is a request to the service; give its base URL with --base'],
      [[bad], 65, 'is not an HTTP archive (HAR)'],
      [[text], 65, 'is not valid JSON: line 2, column 15'],
      [[large], 65, large],
      [[write(prices(10_001))], 65, 'has 10001 requests to the service; the maximum is 10000'],
      [[apart], 65, 'has requests that are more than ten years apart'],
      [[join(newFolder(), 'none.har')], 65, 'none.har: '],
      [[], 64, 'compare-traffic takes exactly one archive'],
      [[empty, '--form', 'c'], 64, "--form: 'c' is not a, b or both"],
      [[empty, '--base', '/v1'], 64, "--base: '/v1' is not an http(s) URL"],
      [[empty, '--world', join(newFolder(), 'none.yaml')], 65, 'but none is a request'],
      [[write(prices(1)), '--world', join(newFolder(), 'none.yaml')], 65, 'none.yaml'],
      [[empty, '--report', empty], 64, 'already exists; use --force to overwrite it'],
      [[empty, '--forse'], 64, "unknown option '--forse' (did you mean --force?)"],
    ] as const) {
      const { exitCode, stderr } = await callBallast(['compare-traffic', ...args, '--html', report]);
      expect([args, exitCode, stderr]).toEqual([args, code, expect.stringContaining(reason)]);
    }
    expect(() => readFileSync(report)).toThrow(/ENOENT/);
  });
});
