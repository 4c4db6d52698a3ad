/** Refusals of a Form A rebalance: every issue of its body at its place, and its errors in the order of decision B. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from './form-a-portfolio.ts';
import { ALLIANZ, NO_PORTFOLIO, NO_REBALANCE, SAP, WORLD_ETF } from './sample-portfolio.ts';

const UNKNOWN = 'US0378331005';
const JSON_TYPE = { 'content-type': 'application/json' };
const NO_ISIN = 'is not a valid ISIN (two letters, nine alphanumerics, check digit)';
const TEN_ISINS = [
  ...[SAP, WORLD_ETF, ALLIANZ, 'DE0007236101', 'DE0005557508'],
  ...['FR0000120271', 'FR0000121014', 'NL0010273215', 'CH0038863350', 'NO0010096985'],
];
let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('a body', () => {
  const tooManyTimes = { [SAP]: 0.5, [WORLD_ETF]: 0.5011 };
  test.each([
    ['without weights', {}, [['/target_weights', 'is missing']]],
    ['with no weight in it', { target_weights: {} }, [['/target_weights', 'names no ISIN']]],
    ['with weights that are no object', { target_weights: [1] }, [['/target_weights', 'must be an object']]],
    [
      'with weights that sum to 1.0011',
      { target_weights: tooManyTimes },
      [['/target_weights', 'weights sum to 1.0011, not to 1 within 0.001']],
    ],
    [
      'with weights that sum to 0.9989',
      { target_weights: { [SAP]: 0.9989 } },
      [['/target_weights', 'weights sum to 0.9989, not to 1 within 0.001']],
    ],
    [
      'with weights out of range',
      { target_weights: { [SAP]: 1.5, [WORLD_ETF]: -0.5 } },
      [
        [`/target_weights/${SAP}`, 'must be at most 1'],
        [`/target_weights/${WORLD_ETF}`, 'must be at least 0'],
      ],
    ],
    [
      'with a weight that is text',
      { target_weights: { [SAP]: '1' } },
      [[`/target_weights/${SAP}`, 'must be a number, without quotes']],
    ],
    [
      'with an ISIN outside of the universe',
      { target_weights: { [SAP]: 0.5, [UNKNOWN]: 0.5 } },
      [[`/target_weights/${UNKNOWN}`, `${UNKNOWN} is not an instrument of this world`]],
    ],
    [
      'with ISINs that are none, one unknown, and a bad method beside them',
      { target_weights: { 'DE000716460/1': 0.5, 'a~b': 0.2, [UNKNOWN]: 0.3 }, tax_method: 'LIFO' },
      [
        ['/target_weights/DE000716460~11', NO_ISIN],
        ['/target_weights/a~0b', NO_ISIN],
        ['/tax_method', 'must be one of "FIFO", "HIFO", "average_cost", "specific_id" (did you mean FIFO?)'],
        [`/target_weights/${UNKNOWN}`, `${UNKNOWN} is not an instrument of this world`],
      ],
    ],
    [
      'with too small a threshold',
      { target_weights: WEIGHTS, drift_threshold: 0.0099 },
      [['/drift_threshold', 'must be at least 0.01']],
    ],
    [
      'with too large a threshold',
      { target_weights: WEIGHTS, drift_threshold: 0.2501 },
      [['/drift_threshold', 'must be at most 0.25']],
    ],
    [
      'with an empty key',
      { target_weights: WEIGHTS, idempotency_key: '' },
      [['/idempotency_key', 'must not be empty']],
    ],
    [
      'with a key of 256 characters',
      { target_weights: WEIGHTS, idempotency_key: 'k'.repeat(256) },
      [['/idempotency_key', 'must have at most 255 characters']],
    ],
    [
      'with half a character for a key',
      { target_weights: WEIGHTS, idempotency_key: '\ud800' },
      [['/idempotency_key', 'is not well-formed Unicode']],
    ],
    [
      'with a key that is no text',
      { target_weights: WEIGHTS, idempotency_key: 7 },
      [['/idempotency_key', 'must be a text']],
    ],
    [
      'with a field of Form B',
      { target_weights: WEIGHTS, cost_budget: 5 },
      [
        [
          '/cost_budget',
          'is not a known field (possible: target_weights, tax_method, drift_threshold, idempotency_key)',
        ],
      ],
    ],
  ])('%s is 400 with every issue at its place', proves('C1', 'C4'), async (_what, body, details) => {
    const portfolioId = await createA(server);
    const head = await server.head();
    const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(response.error().details.map(({ path, issue }) => [path, issue])).toEqual(details);
    expect(await server.head()).toBe(head);
  });

  test.each([
    ['1.001', { [SAP]: 0.5, [WORLD_ETF]: 0.501 }],
    ['0.999', { [SAP]: 0.5, [WORLD_ETF]: 0.499 }],
    ['1 with a weight of nothing', { [SAP]: 1, [WORLD_ETF]: 0 }],
    ['0.1 ten times', Object.fromEntries(TEN_ISINS.map((isin) => [isin, 0.1]))],
  ])('with weights that sum to %s is accepted', async (_sum, weights) => {
    const id = await startA(server, await createA(server), { target_weights: weights, drift_threshold: 0.01 });
    expect((await rebalanceOfA(server, id)).target_weights).toEqual(weights);
  });

  test.each([0.01, 0.25])('with a threshold of %f is accepted', async (threshold) => {
    const id = await startA(server, await createA(server), { drift_threshold: threshold });
    expect((await rebalanceOfA(server, id)).drift_threshold).toBe(threshold);
  });
});

describe('errors come in the order of decision B', () => {
  test('401, 404 path, 400 body, 404 resource', async () => {
    const path = `/portfolios/${NO_PORTFOLIO}/rebalance`;
    const anonymous = await server.a.send('POST', path, { headers: { ...JSON_TYPE, authorization: '' }, body: '{' });
    const elsewhere = await server.a.post('/portfolio/x/rebalance', {});
    const unread = await server.a.send('POST', path, { headers: JSON_TYPE, body: '{' });
    const untyped = await server.a.send('POST', path, { body: '{}' });
    const bad = await server.a.post(path, { target_weights: { [UNKNOWN]: 1 } });
    const missing = await server.a.post(path, { target_weights: WEIGHTS });
    const responses = [anonymous, elsewhere, unread, untyped, bad, missing];
    expect(responses.map((response) => [response.status, response.error().code])).toEqual([
      [401, 'unauthorized'],
      [404, 'not_found'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [404, 'not_found'],
    ]);
  });

  test('409 while one is in progress, before 422', async () => {
    const portfolioId = await createA(server);
    const id = await startA(server, portfolioId);
    const again = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: WEIGHTS });
    expect(again.error()).toMatchObject({
      code: 'already_executing',
      message: `Rebalance ${id} of this portfolio is executing.`,
      details: [],
    });
    expect(again.status).toBe(409);
    await server.advance('1h');
    const balanced = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: WEIGHTS });
    expect(balanced.status).toBe(422);
  });

  test('400 for a portfolio that is worth nothing', proves('A8'), async () => {
    const portfolioId = await createA(server);
    await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 0 });
    const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: WEIGHTS });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([{ path: '/id', issue: 'has neither positions nor cash' }]);
  });

  test('422 with the largest drift and the band, which is exceeded strictly', proves('C7', 'F4'), async () => {
    const portfolioId = await createA(server);
    const body = { target_weights: Object.fromEntries(TEN_ISINS.map((isin) => [isin, 0.1])), drift_threshold: 0.1 };
    const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, body);
    expect([response.status, response.error().code]).toEqual([422, 'drift_below_threshold']);
    expect(response.error().details).toEqual([
      { path: '/drift_threshold', issue: 'largest drift 0.1, band 0.1 absolute' },
    ]);
    await startA(server, portfolioId, { ...body, drift_threshold: 0.0999 });
  });

  test(
    '500 if a target has no price, or if an exchange to sell at cannot be reached; it works once it can',
    proves('F12'),
    async () => {
      const own = await startBallast();
      const portfolioId = await createA(own);
      await own.sim.post(`/portfolios/${portfolioId}/positions`, {
        positions: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
      });
      await own.sim.patch('/exchanges/XETR', { connected: false });
      const post = (weights: Record<string, number>) =>
        own.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: weights, idempotency_key: 'again' });
      const head = await own.head();
      const unpriced = await post({ [ALLIANZ]: 1 });
      expect([unpriced.status, unpriced.error().code]).toEqual([500, 'internal_error']);
      expect(unpriced.error().message).toContain(`Pricing is unavailable for ${ALLIANZ}`);
      // SAP is listed in Paris, too, so it has a price; the holding is at Xetra.
      const unreachable = await post({ [WORLD_ETF]: 1 });
      expect([unreachable.status, unreachable.error().message]).toEqual([
        500,
        expect.stringContaining('cannot be sold'),
      ]);
      expect(await own.head()).toBe(head);
      await own.sim.patch('/exchanges/XETR', { connected: true });
      await own.advance('5s');
      // A refusal is not stored, so the same key is still new.
      expect((await post({ [WORLD_ETF]: 1 })).status).toBe(202);
    },
  );

  test('429 comes before the path, and counts every base', async () => {
    const limited = await startBallast({ rateLimitPerMinute: 2 });
    const path = `/portfolios/${NO_PORTFOLIO}/rebalance`;
    const statuses = [
      (await limited.a.post(path, {})).status,
      (await limited.both.get(`/rebalances/${NO_REBALANCE}`)).status,
      (await limited.a.get('/mifid-records/mr_1')).status,
    ];
    expect(statuses).toEqual([400, 404, 429]);
  });
});
