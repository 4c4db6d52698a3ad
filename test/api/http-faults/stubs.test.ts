/** `/sim/stubs` (decision R1): responses that the service would never give, to selected requests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type InterfaceFaultView,
  interfaceFaultView,
} from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { endedStubs, stubList } from '../../../src-server/contract/control/http-faults/stubs.ts';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { portfolioList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { journalList } from '../../../src-server/contract/control/world/journal.ts';
import { portfolioB, rebalanceB } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { play, startRecording, takeRecording } from '../../recording/play-recording.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, planFor, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const PRICES = { path: { glob: '*/prices/*' } };
const set = async (on: TestServer, stub: object): Promise<InterfaceFaultView> => {
  const response = await on.sim.post('/stubs', stub);
  expect(response.status, response.text).toBe(201);
  return response.as(interfaceFaultView);
};
const price = (on: TestServer) => on.b.get(`/prices/${SAP}`);

describe('a stub', () => {
  test('responds like a gateway, a number of times, and nothing is processed', proves('R1.1', 'R1.3'), async () => {
    const own = await startBallast();
    const head = await own.head();
    const page = '<html><body>Service Unavailable</body></html>';
    const headers = { 'Content-Type': 'text/html', 'Retry-After': '7', Via: '1.1 gateway' };
    const stub = await set(own, {
      match: { operation: 'createPortfolio' },
      answer: { status: 503, headers, text: page },
      count: 2,
    });
    expect(stub).toMatchObject({ kind: 'api_stub', before: true, delay_ms: 0, status: 'active', count: 2, hits: 0 });
    const create = () => own.b.post('/portfolios', samplePortfolio());
    for (let time = 0; time < 2; time += 1) {
      const response = await create();
      expect([response.status, response.text]).toEqual([503, page]);
      const shown = ['content-type', 'retry-after', 'via'].map((name) => response.headers.get(name));
      expect(shown).toEqual(['text/html', '7', '1.1 gateway']);
      expect(response.headers.get('x-request-id')).toMatch(/^rq_/);
    }
    expect((await own.sim.get('/portfolios')).as(portfolioList).portfolios).toEqual([]);
    expect(await own.head()).toBe(head);
    expect((await create()).status).toBe(201);
    expect((await own.sim.get('/stubs')).as(stubList).stubs).toMatchObject([{ status: 'over', chances: 2, hits: 2 }]);
  });

  test.each([
    [{ status: 200, body: { mid: [1, null, 'x'] } }, '{"mid":[1,null,"x"]}', 'application/json; charset=utf-8'],
    [{ status: 418, text: 'täpötty' }, 'täpötty', 'text/plain; charset=utf-8'],
    [{ status: 599 }, '', null],
    [{ status: 204 }, '', null],
    [{ status: 500, body: null }, 'null', 'application/json; charset=utf-8'],
  ])('returns %j', proves('R1.1'), async (response, text, type) => {
    await set(server, { match: PRICES, answer: response, count: 1 });
    const got = await price(server);
    expect([got.status, got.text, got.headers.get('content-type')]).toEqual([response.status, text, type]);
  });

  test(
    'after processing: the command was carried out, and the client gets another response',
    proves('R1.3'),
    async () => {
      const own = await startBallast();
      await set(own, {
        match: { method: 'POST' },
        before: false,
        answer: { status: 502, text: 'Bad Gateway' },
        count: 1,
      });
      const response = await own.b.post('/portfolios', samplePortfolio());
      expect([response.status, response.text]).toEqual([502, 'Bad Gateway']);
      expect((await own.sim.get('/portfolios')).as(portfolioList).portfolios).toHaveLength(1);
    },
  );

  test(
    'precedes the check of the key, is delayed as given, and is in the journal',
    proves('R1.3', 'R1.4'),
    async () => {
      const own = await startBallast();
      const { fault_id: id } = await set(own, { match: PRICES, answer: { status: 504 }, delay_ms: 80 });
      const response = await fetch(`${own.ballast.formBUrl}/prices/${SAP}`);
      expect(response.status).toBe(504);
      const { entries } = (await own.sim.get('/journal')).as(journalList);
      expect(entries[0]).toMatchObject({ status: 504, fault: { fault_id: id, kind: 'api_stub' } });
      expect(entries[0]?.injected_ms).toBeGreaterThanOrEqual(79);
    },
  );

  test('is listed separately and among the faults, and ended separately or with others', proves('R1.5'), async () => {
    const own = await startBallast();
    const stubs = [
      await set(own, { answer: { status: 503 } }),
      await set(own, { answer: { status: 504 }, share: 0.5 }),
    ];
    await own.sim.post('/faults', { kind: 'api_empty_answer' });
    expect((await own.sim.get('/stubs')).as(stubList).stubs).toEqual(stubs.toReversed());
    expect((await own.sim.get('/faults?scope=interface')).as(faultList).faults).toHaveLength(3);
    const ended = await own.sim.delete(`/stubs/${stubs[0]?.fault_id}`);
    expect(ended.as(interfaceFaultView).status).toBe('over');
    expect((await own.sim.delete('/stubs')).as(endedStubs).stubs.map(({ fault_id: id }) => id)).toEqual([
      stubs[1]?.fault_id,
    ]);
    const { faults } = (await own.sim.get('/faults')).as(faultList);
    expect(faults.map(({ status }) => status)).toEqual(['over', 'over', 'active']);
    const other = faults[2]?.fault_id ?? '';
    for (const id of [other, 'ft_x']) expect((await own.sim.delete(`/stubs/${id}`)).status).toBe(404);
  });
});

describe('a template', () => {
  test(
    'is filled in from the request, the instant, and the portfolio and rebalance that it names',
    proves('R1.8'),
    async () => {
      const own = await startBallast();
      const portfolioId = await createSample(own);
      const rebalanceId = await planFor(own, portfolioId);
      const body = {
        id: '${request/body/portfolio_id}',
        at: '${now}',
        form: '${request/query/from}',
        plain: '$${now}',
        drift: '${portfolio/drift/max_drift}',
        words: 'agent ${request/headers/user-agent} at ${request/path}',
      };
      const headers = { 'X-Portfolio': '${portfolio/portfolio_id}' };
      await set(own, {
        match: { path: { glob: '*/rebalance' } },
        answer: { status: 200, headers, body, template: true },
      });
      const response = await own.b.send('POST', '/rebalance?from=here', {
        headers: { 'user-agent': 'tester', 'content-type': 'application/json' },
        body: JSON.stringify({ portfolio_id: portfolioId }),
      });
      const { drift } = (await own.b.get(`/portfolios/${portfolioId}`)).as(portfolioB);
      expect(JSON.parse(response.text)).toEqual({
        id: portfolioId,
        at: '2026-03-02T09:30:00.000Z',
        form: 'here',
        plain: '${now}',
        drift: drift.max_drift,
        words: 'agent tester at /form-b/v1/rebalance',
      });
      expect(response.headers.get('x-portfolio')).toBe(portfolioId);
      const text = '${rebalance/status} of ${portfolio/currency}: ${rebalance/orders/0/isin}';
      await set(own, { match: { path: { glob: '*/rebalance/*' } }, answer: { status: 200, text, template: true } });
      const plan = await own.b.get(`/rebalance/${rebalanceId}`);
      await own.sim.delete('/stubs');
      const { orders } = (await own.b.get(`/rebalance/${rebalanceId}`)).as(rebalanceB);
      expect(plan.text).toBe(`plan_ready of EUR: ${orders[0]?.isin}`);
    },
  );

  test('that a request cannot fill in is an error that says what is missing', proves('R1.11'), async () => {
    const text = '${request/body/portfolio_id}';
    const { fault_id: id } = await set(server, {
      match: PRICES,
      answer: { status: 200, text, template: true },
      count: 1,
    });
    const response = await price(server);
    expect([response.status, response.error()]).toMatchObject([500, { code: 'internal_error' }]);
    expect(response.error().message).toContain(`the stub ${id} cannot be built`);
    expect(response.error().message).toContain('there is nothing at /body/portfolio_id of request');
  });

  test('of a header that could not have its value is an error, and the server continues', proves('R1.11'), async () => {
    const headers = { 'X-Name': '${request/body/external_id}', 'X-Cash': '${request/body/cash}' };
    const response = { status: 200, headers, text: '${request/body/targets}', template: true };
    const match = { operation: 'createPortfolio' };
    await set(server, { match, answer: response, delay_ms: 5, count: 2 });
    const refused = await server.b.post('/portfolios', samplePortfolio({ external_id: 'a\nb' }));
    expect([refused.status, refused.error().message]).toEqual([
      500,
      expect.stringContaining('X-Name would have characters that no header has'),
    ]);
    const sound = await server.b.post('/portfolios', samplePortfolio({ external_id: 'a' }));
    expect([sound.status, sound.headers.get('x-name'), sound.headers.get('x-cash')]).toEqual([200, 'a', '5000']);
    expect(JSON.parse(sound.text)).toEqual(samplePortfolio().targets);
  });

  test('that is invalid is sent unchanged', proves('R1.8'), async () => {
    await set(server, { match: PRICES, answer: { status: 200, text: '${now}' }, count: 1 });
    expect((await price(server)).text).toBe('${now}');
  });
});

test.each([
  [{}, ['/answer']],
  [{ answer: { status: 199 } }, ['/answer/status']],
  [{ answer: { status: 600 } }, ['/answer/status']],
  [{ answer: { status: 200, body: 1, text: '1' } }, ['/answer/text']],
  [{ answer: { status: 200, headers: { 'Content-Length': '1' } } }, ['/answer/headers/Content-Length']],
  [{ answer: { status: 200, headers: { 'X Y': '1' } } }, ['/answer/headers/X Y']],
  [{ answer: { status: 200, headers: { X: 'a\r\nEvil: 1' } } }, ['/answer/headers/X']],
  [{ answer: { status: 200 }, delay_ms: -1 }, ['/delay_ms']],
  [{ answer: { status: 200 }, match: { operation: 'nothing' } }, ['/match/operation']],
  [{ answer: { status: 200, body: { a: ['${price}'] }, template: true } }, ['/answer/body/a/0']],
  [{ answer: { status: 200 }, for: '1h', until: '2026-03-03T00:00:00Z' }, ['/for']],
  [{ answer: { status: 200 }, kind: 'api_error' }, ['/kind']],
])('%j is refused at its place', proves('R1.1'), async (stub, paths) => {
  const before = (await server.sim.get('/stubs')).text;
  const refused = await server.sim.post('/stubs', stub);
  expect([refused.status, refused.error().details.map(({ path }) => path)]).toEqual([400, paths]);
  expect((await server.sim.get('/stubs')).text).toBe(before);
});

test('a recording has stubs and their responses, and gives the same result', proves('R1.4', 'K111'), async () => {
  const own = await startBallast({ dataDir: newFolder() });
  const id = await startRecording(own, 'now');
  const lost = { match: { operation: 'createPortfolio' }, before: false, answer: { status: 502 }, count: 1 };
  await set(own, lost);
  await set(own, {
    match: { operation: 'createPortfolio' },
    answer: { status: 503, text: 'at ${now}', template: true },
    count: 1,
    delay_ms: 5,
  });
  const statuses: number[] = [];
  for (const name of ['a', 'b', 'c'])
    statuses.push((await own.b.post('/portfolios', samplePortfolio({ external_id: name }))).status);
  expect(statuses).toEqual([503, 502, 201]);
  const unknown = { status: 200, body: { x: '${request/body/nope}' }, template: true };
  for (const before of [true, false]) {
    await set(own, { match: { operation: 'createPortfolio' }, before, answer: unknown, count: 1 });
    expect((await own.b.post('/portfolios', samplePortfolio({ external_id: `d ${before}` }))).status).toBe(500);
  }
  const { fault_id: last } = await set(own, { answer: { status: 504 } });
  expect((await price(own)).status).toBe(504);
  await own.sim.delete(`/stubs/${last}`);
  const taken = await takeRecording(own, id);
  expect(taken.text).toContain('kind: api_stub');
  const { status, head, faults, steps } = await play(taken);
  const failures = steps.flatMap(({ failures: why, title }) => why.map((each) => `${title}: ${each}`));
  expect([...faults, ...failures], taken.text).toEqual([]);
  expect([status, head]).toEqual(['passed', await own.head()]);
});
