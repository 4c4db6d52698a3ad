/**
 * Every kind of invalid body (A4, C1, C4, D3): 400, one detail for each issue with its JSON pointer, no stack, nothing
 * stored.
 */

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestResponse, type TestServer } from '../../support/start-ballast.ts';
import { createSample, planFor, SAP, samplePortfolio, WORLD_ETF } from './sample-portfolio.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
let server: TestServer;
let headBefore: string;
let portfolioId: string;
let rebalanceId: string;

beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
  rebalanceId = await planFor(server, portfolioId);
  headBefore = await server.head();
});
afterAll(async () => {
  await stopAll();
});

describe('a body that cannot be read', () => {
  test.each([
    ['no content type', {}, new Blob([JSON.stringify(samplePortfolio())])],
    ['text/plain', { 'content-type': 'text/plain' }, JSON.stringify(samplePortfolio())],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'external_id=x'],
    ['a type that only begins like JSON', { 'content-type': 'application/json-seq' }, '{}'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, '{}'],
    ['malformed JSON', JSON_TYPE, '{"external_id": "x"'],
    ['NaN', JSON_TYPE, '{"cash": NaN}'],
    ['a trailing comma', JSON_TYPE, '{"cash": 1,}'],
    ['more than 1 MiB', JSON_TYPE, JSON.stringify({ external_id: 'x'.repeat(1_048_576) })],
    ['more than 1 MiB once unpacked', { ...JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync('x'.repeat(2_000_000))],
    ['an unknown encoding', { ...JSON_TYPE, 'content-encoding': 'zip' }, '{}'],
    ['an encoding that it does not have', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{"not": "gzip"}'],
  ] as [string, Record<string, string>, BodyInit][])('%s is 400 without details', async (_what, headers, body) => {
    const response = await server.b.send('POST', '/portfolios', { headers, body });
    await expectRefused(response);
    expect(response.error().details).toEqual([]);
  });

  test('application/json is accepted with a charset and in any case', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    const response = await server.b.send('POST', '/portfolios', { headers, body: '{}' });
    // It was read: its issues are those of an empty object.
    expect(response.error().details.map(({ path }) => path)).toEqual([
      '/external_id',
      '/currency',
      '/tax_wrapper',
      '/targets',
    ]);
  });
});

const holding = { isin: SAP, exchange: 'XETR', quantity: 1 };
const target = { isin: SAP, weight: 0.5 };

describe('a portfolio whose body', () => {
  test.each([
    ['is null', null, ['']],
    ['is an array', [samplePortfolio()], ['']],
    ['is a text', 'x', ['']],
    ['has unknown fields', samplePortfolio({ colour: 1, name: 'x' }), ['/colour', '/name']],
    [
      'has unknown fields at depth',
      with_({ holdings: [{ ...holding, lot: 1 }], targets: [{ ...target, 'a/b~c': 1 }] }),
      ['/holdings/0/lot', '/targets/0/a~1b~0c'],
    ],
    [
      'has wrong types',
      with_({ external_id: 5, cash: '1', holdings: {}, targets: 'x' }),
      ['/cash', '/external_id', '/holdings', '/targets'],
    ],
    ['has nulls', with_({ cash: null, holdings: null }), ['/cash', '/holdings']],
    ['has an empty name', with_({ external_id: '' }), ['/external_id']],
    ['has unknown names', with_({ currency: 'USD', tax_wrapper: 'isa' }), ['/currency', '/tax_wrapper']],
    ['has no targets in it', with_({ targets: [] }), ['/targets']],
    [
      'has negative numbers',
      with_({ cash: -0.01, holdings: [{ ...holding, quantity: -1 }], targets: [{ ...target, weight: -0.1 }] }),
      ['/cash', '/holdings/0/quantity', '/targets/0/weight'],
    ],
    [
      'has numbers with too many decimals',
      with_({ cash: 1.001, holdings: [{ ...holding, quantity: 0.0000001 }] }),
      ['/cash', '/holdings/0/quantity'],
    ],
    [
      'has numbers beyond all bounds',
      with_({ cash: 1e15, holdings: [{ ...holding, quantity: 1e15 }] }),
      ['/cash', '/holdings/0/quantity'],
    ],
    ['has a weight above one', with_({ targets: [{ ...target, weight: 1.0001 }] }), ['/targets/0/weight']],
    [
      'has weights that sum to 1.0011',
      with_({
        targets: [
          { ...target, weight: 1 },
          { isin: WORLD_ETF, weight: 0.0011 },
        ],
      }),
      ['/targets'],
    ],
    [
      'repeats an ISIN in its targets',
      with_({ targets: [target, { isin: WORLD_ETF, weight: 0.1 }, target] }),
      ['/targets/2/isin'],
    ],
    ['repeats a holding', with_({ holdings: [holding, holding] }), ['/holdings/1']],
    ['has a malformed ISIN', with_({ targets: [{ isin: 'DE0007164601', weight: 0.5 }] }), ['/targets/0/isin']],
    [
      'has an ISIN outside of the universe',
      with_({ targets: [{ isin: 'US0378331005', weight: 0.5 }] }),
      ['/targets/0/isin'],
    ],
    [
      'has exchanges that do not list it or do not exist',
      with_({
        holdings: [
          { ...holding, exchange: 'XLON' },
          { ...holding, exchange: 'XXXX' },
        ],
      }),
      ['/holdings/0/exchange', '/holdings/1/exchange'],
    ],
    [
      'has faults of every kind at once',
      with_({
        colour: 1,
        cash: -1,
        holdings: [
          { ...holding, exchange: 'XLON' },
          { ...holding, exchange: 'xetr' },
          { exchange: 'XETR', quantity: 1 },
        ],
        targets: [{ isin: 'US0378331005', weight: 0.5 }, 'x'],
      }),
      [
        '/cash',
        '/colour',
        '/holdings/0/exchange',
        '/holdings/1/exchange',
        '/holdings/2/isin',
        '/targets/0/isin',
        '/targets/1',
      ],
    ],
    ['has a malformed exchange', with_({ holdings: [{ ...holding, exchange: 'xetr' }] }), ['/holdings/0/exchange']],
  ] as [string, unknown, string[]][])('%s is 400 with a pointer to every issue', async (_what, body, paths) => {
    const response = await server.b.post('/portfolios', body);
    await expectRefused(response);
    expect(pathsOf(response)).toEqual(paths);
  });

  test.each([
    ['a number that is infinite', `{"cash": 1e400}`, '/cash'],
    ['a key __proto__', `{"__proto__": {"cash": 1}}`, '/__proto__'],
    ['a key constructor', `{"constructor": 1}`, '/constructor'],
  ])('has %s gets that message', proves('A4.2'), async (_what, body, path) => {
    const response = await server.b.send('POST', '/portfolios', { headers: JSON_TYPE, body });
    await expectRefused(response);
    expect(pathsOf(response)).toContain(path);
  });

  test('is empty is 400', async () => {
    await expectRefused(await server.b.send('POST', '/portfolios', { headers: JSON_TYPE, body: '' }));
  });

  test('has weights that sum to 1.001 is accepted, and so is a sum of tenths', proves('G22'), async () => {
    const other = await startBallast();
    const rows = [
      { ...target, weight: 1 },
      { isin: WORLD_ETF, weight: 0.001 },
    ];
    expect((await other.b.post('/portfolios', samplePortfolio({ targets: rows }))).status).toBe(201);
    const tenths = [0.7, 0.1, 0.2].map((weight, index) => ({ isin: [SAP, WORLD_ETF, 'DE0008404005'][index], weight }));
    expect((await other.b.post('/portfolios', samplePortfolio({ targets: tenths }))).status).toBe(201);
  });
});

describe('a plan whose body', () => {
  test.each([
    ['drift_threshold', 0.009],
    ['drift_threshold', 0.201],
    ['band_type', 'both'],
    ['rebalance_trigger', 'any'],
    ['cost_budget', -1],
    ['simulation', 'yes'],
    ['fractional_precision', 1],
    ['fractional_precision', 7],
    ['fractional_precision', 2.5],
    ['fx_overlay', null],
    ['idempotency_key', 'of the other form'],
  ])('has %s %s is 400 and says where', async (field, value) => {
    const response = await server.b.post('/rebalance', { portfolio_id: portfolioId, [field]: value });
    await expectRefused(response);
    expect(pathsOf(response)).toEqual([`/${field}`]);
  });

  test('has no portfolio_id is 400', async () => {
    const response = await server.b.post('/rebalance', {});
    await expectRefused(response);
    expect(response.error().details).toEqual([{ path: '/portfolio_id', issue: 'is missing' }]);
  });

  test.each([0.01, 0.2])('has a threshold at the border, %s, is accepted as a dry run', async (threshold) => {
    const other = await startBallast();
    const id = await createSample(other);
    const body = { portfolio_id: id, drift_threshold: threshold, simulation: true };
    expect((await other.b.post('/rebalance', body)).status).toBe(201);
  });
});

describe('an execution whose body', () => {
  test.each([
    ['lacks confirm', {}, ['/confirm']],
    ['says false', { confirm: false }, ['/confirm']],
    ['says "true"', { confirm: 'true' }, ['/confirm']],
    ['says 1', { confirm: 1 }, ['/confirm']],
    ['says more', { confirm: true, force: true }, ['/force']],
  ])('%s is 400', async (_what, body, paths) => {
    const response = await server.b.post(`/rebalance/${rebalanceId}/execute`, body);
    await expectRefused(response);
    expect(pathsOf(response)).toEqual(paths);
  });
});

function with_(change: Record<string, unknown>) {
  return samplePortfolio({ holdings: [], ...change });
}

function pathsOf(response: TestResponse): string[] {
  return response
    .error()
    .details.map(({ path }) => path)
    .sort();
}

async function expectRefused(response: TestResponse): Promise<void> {
  expect(response.error()).toMatchObject({ code: 'invalid_request' });
  expect(response.status).toBe(400);
  expect(response.text).not.toMatch(/\bat .*\.ts|node_modules|\/src-server\//);
  expect(await server.head()).toBe(headBefore);
}
