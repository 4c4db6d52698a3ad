/**
 * Real traffic (decision R3): each of the planted differences of another implementation is found at its place, and none
 * where none is planted, through the proxy and from the archive that it writes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { trafficReport } from '../../src-server/contract/scenario/traffic-report.ts';
import { proves } from '../conformance/proves.ts';
import { runBallast } from '../support/run-process.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';
import { PLANTED, type Planted, startRealService } from './real-service.ts';
import { KEY, START, throughProxy, useService } from './through-proxy.ts';

afterAll(stopAll);

/** Where each planted difference has to be found, and its description. */
const FOUND_AT: Readonly<Record<Planted, readonly [place: string, issue: RegExp]>> = {
  'unknown field': ['body/colour', /is not a field of the interface/],
  'missing field': ['body/created_at', /is missing/],
  'number as text': ['body/cash/amount', /must be number/],
  'time without a zone': ['body/created_at', /date-time/],
  '200 in place of 201': ['status', /is 200, but 201 in Ballast/],
  'no Retry-After': ['header Retry-After', /is missing/],
  'another content type': ['content type', /text\/json/],
  'code of another status': ['body/error/code', /must be one of not_found/],
  'goes back': ['body/status', /is executing after complete, which cannot follow/],
  'cancelled while executing': ['body/status', /is cancelled after executing, which cannot follow/],
  'identifier of another kind': ['body/portfolio_id', /must match pattern/],
  'null where there is a value': ['body/drift', /must be object/],
  'currency in small letters': ['body/currency', /must be one of EUR, GBP, CHF/],
  'no X-Request-Id': ['header X-Request-Id', /is missing/],
  'negative weight': ['body/holdings/0/weight', /is below zero/],
  'another currency': ['body/currency', /is 'GBP', but 'EUR' in Ballast/],
  '404 in place of 409': ['status', /is 404 not_found, but 409 already_executing in Ballast/],
  'empty body': ['body', /is not JSON/],
  'list in place of an object': ['body/cash', /must be object/],
  'unknown side': ['body/orders/0/side', /must be one of buy, sell$/],
  'an order goes back': ['body/orders/0/status', /is sent after filled, which cannot follow/],
};

/** Where else the same planted difference shows. */
const ALSO_AT: Readonly<Partial<Record<Planted, readonly string[]>>> = {
  'identifier of another kind': ['body/rebalance_id', 'body/orders/0/order_id'],
  'goes back': ['body/orders/0/status'],
};

describe('traffic through the proxy', () => {
  test('of an implementation without differences has none, and is drafted as a scenario', {
    ...proves('R3.2', 'R3.4'),
    tags: ['deep'],
  }, async () => {
    const real = await startRealService(null);
    const folder = newFolder();
    const files = Object.entries({ report: 'json', html: 'html', har: 'har' }).flatMap(([flag, kind]) => [
      `--${flag}`,
      join(folder, `r.${kind}`),
    ]);
    const flags = ['--target', real.origin, '--port', '0', '--clock', START, '--scenario', join(folder, 'draft.yaml')];
    const proxy = runBallast(['proxy', ...flags, ...files]);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(await proxy.firstLine)?.[0] ?? '';
    const texts = await useService(`${origin}/form-b/v1`);
    proxy.child.kill('SIGINT');
    const { exitCode } = await proxy.ended;
    real.stop();
    const [json, html, har, draft] = ['r.json', 'r.html', 'r.har', 'draft.yaml'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    const report = trafficReport.parse(JSON.parse(json ?? ''));
    expect(report.differences).toEqual([]);
    expect([exitCode, report.requests, report.compared]).toEqual([0, 10, 10]);
    expect(report.timings.map(({ requests }) => requests)).toEqual([1, 2, 1, 3, 1, 1, 1]);
    for (const timing of report.timings) expect(timing.here_p95_ms).toBeGreaterThanOrEqual(timing.here_median_ms ?? 0);
    expect(proxy.stdout()).toContain('10 requests to the service, 10 compared: no difference');
    expect(proxy.stderr()).toBe('');
    expect(texts[0]).toMatch(/^201 \{"portfolio_id":"pf_/);
    for (const written of [json, html, har, draft, proxy.stdout()]) expect(written).not.toContain(KEY);
    expect(har).toContain('DE0007164600');
    expect(draft).toContain('/rebalance/${');
    expect(html).toContain('matches the interface and Ballast');
    // The archive contains the same traffic.
    const again = runBallast(['compare-traffic', join(folder, 'r.har'), '--clock', START]);
    expect([(await again.ended).exitCode, again.stderr()]).toEqual([0, '']);
    expect(again.stdout()).toContain('10 requests to the service, 10 compared: no difference');
  });

  test.each(PLANTED)('finds: %s', proves('R3.2', 'R3.4'), async (planted) => {
    const real = await startRealService(planted);
    const { code, report, folder } = await throughProxy(real.origin, (origin) => useService(`${origin}/form-b/v1`));
    real.stop();
    const [place, issue] = FOUND_AT[planted];
    const found = report.differences.filter((difference) => difference.place === place && issue.test(difference.issue));
    expect(found, JSON.stringify(report.differences, null, 1)).not.toEqual([]);
    // Nothing is reported that the planted difference does not explain.
    const places = new Set(report.differences.map((difference) => difference.place));
    expect([...places].filter((each) => each !== place && !ALSO_AT[planted]?.includes(each))).toEqual([]);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain(place);
  });

  test('of a service at another base is compared and drafted by the same', proves('R3.1'), async () => {
    const real = await startRealService('unknown field');
    const { report, har, folder } = await throughProxy(`${real.origin}/form-b/v1`, useService);
    real.stop();
    expect(new Set(report.differences.map(({ place }) => place))).toEqual(new Set(['body/colour']));
    expect(har).toContain(`${real.origin}/form-b/v1/portfolios`);
    expect(readFileSync(join(folder, 'draft.yaml'), 'utf8')).toContain('/rebalance/${');
  });
});
