/**
 * Errors of a planner: each invalid number, instrument, size or price has its own error that says what and where, and
 * changes nothing in the world. `form-b-bodies.test.ts` has bodies of the wrong shape.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinList } from '../../../src-server/contract/control/market/market-control.ts';
import { instrumentList, portfolioList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { portfolioB, rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { parseMarketData } from '../../../src-server/market/data/parse-market-data.ts';
import { makeInstrument, makeListing, makeView } from '../../domain/make-view.ts';
import { readRawMarketData } from '../../market/market-fixture.ts';
import { startBallast, stopAll, type TestResponse, type TestServer } from '../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP, samplePortfolio, WORLD_ETF } from './sample-portfolio.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const UNKNOWN = 'US0378331005';
const held = { isin: SAP, exchange: 'XETR', quantity: 1 };
const tooManyDecimals = 'has more than six decimals';

let server: TestServer;
let portfolioId: string;
let before: unknown;

beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
  before = await everythingStored();
});
afterAll(stopAll);

/** Of a holding, as the service accepts it and as the control plane sets it: the issue, its member, its message. */
const BAD_HOLDINGS = [
  ['a negative quantity', { quantity: -1 }, 'quantity', 'must be at least 0'],
  ['a quantity of seven decimals', { quantity: 1.0000001 }, 'quantity', tooManyDecimals],
  ['an ISIN outside of the universe', { isin: UNKNOWN }, 'isin', `${UNKNOWN} is not an instrument of this world`],
  [
    'an exchange that does not list it',
    { exchange: 'XLON' },
    'exchange',
    `XLON does not list ${SAP}; it is listed at XETR, XPAR`,
  ],
] as const;

describe('a holding with', () => {
  test.each(BAD_HOLDINGS)('%s is refused where it is created', async (_what, change, member, issue) => {
    const response = await server.b.post('/portfolios', samplePortfolio({ holdings: [{ ...held, ...change }] }));
    await expectRefused(response, [{ path: `/holdings/0/${member}`, issue }]);
  });

  test.each(BAD_HOLDINGS)('%s is refused where it is set', async (_what, change, member, issue) => {
    const response = await setPositions([{ ...held, ...change }]);
    await expectRefused(response, [{ path: `/positions/0/${member}`, issue }]);
  });

  test('several of these issues are reported together, each at its place', async () => {
    const response = await setPositions(BAD_HOLDINGS.map(([, change]) => ({ ...held, ...change })));
    const details = BAD_HOLDINGS.map(([, , member, issue], row) => ({ path: `/positions/${row}/${member}`, issue }));
    await expectRefused(response, details);
  });

  test('a quantity that is NaN or infinite is refused, as no number', async () => {
    const sent = (quantity: string) =>
      server.b.send('POST', '/portfolios', {
        headers: JSON_TYPE,
        body: JSON.stringify(samplePortfolio({ holdings: [held] })).replace('"quantity":1', `"quantity":${quantity}`),
      });
    const notANumber = await sent('NaN');
    await expectRefused(notANumber, []);
    expect(notANumber.error().message).toMatch(/^The request body is not valid JSON: line 1, column \d+\.$/);
    const issue = 'must be a finite number';
    await expectRefused(await sent('1e400'), [{ path: '/holdings/0/quantity', issue }]);
  });
});

describe('targets', () => {
  test('that sum to 1.0011 are refused, to 1.001 accepted', async () => {
    const targets = (rest: number) => [
      { isin: SAP, weight: 0.6 },
      { isin: WORLD_ETF, weight: 0.4 },
      { isin: ALLIANZ, weight: rest },
    ];
    const response = await server.b.post('/portfolios', samplePortfolio({ targets: targets(0.0011) }));
    await expectRefused(response, [{ path: '/targets', issue: 'weights sum to more than 1.001' }]);
    const other = await startBallast();
    expect((await other.b.post('/portfolios', samplePortfolio({ targets: targets(0.001) }))).status).toBe(201);
  });
});

describe('a portfolio of', () => {
  test('0 positions and no cash is refused a plan, with cash it gets one of buys', async () => {
    const other = await startBallast();
    const id = await createSample(other, { holdings: [], cash: 0 });
    const head = await other.head();
    const refused = await other.b.post('/rebalance', { portfolio_id: id });
    expect(refused.status).toBe(400);
    const issue = 'has neither positions nor cash';
    expect(refused.error()).toMatchObject({ code: 'invalid_request', details: [{ path: '/portfolio_id', issue }] });
    expect(await other.head()).toBe(head);
    await other.sim.post(`/portfolios/${id}/cash`, { amount: 10_000 });
    const plan = (await other.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
    expect(plan.orders.map(({ side }) => side)).toEqual(['buy', 'buy']);
  });

  test('10 000 positions is read completely: it is refused because they repeat, every single one', async () => {
    const response = await setPositions(new Array(10_000).fill(held));
    const issue = `repeats ${SAP} at XETR of entry 0`;
    await expectRefused(
      response,
      Array.from({ length: 9_999 }, (_, index) => ({ path: `/positions/${index + 1}`, issue })),
    );
  });

  test('10 001 positions is refused for their number alone', async () => {
    const issue = 'must have at most 10000 items';
    await expectRefused(await setPositions(new Array(10_001).fill(held)), [{ path: '/positions', issue }]);
  });

  test('every listed instrument can be planned, except those that no exchange prices', async () => {
    const other = await startBallast();
    const listed = (await other.sim.get('/instruments')).as(instrumentList).instruments;
    const instruments = listed.filter(({ fate }) => fate !== 'no_price');
    const holdings = instruments.flatMap(({ isin, listings }) =>
      listings.map((exchange) => ({ isin, exchange, quantity: 100 })),
    );
    const targets = instruments.map(({ isin }) => ({ isin, weight: 0.023 }));
    const created = (await other.b.post('/portfolios', samplePortfolio({ holdings, targets }))).as(portfolioB);
    expect(created.holdings).toHaveLength(holdings.length);
    const body = { portfolio_id: created.portfolio_id, drift_threshold: 0.01 };
    const plan = (await other.b.post('/rebalance', body)).as(rebalancePlan);
    expect(plan.orders.length).toBeGreaterThan(instruments.length / 2);
    expect(plan.cash_after).toBeGreaterThanOrEqual(0);
  });
});

describe('a price', () => {
  test.each([
    ['of zero', { mid: 0 }, '/mid', 'must be above 0'],
    ['below zero', { mid: -1 }, '/mid', 'must be above 0'],
    ['of seven decimals', { mid: 1.0000001 }, '/mid', tooManyDecimals],
    [
      'in a currency without a rate',
      { currency: 'JPY' },
      '/currency',
      'is not one of EUR, GBP, CHF, SEK, DKK, NOK, USD',
    ],
    ['of an unknown instrument', { isin: UNKNOWN }, '/isin', `${UNKNOWN} is not an instrument of this world`],
  ])('%s cannot be pinned', async (_what, change, path, issue) => {
    const response = await server.sim.post('/market/pins', { isin: SAP, mid: 100, currency: 'EUR', ...change });
    await expectRefused(response, [{ path, issue }]);
  });

  test.each(['0', '-1', 'NaN', '1e400', '1.0000001'])('of %s cannot be loaded', async (mid) => {
    const body = `timestamp,isin,exchange,mid\n2026-03-02T10:00:00Z,${SAP},XETR,${mid}`;
    const response = await server.sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body });
    const issue = 'mid is not above 0 and below 1000000, with at most six decimals';
    await expectRefused(response, [{ path: '/lines/2', issue }]);
  });
});

describe('an FX rate that is missing', () => {
  test('is reported by file and place before anything starts', () => {
    const raw = readRawMarketData() as { fx: { per_eur: Record<string, number> } };
    delete raw.fx.per_eur.GBP;
    expect(() => parseMarketData(raw as never)).toThrow('fx.json /per_eur/GBP: must be a number');
  });

  test('in a view of the market stops the plan with the name of the currency, never with a number', () => {
    const view = makeView([makeInstrument('A', [makeListing('XSTO', 10, { currency: 'SEK' })])]);
    const settings = {
      driftThreshold: 0.05,
      bandType: 'absolute',
      rebalanceTrigger: 'any_position',
      costBudgetBps: null,
      fractionalPrecision: 4,
      fxOverlay: false,
    } as const;
    const targets = [{ isin: 'A', weight: 1 }];
    const input = { currency: 'EUR', cashMinor: 100_000, positions: [], targets, view, settings };
    expect(() => planRebalance({ ...input, referencePerEurMicro: {} })).toThrow('no FX rate for SEK');
  });
});

function setPositions(positions: readonly unknown[]): Promise<TestResponse> {
  return server.sim.post(`/portfolios/${portfolioId}/positions`, { positions });
}

/** 400 with exactly these details, and a world in which nothing is new. */
async function expectRefused(
  response: TestResponse,
  details: readonly { path: string; issue: string }[],
): Promise<void> {
  expect(response.status).toBe(400);
  expect(response.error().code).toBe('invalid_request');
  expect(response.error().details).toEqual(details);
  expect(await everythingStored()).toEqual(before);
}

/** The head of the event log, and what could have been stored with it. */
async function everythingStored() {
  return {
    head: await server.head(),
    portfolios: (await server.sim.get('/portfolios')).as(portfolioList),
    held: (await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB).holdings,
    rebalances: (await server.sim.get('/rebalances')).text,
    pins: (await server.sim.get('/market/pins')).as(pinList),
  };
}
