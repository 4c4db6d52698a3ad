/** Faults of the interface and of webhooks in `/sim/faults`: set, shown, listed by scope, refused and ended. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyList } from '../../../src-server/contract/control/accounts/accounts.ts';
import { API_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/api-fault-kinds.ts';
import { WEBHOOK_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/webhook-fault-kinds.ts';
import {
  endedFaults,
  type FaultView,
  faultList,
  faultView,
} from '../../../src-server/contract/control/market/faults.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { NO_PORTFOLIO } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** One of each kind, as short as possible, and with its defaults. */
const EXAMPLES: readonly (readonly [body: { kind: string }, filledIn?: object])[] = [
  [{ kind: 'api_error', code: 'internal_error' } as { kind: string }],
  [{ kind: 'api_latency', latency_ms: 500 } as { kind: string }, { latency_ms: { fixed: 500 } }],
  [{ kind: 'api_slow_drip', over_ms: 2000 } as { kind: string }],
  [{ kind: 'api_empty_answer' }],
  [{ kind: 'api_truncated_body' }, { keep: 0.5 }],
  [{ kind: 'api_malformed_body' }],
  [{ kind: 'api_connection_reset' }, { after_processing: false }],
  [{ kind: 'api_hang' }, { after_processing: false }],
  [{ kind: 'api_wrong_content_type', content_type: 'text/html' } as { kind: string }],
  [{ kind: 'api_stub', answer: { status: 503, headers: {}, template: false } } as { kind: string }, { before: true }],
  [{ kind: 'webhook_drop' }],
  [{ kind: 'webhook_delay', delay: '90m' } as { kind: string }],
  [{ kind: 'webhook_duplicate' }],
  [{ kind: 'webhook_reorder' }],
  [{ kind: 'webhook_stale_timestamp' }, { age: '10m' }],
  [{ kind: 'webhook_bad_signature' }],
  [{ kind: 'webhook_wrong_secret' }],
  [{ kind: 'webhook_lost_acknowledgement' }],
];
const WIRE_KINDS = [...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS];

async function listed(of: TestServer, query = ''): Promise<FaultView[]> {
  return (await of.sim.get(`/faults${query}`)).as(faultList).faults;
}

describe('an interface fault', () => {
  test(
    'of every kind can be set, is shown with its terms flat, and ended one by one or by scope',
    proves('L39'),
    async () => {
      const own = await startBallast();
      const head = await own.head();
      expect(EXAMPLES.map(([{ kind }]) => kind)).toEqual(WIRE_KINDS);
      for (const [body, filledIn = {}] of EXAMPLES) {
        const response = await own.sim.post('/faults', body);
        expect(response.status).toBe(201);
        const scope = body.kind.startsWith('api_') ? 'interface' : 'webhook';
        const shown = { ...body, ...filledIn, scope, match: null, share: 1, count: null, chances: 0, hits: 0 };
        expect(response.as(faultView)).toMatchObject({ ...shown, status: 'active', until: null, ended_at: null });
      }
      await own.sim.post('/faults', { kind: 'stale_prices' });
      expect((await listed(own)).map(({ kind }) => kind)).toEqual(['stale_prices', ...WIRE_KINDS]);
      expect((await listed(own, '?scope=market')).map(({ kind }) => kind)).toEqual(['stale_prices']);
      expect((await listed(own, '?scope=webhook')).map(({ kind }) => kind)).toEqual(WEBHOOK_FAULT_KINDS);
      const one = await own.sim.delete(`/faults/${(await listed(own, '?scope=interface'))[0]?.fault_id}`);
      expect(one.as(faultView)).toMatchObject({
        kind: 'api_error',
        status: 'over',
        ended_at: '2026-03-02T09:30:00.000Z',
      });
      const ended = (await own.sim.delete('/faults?scope=interface')).as(endedFaults).faults;
      expect(ended.map(({ kind }) => kind)).toEqual(API_FAULT_KINDS.slice(1));
      expect((await listed(own, '?scope=market'))[0]?.status).toBe('active');
      expect((await own.sim.delete('/faults')).as(endedFaults).faults).toHaveLength(1 + WEBHOOK_FAULT_KINDS.length);
      expect((await own.sim.delete('/faults')).as(endedFaults).faults).toEqual([]);
      expect(await own.head()).not.toBe(head);
    },
  );

  test('leaves no trace in the event log, and changes no other id', proves('L39'), async () => {
    const [plain, faulty] = [await startBallast(), await startBallast()];
    const { fault_id: id } = (await faulty.sim.post('/faults', { kind: 'api_malformed_body', for: '1h' })).as(
      faultView,
    );
    await faulty.sim.post('/faults', { kind: 'webhook_drop', share: 0.5 });
    expect(await faulty.head()).toBe(await plain.head());
    await faulty.sim.delete(`/faults/${id}`);
    await faulty.sim.delete('/faults?scope=webhook');
    for (const each of [plain, faulty]) await each.sim.post('/faults', { kind: 'stale_prices' });
    expect((await listed(faulty, '?scope=market'))[0]?.fault_id).toBe((await listed(plain))[0]?.fault_id);
    expect(await faulty.head()).toBe(await plain.head());
  });

  test('set for later begins and ends at its instants', proves('L44'), async () => {
    const own = await startBallast();
    const body = { kind: 'api_error', code: 'internal_error', from: '2026-03-02T10:00:00Z', for: '30m' };
    await own.sim.post('/faults', body);
    const statuses: [string | undefined, number][] = [];
    for (const by of ['1s', '30m', '30m']) {
      statuses.push([(await listed(own))[0]?.status, (await own.b.get(`/portfolios/${NO_PORTFOLIO}`)).status]);
      await own.advance(by);
    }
    statuses.push([(await listed(own))[0]?.status, (await own.b.get(`/portfolios/${NO_PORTFOLIO}`)).status]);
    expect(statuses).toEqual([
      ['scheduled', 404],
      ['scheduled', 404],
      ['active', 500],
      ['over', 404],
    ]);
  });

  test('spares the first requests, also over a restart, and then counts its hits', proves('L39'), async () => {
    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    const get = async (on: TestServer) => (await on.b.get(`/portfolios/${NO_PORTFOLIO}`)).status;
    const third = {
      kind: 'api_error',
      code: 'internal_error',
      match: { operation: 'getPortfolio' },
      skip: 2,
      count: 1,
    };
    expect((await first.sim.post('/faults', third)).as(faultView)).toMatchObject({ skip: 2, chances: 0 });
    expect([await get(first), await first.b.get('/nothing').then(({ status }) => status)]).toEqual([404, 404]);
    await first.stop();
    const second = await startBallast(options);
    expect([await get(second), await get(second), await get(second)]).toEqual([404, 500, 404]);
    expect(await listed(second)).toMatchObject([{ skip: 2, count: 1, chances: 3, hits: 1, status: 'over' }]);
  });

  test('is unchanged after a restart, its hits included', proves('L44'), async () => {
    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    const match = { path: { glob: '/form-b/*' }, headers: { accept: { contains: 'json' } } };
    await first.sim.post('/faults', { kind: 'api_error', code: 'not_found', share: 0.5, count: 40, match });
    const headers = { accept: 'application/json' };
    for (let count = 0; count < 10; count += 1) await first.b.send('GET', '/nothing', { headers });
    const before = await listed(first);
    expect(before).toMatchObject([{ chances: 10, match }]);
    await first.stop();
    const second = await startBallast(options);
    expect(await listed(second)).toEqual(before);
    await second.b.send('GET', '/nothing', { headers });
    expect(await listed(second)).toMatchObject([{ chances: 11 }]);
  });

  test('cannot be set if 1 000 others exist', { ...proves('L39'), tags: ['deep'] }, async () => {
    const own = await startBallast();
    for (let count = 0; count < 1000; count += 1) await own.sim.post('/faults', { kind: 'webhook_drop' });
    const refused = await own.sim.post('/faults', { kind: 'api_hang' });
    expect([refused.status, refused.error().message]).toEqual([
      400,
      expect.stringMatching(/^1000 .*faults .* end some first\.$/),
    ]);
    await own.sim.delete(`/faults/${(await listed(own))[7]?.fault_id}`);
    expect((await own.sim.post('/faults', { kind: 'api_hang' })).status).toBe(201);
  });
});

describe('an invalid interface fault is refused with one detail for each issue', () => {
  const CASES: readonly [body: unknown, places: readonly string[]][] = [
    [{ kind: 'api_error' }, ['/code']],
    [{ kind: 'api_error', code: 'teapot', status: 418 }, ['/code', '/status']],
    [{ kind: 'api_error', code: 'rate_limit', retry_after_s: -1, message: '' }, ['/message', '/retry_after_s']],
    [{ kind: 'api_latency' }, ['/latency_ms']],
    [{ kind: 'api_hang', skip: -1 }, ['/skip']],
    [{ kind: 'api_latency', latency_ms: { fixed: 600_001 } }, ['/latency_ms/fixed']],
    [{ kind: 'api_latency', latency_ms: 600_001 }, ['/latency_ms']],
    [{ kind: 'api_latency', latency_ms: 'long' }, ['/latency_ms']],
    [{ kind: 'api_latency', latency_ms: { min: 5, max: 4 } }, ['/latency_ms/min']],
    [{ kind: 'api_slow_drip', over_ms: 0 }, ['/over_ms']],
    [{ kind: 'api_truncated_body', keep: 1 }, ['/keep']],
    [{ kind: 'api_hang', after_processing: 'yes' }, ['/after_processing']],
    [{ kind: 'api_wrong_content_type', content_type: 'text/html\r\nX-Evil: 1' }, ['/content_type']],
    [{ kind: 'api_empty_answer', match: { operation: 'sellEverything' } }, ['/match/operation']],
    [{ kind: 'api_empty_answer', match: { key_id: `ak_${'0'.repeat(26)}` } }, ['/match/key_id']],
    [
      { kind: 'api_empty_answer', match: { body: { isin: 1 }, path: { pattern: '(' } } },
      ['/match/path/pattern', '/match/body/isin'],
    ],
    [{ kind: 'api_empty_answer', match: { method: 'get', colour: 'red' } }, ['/match/method', '/match/colour']],
    [{ kind: 'webhook_drop', match: { webhook_id: `wh_${'0'.repeat(26)}` } }, ['/match/webhook_id']],
    [{ kind: 'webhook_drop', match: { types: ['order.lost'], path: '/' } }, ['/match/types/0', '/match/path']],
    [{ kind: 'webhook_delay', delay: '8d' }, ['/delay']],
    [{ kind: 'webhook_stale_timestamp', age: '10ms' }, ['/age']],
    [{ kind: 'webhook_reorder', share: 0, count: 0 }, ['/share', '/count']],
    [{ kind: 'api_hang', until: '2026-03-03T00:00:00Z', for: '1h' }, ['/for']],
    [{ kind: 'api_hang', until: '2026-03-02T09:30:00Z' }, ['/until']],
    [{ kind: 'api_hang', from: '2026-03-02T09:29:59Z' }, ['/from']],
  ];
  test.each(CASES)('%j', async (body, places) => {
    const response = await server.sim.post('/faults', body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(
      response
        .error()
        .details.map(({ path }) => path)
        .sort(),
    ).toEqual([...places].sort());
    expect(await listed(server)).toEqual([]);
  });

  test('and so is an unknown scope', async () => {
    const response = await server.sim.get('/faults?scope=moon');
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, ['/scope']]);
  });
});

describe('the target of an interface fault', () => {
  test('can be given by operation, method, path, form, key, header, query and body', proves('L40.1'), async () => {
    const own = await startBallast();
    const { keys } = (await own.sim.get('/keys')).as(keyList);
    const hit = [500, 'internal_error'];
    const meets = async (match: object, method: string, path: string, body?: object): Promise<boolean> => {
      await own.sim.post('/faults', { kind: 'api_error', code: 'internal_error', match });
      const json = { headers: { 'content-type': 'application/json', accept: 'text/x' }, body: JSON.stringify(body) };
      const { status, error } = await own.b.send(method, path, body === undefined ? { headers: json.headers } : json);
      const isHit = status >= 400 && [status, error().code].join() === hit.join();
      await own.sim.delete('/faults');
      return isHit;
    };
    const get = (match: object) => meets(match, 'GET', `/portfolios/${NO_PORTFOLIO}?view=full&n=2`);
    expect(await get({ operation: 'getPortfolio' })).toBe(true);
    expect(await get({ operation: 'getRebalance' })).toBe(false);
    expect(await get({ method: 'GET', form: 'B' })).toBe(true);
    expect(await get({ method: 'GET', form: 'A' })).toBe(false);
    expect(await get({ key_id: keys[0]?.key_id })).toBe(true);
    expect(await get({ path: { pattern: '^/form-b/v1/portfolios/pf_0+$' } })).toBe(true);
    expect(await get({ path: { glob: '/v1/*' } })).toBe(false);
    expect(await get({ headers: { ACCEPT: 'text/x' }, query: { view: 'full', n: { present: true } } })).toBe(true);
    expect(await get({ query: { view: 'short' } })).toBe(false);
    expect(await get({ body: { '/a': 1 } })).toBe(false);
    const post = (match: object) => meets(match, 'POST', '/rebalance', { portfolio_id: 'x', simulation: true });
    expect(await post({ body: { '/simulation': true, '/portfolio_id': { pattern: '^x$' } } })).toBe(true);
    expect(await post({ body: { '/simulation': false } })).toBe(false);
  });
});
