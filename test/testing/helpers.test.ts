/**
 * Tests everything that a test does with its server: time, faults, market, webhooks, records, snapshots; and the errors
 * when it fails.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Ballast,
  BallastRequestError,
  BallastUnmetError,
  BallastVerificationError,
  BallastWaitError,
  startBallast,
} from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';

const SAP = 'DE0007164600';
const WORLD_ETF = 'IE00B4L5Y983';
const HALVES = [
  { isin: SAP, weight: 0.5 },
  { isin: WORLD_ETF, weight: 0.5 },
];

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 7 });
});
beforeEach(async () => {
  await ballast.reset();
});
afterAll(() => ballast.stop());

async function ask(path: string, json?: object): Promise<Record<string, string>> {
  return (await (await ballast.fetch(path, json === undefined ? {} : { json })).json()) as Record<string, string>;
}

async function plan(cash = 100_000): Promise<string> {
  const { portfolio_id } = await ballast.createPortfolio({ form: 'B', cash, targets: HALVES });
  return (await ask('/rebalance', { portfolio_id })).rebalance_id ?? '';
}

async function execute(): Promise<string> {
  const id = await plan();
  await ask(`/rebalance/${id}/execute`, { confirm: true });
  return id;
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error;
  throw new Error('it did not fail');
}

describe('constraints', () => {
  test('apply to every plan of a portfolio until they are removed', proves('O5.1', 'O5.2'), async () => {
    const { portfolio_id: id } = await ballast.createPortfolio({ form: 'B' });
    const constraints = { whole_shares: true, max_turnover: 0.1 };
    expect(await ballast.setConstraints(id, constraints)).toEqual(constraints);
    expect(await ballast.constraints(id)).toEqual(constraints);
    expect(await ballast.setConstraints(id, {})).toEqual({});
    const error = await failureOf(ballast.setConstraints(id, { max_turnover: 2 }));
    expect(error.message).toContain('/max_turnover');
  });
});

describe('cash', () => {
  test(
    'is deposited repeatedly, and withdrawn only as far as it is there',
    proves('O1.2', 'O1.5', 'O1.6'),
    async () => {
      const { portfolio_id: id } = await ballast.createPortfolio({ form: 'B', cash: 100 });
      const savings = await ballast.cashFlow(id, { kind: 'deposit', amount: 50, every: 'month' });
      await ballast.advance('31d');
      expect((await ballast.endCashFlow(savings)).status).toBe('ended');
      await ballast.advance('31d');
      expect(await ballast.cashFlows(id)).toMatchObject([{ cash_flow_id: savings.cash_flow_id, booked: 2 }]);
      const error = await failureOf(ballast.cashFlow(id, { kind: 'withdrawal', amount: 200.01 }));
      expect(error.message).toContain('/amount is more than the 200.00 EUR available');
    },
  );
});

describe('a trade', () => {
  test(
    'settles days later where the world is set up so, and is listed until then and after',
    proves('O4.4'),
    async () => {
      const own = await startBallast({ seed: 7, settlement: 'simulated' });
      try {
        const { portfolio_id: id } = await own.createPortfolio({ form: 'B', cash: 1000, targets: HALVES });
        const { rebalance_id: rebalanceId } = (await (
          await own.fetch('/rebalance', { json: { portfolio_id: id } })
        ).json()) as { rebalance_id: string };
        await own.fetch(`/rebalance/${rebalanceId}/execute`, { json: { confirm: true } });
        await own.untilComplete(rebalanceId);
        const pending = await own.settlements(id, { status: 'pending' });
        expect(pending.length).toBeGreaterThan(1);
        expect(pending[0]).toMatchObject({ trade_date: '2026-03-02', intended_at: '2026-03-04T17:00:00.000Z' });
        await own.advance('3d');
        expect(await own.settlements(id, { status: 'pending' })).toEqual([]);
        expect((await own.settlements(id)).map(({ status }) => status)).toEqual(pending.map(() => 'settled'));
      } finally {
        await own.stop();
      }
    },
  );
});

describe('a policy', () => {
  test('rebalances by itself, until it is removed', proves('O6.1'), async () => {
    const { portfolio_id: id } = await ballast.createPortfolio({ form: 'B', cash: 100_000 });
    const set = await ballast.setPolicy(id, { when: [{ calendar: { every: 'month', day: 3 } }], execute: true });
    expect(set).toMatchObject({ next_at: '2026-03-03T08:30:00.000Z', triggered: 0 });
    await ballast.advance('1d');
    expect(await ballast.policy(id)).toMatchObject({ triggered: 1, next_at: '2026-04-07T07:30:00.000Z' });
    await ballast.removePolicy(id);
    expect((await failureOf(ballast.policy(id))).message).toContain('has no policy');
    const error = await failureOf(ballast.setPolicy(id, { when: [{ drift: { threshold: 0.9 } }], execute: true }));
    expect(error.message).toContain('/when/0/drift/threshold');
  });
});

describe('an order', () => {
  test('is filled by hand at the given price', proves('O7.1', 'O7.2'), async () => {
    const id = await execute();
    await ballast.advance('1s');
    const [acknowledged] = await ballast.events('order.acknowledged');
    const order_id = String(acknowledged?.data.order_id);
    expect(await ballast.actOnOrder(order_id, { action: 'fill', price: 1 })).toMatchObject({ order_id, price: 1 });
    const { orders } = await ballast.untilComplete(id);
    expect(orders.find((order) => order.order_id === order_id)?.fills).toMatchObject([{ price: 1 }]);
    const error = await failureOf(ballast.actOnOrder(order_id, { action: 'cancel' }));
    expect(error.message).toContain('is filled: no quantity is at an exchange');
  });
});

describe('dividends', () => {
  test('come to a world that was started with them', proves('O2.5'), async () => {
    const own = await startBallast({ seed: 42, dividends: 'on' });
    const holdings = [{ isin: 'CH0012005267', exchange: 'XSWX', quantity: 100 }];
    const { portfolio_id: id } = await own.createPortfolio({ form: 'B', holdings });
    await own.advance('30d');
    expect(await own.dividends(id)).toMatchObject([{ isin: 'CH0012005267', status: 'paid', withholding_rate: 0.35 }]);
    await own.stop();
  });
});

describe('corporate actions', () => {
  test('happen at their ex-date, unless they were cancelled before', proves('O3.1'), async () => {
    const isin = 'DE0007164600';
    const { portfolio_id: id } = await ballast.createPortfolio({
      form: 'B',
      holdings: [{ isin, exchange: 'XETR', quantity: 10 }],
    });
    const { now } = await ballast.clock();
    const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
    const split = { kind: 'split', isin, ratio: { new: 5, old: 1 } } as const;
    const none = await ballast.market.corporateAction({ ...split, ex_at: at(1) });
    expect((await ballast.market.cancelCorporateAction(none)).status).toBe('cancelled');
    const action = await ballast.market.corporateAction({ ...split, ex_at: at(2) });
    await ballast.advance('3m');
    expect((await ballast.market.corporateActions())[0]).toMatchObject({ ...split, status: 'applied' });
    const error = await failureOf(ballast.market.cancelCorporateAction(action));
    expect(error.message).toContain('was applied');
    expect(JSON.stringify(await ballast.control('GET', `/portfolios/${id}`))).toContain('"quantity":50');
  });
});

describe('time', () => {
  test('advances by a span and to an instant', async () => {
    expect((await ballast.advance('90m')).now).toBe('2026-03-02T11:00:00.000Z');
    expect((await ballast.advance({ by: 'PT30M' })).now).toBe('2026-03-02T11:30:00.000Z');
    expect((await ballast.advance({ to: '2026-03-03T09:00:00Z' })).now).toBe('2026-03-03T09:00:00.000Z');
    const error = await failureOf(ballast.advance({ to: '2026-03-02T09:00:00Z' }));
    expect(error).toBeInstanceOf(BallastRequestError);
    expect(error).toMatchObject({ status: 409, code: 'already_executing' });
    expect(error.message).toContain('- /to: is before 2026-03-03T09:00:00.000Z');
  });

  test('advances until a rebalance is complete, in either form', proves('K74.3'), async () => {
    const done = await ballast.untilComplete(await execute());
    expect(done).toMatchObject({ status: 'complete', orders: [{ status: 'filled' }, { status: 'filled' }] });
    expect((await ballast.clock()).now).toBe(done.completed_at);
    const { portfolio_id } = await ballast.createPortfolio({ form: 'A', cash: 5000 });
    const { rebalance_id = '' } = await ask(`/form-a/v1/portfolios/${portfolio_id}/rebalance`, {
      target_weights: { [SAP]: 1 },
    });
    expect((await ballast.untilComplete(rebalance_id)).status).toBe('complete');
  });

  test('reports at once that a plan was never executed', proves('K74.3'), async () => {
    const before = (await ballast.clock()).now;
    const error = await failureOf(ballast.untilComplete(await plan()));
    expect(error.message).toMatch(
      /^Expected rb_\w+ to become complete, but it has not been executed; its status is plan_ready$/m,
    );
    expect((await ballast.clock()).now).toBe(before);
  });

  test('reports what a longer rebalance still misses, and what led there', proves('K74.1', 'K74.3'), async () => {
    const error = (await failureOf(ballast.untilComplete(await execute(), { within: '10s' }))) as BallastWaitError;
    expect(error).toBeInstanceOf(BallastWaitError);
    expect(error.message).toMatch(/^Expected rb_\w+ to become complete within 10s, but it is partially_filled$/m);
    expect(error.message).toMatch(/^ {2}- buy [\d.]+ DE0007164600 at XETR: new, 0 filled$/m);
    expect(error.message).toMatch(/POST \/v1\/rebalance responded with 201/);
    expect(error.message).toMatch(/^World: seed 7, at 2026-03-02T09:30:10\.000Z, \d+ log entries, head [0-9a-f]{16}…/m);
    expect(error.trace?.nodes.length).toBeGreaterThan(5);
    expect(Object.keys(error)).toEqual(['name']);
  });

  test('reports why a rebalance failed', proves('K74.1', 'K74.3'), async () => {
    await ballast.fault({ kind: 'reject_orders', exchange: 'XETR' });
    const { message } = await failureOf(ballast.untilComplete(await execute()));
    expect(message).toMatch(/^Expected rb_\w+ to become complete within 7d, but it is failed \(\w+: .+\)$/m);
    expect(message).toMatch(/: rejected, 0 filled$/m);
  });

  test('advances until everything has settled, retries of webhooks included', proves('K72'), async () => {
    const sink = ballast.sink('slow');
    await sink.listen('rebalance.complete');
    await sink.answer([{ status: 503, times: 2 }, { status: 200 }]);
    await ballast.untilComplete(await execute());
    await ballast.untilSettled();
    expect(await ballast.deliveries()).toMatchObject([{ status: 'succeeded', attempts: 3 }]);
    expect((await sink.received()).map((each) => each.answered.status)).toEqual([503, 503, 200]);
  });

  test('reports what is still under way', proves('K72', 'K74.3'), async () => {
    await ballast.sink('down').listen('rebalance.executing');
    await ballast.sink('down').answer([{ status: 500 }]);
    await ballast.untilComplete(await execute());
    const { message } = await failureOf(ballast.untilSettled({ within: '1h' }));
    expect(message).toMatch(/^Expected everything to settle within 1h, but at \S+ the following is still under way$/m);
    expect(message).toMatch(/^ {2}- delivery dl_\w+ of rebalance\.executing to \S+\/sim\/sink\/down is pending$/m);
  });
});

describe('faults and the market', () => {
  test('break what they name until they are removed', async () => {
    const fault = await ballast.fault({ kind: 'api_error', code: 'internal_error', match: { operation: 'getPrices' } });
    expect((await ballast.fetch(`/prices/${SAP}`)).status).toBe(500);
    expect(await fault.view()).toMatchObject({ status: 'active', hits: 1 });
    await fault.remove();
    expect((await ballast.fetch(`/prices/${SAP}`)).status).toBe(200);
    {
      await using _down = await ballast.fault({ kind: 'exchange_down', exchange: 'XETR' });
      expect(await ballast.market.exchange('XETR')).toMatchObject({ connected: false });
    }
    expect((await ballast.faults()).map(({ status }) => status)).not.toContain('active');
    await ballast.fault({ kind: 'stale_prices' });
    await ballast.removeFaults();
    expect((await ballast.faults()).map(({ status }) => status)).not.toContain('active');
  });

  test('report every issue of an invalid fault', async () => {
    const error = await failureOf(ballast.fault({ kind: 'api_error', code: 'nope' } as never));
    expect(error.message).toMatch(/^fault was called with wrong arguments:\n {2}- fault\/code: must be one of/);
    expect(error).toMatchObject({ name: 'BallastArgumentError', faults: [expect.stringMatching(/^fault\/code: /)] });
  });

  test('move prices', async () => {
    const mid = async () => {
      const { prices } = (await ask(`/prices/${SAP}`)) as unknown as { prices: { mid_eur: number }[] };
      return prices[0]?.mid_eur ?? 0;
    };
    const before = await mid();
    const jump = await ballast.market.jump(SAP, -0.5);
    expect(await mid()).toBeCloseTo(before / 2, 0);
    await ballast.market.endEvent(jump.market_event_id);
    await ballast.market.pin(SAP, 100, 'EUR');
    expect(await mid()).toBe(100);
    await ballast.market.unpin(SAP);
    expect(await mid()).not.toBe(100);
    await ballast.market.pinRate('GBP', 0.8);
    expect(await ballast.control('GET', '/market/pins')).toMatchObject({
      pins: [],
      fx_pins: [{ currency: 'GBP', per_eur: 0.8 }],
    });
    await ballast.market.unpin('GBP');
    await ballast.market.addEvent({ kind: 'trend', isin: SAP, rate_per_day: 0.01, until: '2026-04-01T00:00:00Z' });
    const wide = { kind: 'jump', instruments: 'all', size: -0.5, by_beta: true } as const;
    expect(await ballast.market.addEvent(wide)).toMatchObject(wide);
    await ballast.market.setExchange('XETR', { participation: 1 });
    expect((await ballast.market.exchange('XETR')).settings.participation).toBe(1);
  });
});

describe('records', () => {
  test('are listed from the first to the last', async () => {
    await ballast.sink('all').listen();
    const id = await execute();
    await ballast.untilComplete(id);
    await ballast.untilSettled();
    const types = (await ballast.deliveries()).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(['rebalance.created', 'rebalance.complete']);
    const [first] = await ballast.deliveries({ type: 'rebalance.complete' });
    expect(JSON.parse((await ballast.delivery(first?.delivery_id ?? '')).payload)).toMatchObject({
      type: 'rebalance.complete',
    });
    expect((await ballast.journal()).map(({ operation }) => operation)).toEqual([
      'createPortfolio',
      'createPlan',
      'executePlan',
    ]);
    expect((await ballast.journal({ operation: 'createPlan' }))[0]?.request_body).toContain('portfolio_id');
    expect((await ballast.events()).map(({ seq }) => seq)).toEqual(
      (await ballast.events()).map((_event, index) => index + 1),
    );
    expect((await ballast.trace(id)).text).toContain(' executing. [executing]');
  });

  test('verify that a client sent what was expected', async () => {
    await plan();
    await ballast.verify({ operation: 'createPlan', status: 201, count: 1 });
    await ballast.verify({ operation: 'executePlan', count: 0 });
    await ballast.verify({ path: { glob: '/v1/*' }, at_least: 1, at_most: 3 });
  });

  test('wait for what a client has not sent yet', proves('L36.5'), async () => {
    const verified = ballast.verify({ operation: 'createPlan', within: '10m' });
    await plan();
    expect((await verified).matched).toBe(1);
    const missed = await failureOf(ballast.verify({ operation: 'executePlan', within: '5ms', within_virtual: '1h' }));
    expect(missed).toBeInstanceOf(BallastVerificationError);
    expect(missed.message).toContain('within 5ms, or within 1h of virtual time; 0 of 2 match.');
  });

  test('verify that every fault and stub was met', proves('L45.6'), async () => {
    await ballast.assertAllMet();
    await ballast.fault({ kind: 'api_latency', latency_ms: 1, match: { operation: 'getPrices' } });
    await ballast.stub({ match: { path: '/v1/prices/*' }, answer: { status: 503 }, count: 1 });
    await plan();
    const error = (await failureOf(ballast.assertAllMet())) as BallastUnmetError;
    expect(error).toBeInstanceOf(BallastUnmetError);
    expect(error.unmet).toHaveLength(2);
    expect(error.message).toMatch(
      /^2 faults and stubs were set without effect:\n {2}- The fault api_latency \(ft_\w+\) on /,
    );
    expect(error.message).toContain('No other request comes close. The latest is POST /v1/rebalance (rq_');
    expect(error.message).toContain('\n  - The stub (ft_');
    await ballast.fetch(`/prices/${SAP}`);
    await ballast.assertAllMet();
  });

  test('show the latest requests where none comes close', proves('K74.2'), async () => {
    await plan();
    await ballast.fetch('/nowhere');
    const error = await failureOf(ballast.verify({ operation: 'deletePortfolio', method: 'DELETE' }));
    expect(error.message).toMatch(
      /No other request comes close\.\nThe latest requests:\n {2}1\. GET \/v1\/nowhere → 404 at \S+ \(rq_\w+\)\n {2}2\. POST \/v1\/rebalance → 201 /,
    );
  });

  test('reject an invalid name of a sink', proves('L3'), () => {
    for (const name of ['my inbox', '', '.', 'a/b', 'x'.repeat(65)])
      expect(() => ballast.sink(name)).toThrow('name: is not 1 to 64 of A-Z, a-z, 0-9, ".", "_", "~" and "-"');
  });

  test('report what came closest if it did not', proves('K74.2'), async () => {
    await plan();
    const expected = { operation: 'createPlan', body: { '/cost_budget': 10 }, count: 1 } as const;
    const error = (await failureOf(ballast.verify(expected))) as BallastVerificationError;
    expect(error).toBeInstanceOf(BallastVerificationError);
    const [what, closest, nearest, difference] = error.message.split('\n');
    expect(what).toBe('Expected exactly 1 request of this kind; 0 of 2 match.');
    expect(closest).toBe('Closest:');
    expect(nearest).toMatch(
      /^ {2}1\. POST \/v1\/rebalance → 201 at 2026-03-02T09:30:00\.000Z \(rq_\w+, 50 % as expected\)$/,
    );
    expect(difference).toBe('     - body /cost_budget: expected 10, got nothing');
    expect(error.verification.near_misses.length).toBeGreaterThan(0);
    const tooMany = await failureOf(ballast.verify({ operation: 'createPlan', count: 0 }));
    expect(tooMany.message).toMatch(/^These match: rq_\w+$/m);
  });
});

describe('the world', () => {
  test('is the same after every reset', proves('K73'), async () => {
    const hashes: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await ballast.reset();
      await ballast.untilComplete(await execute());
      hashes.push((await ballast.fingerprint()).head);
    }
    expect(hashes[0]).toBe(hashes[1]);
    await ballast.reset();
    expect([await ballast.journal(), await ballast.deliveries(), (await ballast.events()).length]).toEqual([[], [], 1]);
  });

  test('can be saved and restored', async () => {
    const id = await execute();
    const saved = await ballast.snapshot();
    await ballast.untilComplete(id);
    expect(await saved.restore()).toMatchObject({ head: saved.head });
    expect((await ballast.untilComplete(id)).status).toBe('complete');
    await ballast.snapshot('mine');
    await ballast.advance('1d');
    expect((await ballast.restore('mine')).now).not.toBe((await ballast.advance('1h')).now);
  });

  test('is populated with portfolios of both forms', async () => {
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 12 }];
    const a = await ballast.createPortfolio({
      form: 'A',
      name: 'Mine',
      account_type: 'pension',
      positions,
      cash: 12.5,
    });
    const b = await ballast.createPortfolio({ form: 'B', targets: HALVES, holdings: positions });
    expect([a.name, a.account_type, a.currency, b.external_id, b.tax_wrapper]).toEqual([
      'Mine',
      'pension',
      'EUR',
      'test-1',
      'Depot',
    ]);
    expect(await ballast.control('GET', `/portfolios/${a.portfolio_id}`)).toMatchObject({ cash: 12.5, positions: 1 });
    await expect(ballast.createPortfolio({ form: 'B', targets: [] })).rejects.toThrow(
      /- portfolio\/targets: is empty: add at least one target/,
    );
  });
});
