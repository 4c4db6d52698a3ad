/**
 * Real traffic (decision R3): each of twenty planted differences of another implementation is found at its place, none
 * where none is planted; the proxy changes nothing and stores no secret; a report can be read.
 *
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type TrafficReport, trafficReport } from '../../src-server/contract/scenario/traffic-report.ts';
import { sendRequest } from '../../src-server/system/http/send-request.ts';
import { samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { runBallast } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';
import { PLANTED, type Planted, type RealService, startRealService } from './real-service.ts';

afterAll(stopAll);

const KEY = 'a-real-key-that-nobody-may-keep';

/** Not by `fetch`, whose answers the tests hold against the documents. */
async function askOf(method: string, url: string, body: string | null = null) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return sendRequest({ method, url, headers, body, timeoutMs: 60_000 });
}

/** What a client does; `base` is that of Form B. */
async function useService(base: string): Promise<string[]> {
  const texts: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? null : JSON.stringify(body);
    const { status, body: text } = await askOf(method, `${base}${path}`, sent);
    texts.push(`${status} ${text}`);
    try {
      return JSON.parse(text) as Record<string, string>;
    } catch {
      return {};
    }
  };
  const { portfolio_id: portfolio = 'pf_none' } = await ask('POST', '/portfolios', samplePortfolio());
  await ask('GET', `/portfolios/${portfolio}`);
  await ask('GET', '/portfolios/pf_00000000000000000000000000');
  await ask('GET', '/prices/DE0007164600');
  const { rebalance_id: rebalance = 'rb_none' } = await ask('POST', '/rebalance', { portfolio_id: portfolio });
  await ask('POST', `/rebalance/${rebalance}/execute`, { confirm: true });
  await ask('DELETE', `/rebalance/${rebalance}`);
  for (let look = 0; look < 3; look += 1) await ask('GET', `/rebalance/${rebalance}`);
  return texts;
}

interface Proxied {
  readonly code: number | null;
  readonly report: TrafficReport;
  readonly output: string;
  readonly har: string;
  readonly folder: string;
}

async function throughProxy(
  service: Pick<RealService, 'origin'>,
  work: (base: string) => Promise<unknown>,
): Promise<Proxied> {
  const folder = newFolder();
  const files = ['--json', join(folder, 'r.json'), '--html', join(folder, 'r.html'), '--har', join(folder, 'r.har')];
  const flags = ['--target', service.origin, '--port', '0', '--scenario', join(folder, 'draft.yaml'), ...files];
  const proxy = runBallast(['proxy', ...flags]);
  const line = await proxy.firstLine;
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
  await work(`${origin}/form-b/v1`);
  proxy.child.kill('SIGINT');
  const { exitCode } = await proxy.ended;
  const text = readFileSync(join(folder, 'r.json'), 'utf8');
  return {
    code: exitCode,
    report: trafficReport.parse(JSON.parse(text)),
    output: proxy.stdout() + proxy.stderr(),
    har: readFileSync(join(folder, 'r.har'), 'utf8'),
    folder,
  };
}

/** Where each planted difference has to be found, and what is said of it. */
const FOUND_AT: Readonly<Record<Planted, readonly [place: string, issue: RegExp]>> = {
  'unknown field': ['body/colour', /is not a field of the interface/],
  'missing field': ['body/created_at', /is missing/],
  'number as text': ['body/cash/amount', /must be number/],
  'time without a zone': ['body/created_at', /date-time/],
  '200 in place of 201': ['status', /is 200, and 201 here/],
  'no Retry-After': ['header Retry-After', /is missing/],
  'another content type': ['content type', /text\/json/],
  'code of another status': ['body/error/code', /must be equal to|rate_limit/],
  'goes back': ['body/status', /is executing after complete, which cannot follow/],
  'cancelled while executing': ['body/status', /is cancelled after executing, which cannot follow/],
  'identifier of another kind': ['body/portfolio_id', /must match pattern/],
  'null where there is a value': ['body/drift', /must be object/],
  'currency in small letters': ['body/currency', /must be equal to|is 'eur'/],
  'no X-Request-Id': ['header X-Request-Id', /is missing/],
  'negative weight': ['body/holdings/0/weight', /is below zero/],
  'another currency': ['body/currency', /is 'GBP', and 'EUR' here/],
  '404 in place of 409': ['status', /is 404 not_found, and 409 already_executing here/],
  'empty body': ['body', /is no JSON/],
  'list in place of an object': ['body/cash', /must be object|is a list/],
  'unknown side': ['body/orders/0/side', /must be equal to/],
};

describe('traffic through the proxy', () => {
  test('of an implementation without differences has none, and is drafted as a scenario', proves('R3'), async () => {
    const real = await startRealService(null);
    let texts: string[] = [];
    const { code, report, har, output, folder } = await throughProxy(real, async (base) => {
      texts = await useService(base);
    });
    real.stop();
    expect(report.differences).toEqual([]);
    expect([code, report.requests, report.compared]).toEqual([0, 10, 10]);
    expect(output).toContain('10 requests to the service, 10 compared: no difference');
    expect(texts[0]).toMatch(/^201 \{"portfolio_id":"pf_/);
    expect(har).not.toContain(KEY);
    expect(har).toContain('DE0007164600');
    expect(readFileSync(join(folder, 'draft.yaml'), 'utf8')).toContain('/rebalance/${');
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('Every answer is as the interface');
    // The archive says the same as what went by.
    const again = runBallast(['compare-traffic', join(folder, 'r.har')]);
    expect([(await again.ended).exitCode, again.stderr()]).toEqual([0, '']);
    expect(again.stdout()).toContain('no difference');
  });

  test.each(PLANTED)('finds: %s', proves('R3'), async (planted) => {
    const real = await startRealService(planted);
    const { code, report, folder } = await throughProxy(real, useService);
    real.stop();
    const [place, issue] = FOUND_AT[planted];
    const found = report.differences.filter((difference) => difference.place === place && issue.test(difference.issue));
    expect(found, JSON.stringify(report.differences, null, 1)).not.toEqual([]);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain(place);
  });

  test('passes on what the service says unchanged, and says where there is none', proves('R3'), async () => {
    const body = Buffer.alloc(3 * 1_048_576, 'x');
    const target = createServer((request, response) => {
      response.writeHead(418, 'Short and stout', {
        'X-Own': [String(request.headers.host), 'b'],
        'Content-Type': 'text/plain',
      });
      response.end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => target.once('listening', resolve));
    const { port } = target.address() as AddressInfo;
    const { report } = await throughProxy({ origin: `http://127.0.0.1:${port}` }, async (base) => {
      const answer = await askOf('GET', `${base}/prices/X?a=1`);
      expect([answer.status, answer.headers['x-own']]).toEqual([418, `127.0.0.1:${port}, b`]);
      expect(answer.body).toBe(body.toString());
    });
    expect(report.requests).toBe(1);
    target.close();
    const gone = await throughProxy({ origin: `http://127.0.0.1:${port}` }, async (base) => {
      const answer = await askOf('GET', `${base}/prices/DE0007164600`);
      expect([answer.status, answer.body]).toEqual([502, expect.stringContaining('does not answer')]);
    });
    expect(gone.report.skipped).toEqual([{ request: 1, reason: 'nothing was answered' }]);
  });
});

describe('what cannot be compared', () => {
  const run = async (...words: string[]) => {
    const { ended, stderr } = runBallast(words);
    return { code: (await ended).exitCode, stderr: stderr() };
  };

  test('is refused with the reason', proves('R3'), async () => {
    const server = await startBallast();
    const { port } = new URL(server.ballast.baseUrl);
    const folder = newFolder();
    const empty = join(folder, 'empty.har');
    writeFileSync(
      empty,
      JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: 'http://x/y', headers: [] } }] } }),
    );
    const bad = join(folder, 'bad.har');
    writeFileSync(bad, '[]');
    for (const [words, code, reason] of [
      [['compare-traffic', empty], 65, 'none of them is a request to the service; --base says where it is'],
      [['compare-traffic', bad], 65, 'is no HTTP archive (HAR)'],
      [['compare-traffic', join(folder, 'none.har')], 65, 'none.har: '],
      [['compare-traffic'], 64, 'compare-traffic needs one archive'],
      [['compare-traffic', empty, '--form', 'c'], 64, "--form: 'c' is not a, b or both"],
      [['compare-traffic', empty, '--json', empty], 64, 'is there already; --force writes over it'],
      [['proxy'], 64, 'proxy needs --target'],
      [['proxy', '--target', 'ftp://x'], 64, "--target: 'ftp://x' is not an http(s) address"],
      [['proxy', '--target', server.ballast.baseUrl, '--port', port], 2, `port ${port} is taken`],
      [['proxy', '--target', 'http://localhost:4799', '--port', '4799'], 64, 'is this proxy itself'],
      [['proxy', '--target', 'http://127.1.2.3:4799', '--port', '4799'], 64, 'is this proxy itself'],
    ] as const) {
      const { code: exit, stderr } = await run(...words);
      expect([words, exit, stderr]).toEqual([words, code, expect.stringContaining(reason)]);
    }
  });
});
