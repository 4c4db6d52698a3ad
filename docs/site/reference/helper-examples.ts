/**
 * An example of every helper of `ballast/testing`, by its name on a handle. test/testing/helper-examples.test.ts runs
 * each; docs/reference/testing-helpers.md shows the text in this file.
 */
import { expect } from 'vitest';
import {
  type Ballast,
  connectBallast,
  exploreClient,
  playScenario,
  startBallast,
} from '../../../src-server/testing/testing.ts';

/** The objects that examples refer to. */
export interface Given {
  readonly ballast: Ballast;
  /** A portfolio of Form B. */
  readonly portfolioId: string;
  /** Its rebalance, which is being executed. */
  readonly rebalanceId: string;
  /** An order of the rebalance that its exchange works on. */
  readonly orderId: string;
}

export const HELPER_EXAMPLES: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  startBallast: async () => {
    const ballast = await startBallast({ seed: 42, clock: '2026-03-02T09:30:00Z' });
    await ballast.stop();
  },
  connectBallast: async ({ ballast }) => {
    const { controlUrl, adminToken } = ballast;
    const same = await connectBallast({ controlUrl, adminToken });
    await same.advance('1h');
  },
  playScenario: async () => {
    const { steps } = await playScenario('fixtures/scenarios/rebalancing/first-rebalance.yaml', { seed: 7 });
    expect(steps).not.toEqual([]);
  },
  exploreClient: async () => {
    const { findings } = await exploreClient({ file: 'explore.yaml', trials: 5 });
    expect(findings.map(({ text }) => text)).toEqual([]);
  },
  headers: async ({ ballast }) => {
    await fetch(`${ballast.formBUrl}/prices/DE0007164600`, {
      headers: ballast.headers({ accept: 'application/json' }),
    });
  },
  fetch: async ({ ballast, portfolioId }) => {
    const response = await ballast.fetch(`/form-b/v1/portfolios/${portfolioId}`);
    expect(response.status).toBe(200);
    await ballast.fetch('/rebalance', { json: { portfolio_id: portfolioId, simulation: true } });
  },
  control: async ({ ballast }) => {
    const key = await ballast.control<{ secret: string }>('POST', '/keys', { account_id: 'default', name: 'second' });
    await ballast.fetch('/prices/DE0007164600', { headers: { authorization: `Bearer ${key.secret}` } });
  },
  stop: async ({ ballast }) => {
    const world = await ballast.world();
    await world.stop();
  },
  clock: async ({ ballast }) => {
    const { now, mode } = await ballast.clock();
    expect([now, mode]).toEqual(['2026-03-02T09:30:01.000Z', 'manual']);
  },
  setClock: async ({ ballast }) => {
    await ballast.setClock({ mode: 'realtime', rate: 60, paused: true });
  },
  advance: async ({ ballast }) => {
    await ballast.advance('90m');
    await ballast.advance({ to: '2026-03-03T09:00:00Z' });
  },
  untilComplete: async ({ ballast, rebalanceId }) => {
    const { status, orders } = await ballast.untilComplete(rebalanceId, { within: '2d' });
    expect([status, orders.length]).toEqual(['complete', 2]);
  },
  untilSettled: async ({ ballast }) => {
    await ballast.untilSettled({ within: '3d' });
  },
  fault: async ({ ballast }) => {
    await ballast.fault({
      kind: 'api_error',
      code: 'internal_error',
      match: { operation: 'createPortfolio' },
      count: 2,
    });
    await ballast.fault({ kind: 'exchange_down', exchange: 'XETR', for: '2h' });
  },
  stub: async ({ ballast }) => {
    await ballast.stub({
      match: { path: '/v1/prices/DE0007164600' },
      answer: { status: 503, headers: { 'Retry-After': '30' }, text: 'The gateway is busy.' },
      count: 1,
    });
  },
  faults: async ({ ballast }) => {
    await ballast.fault({ kind: 'exchange_down', exchange: 'XETR', for: '2h' });
    const [first] = await ballast.faults();
    expect(first?.hits).toBe(0);
  },
  assertAllMet: async ({ ballast }) => {
    await ballast.fault({ kind: 'api_error', code: 'internal_error', count: 1 });
    await ballast.fetch('/prices/DE0007164600');
    await ballast.assertAllMet();
  },
  removeFaults: async ({ ballast }) => {
    await ballast.removeFaults();
  },
  'fault.view': async ({ ballast }) => {
    const fault = await ballast.fault({ kind: 'api_error', code: 'internal_error', count: 1 });
    const { hits, status } = await fault.view();
    expect([hits, status]).toEqual([0, 'active']);
  },
  'fault.remove': async ({ ballast }) => {
    const fault = await ballast.fault({ kind: 'webhook_duplicate' });
    await fault.remove();
  },
  sink: async ({ ballast }) => {
    const inbox = ballast.sink('inbox');
    await inbox.listen();
  },
  'sink.listen': async ({ ballast }) => {
    await ballast.sink('inbox').listen('rebalance.complete', 'rebalance.failed');
  },
  'sink.answer': async ({ ballast }) => {
    await ballast.sink('inbox').answer([{ status: 503, times: 2 }, { status: 200 }], 'repeat_last');
  },
  'sink.accept': async ({ ballast }) => {
    await ballast.sink('inbox').accept();
  },
  'sink.received': async ({ ballast, rebalanceId }) => {
    const inbox = ballast.sink('inbox');
    await inbox.listen('rebalance.complete');
    await ballast.untilComplete(rebalanceId);
    const [request] = await inbox.received();
    expect(request?.body).toContain(rebalanceId);
  },
  'sink.forget': async ({ ballast }) => {
    await ballast.sink('inbox').forget();
  },
  addWebhook: async ({ ballast }) => {
    await ballast.addWebhook({
      url: 'http://127.0.0.1:8080/hooks',
      events: ['rebalance.complete'],
      timeout_ms: 200,
    });
  },
  deliveries: async ({ ballast }) => {
    await ballast.sink().listen();
    await ballast.untilSettled();
    const [first] = await ballast.deliveries({ type: 'order.filled', status: 'succeeded' });
    expect(first?.attempts).toBe(1);
  },
  delivery: async ({ ballast }) => {
    await ballast.sink().listen();
    await ballast.untilSettled();
    const [first] = await ballast.deliveries({ status: 'succeeded' });
    const { attempts } = await ballast.delivery(first?.delivery_id ?? '');
    expect(attempts).toBe(1);
  },
  verify: async ({ ballast, portfolioId }) => {
    await ballast.verify({ operation: 'createPlan', body: { '/portfolio_id': portfolioId }, count: 1 });
    await ballast.verify({ operation: 'executePlan', status: '2xx', within: '5s' });
  },
  journal: async ({ ballast }) => {
    const entries = await ballast.journal({ operation: 'createPlan', status: '2xx' });
    expect(entries).toHaveLength(1);
  },
  events: async ({ ballast }) => {
    const sent = await ballast.events('order.sent');
    expect(sent).not.toEqual([]);
  },
  trace: async ({ ballast, rebalanceId }) => {
    const { text } = await ballast.trace(rebalanceId);
    expect(text).toContain(rebalanceId);
  },
  createPortfolio: async ({ ballast }) => {
    await ballast.createPortfolio({ form: 'A', cash: 5000 });
    await ballast.createPortfolio({
      form: 'B',
      holdings: [{ isin: 'DE0007164600', exchange: 'XETR', quantity: 10 }],
      targets: [{ isin: 'IE00B4L5Y983', weight: 1 }],
    });
  },
  portfolioId: async ({ ballast }) => {
    const request = { name: 'Savings', currency: 'EUR', tax_jurisdiction: 'DE' } as const;
    const world = await ballast.world({ world: { portfolios: [{ form: 'A', as: 'saver', request }] } });
    expect(world.portfolioId('saver')).toMatch(/^pf_/);
  },
  cashFlow: async ({ ballast, portfolioId }) => {
    await ballast.cashFlow(portfolioId, { kind: 'deposit', amount: 500, every: 'month' });
  },
  cashFlows: async ({ ballast, portfolioId }) => {
    await ballast.cashFlow(portfolioId, { kind: 'deposit', amount: 500 });
    const [latest] = await ballast.cashFlows(portfolioId);
    expect(latest?.amount).toBe(500);
  },
  endCashFlow: async ({ ballast, portfolioId }) => {
    const flow = await ballast.cashFlow(portfolioId, { kind: 'fee', amount: 5, every: 'quarter' });
    await ballast.endCashFlow(flow);
  },
  settlements: async ({ ballast, portfolioId }) => {
    const pending = await ballast.settlements(portfolioId, { status: 'pending' });
    expect(pending).toEqual([]);
  },
  setConstraints: async ({ ballast, portfolioId }) => {
    await ballast.setConstraints(portfolioId, { max_turnover: 0.2, do_not_sell: ['DE0007164600'] });
  },
  constraints: async ({ ballast, portfolioId }) => {
    expect(await ballast.constraints(portfolioId)).toEqual({});
  },
  setPolicy: async ({ ballast, portfolioId }) => {
    await ballast.setPolicy(portfolioId, { when: [{ drift: { threshold: 0.05 } }], execute: true, cooldown: '7d' });
  },
  policy: async ({ ballast, portfolioId }) => {
    await ballast.setPolicy(portfolioId, { when: [{ drift: { threshold: 0.05 } }], execute: false });
    const { execute } = await ballast.policy(portfolioId);
    expect(execute).toBe(false);
  },
  removePolicy: async ({ ballast, portfolioId }) => {
    await ballast.setPolicy(portfolioId, { when: [{ drift: { threshold: 0.05 } }], execute: true });
    await ballast.removePolicy(portfolioId);
  },
  actOnOrder: async ({ ballast, orderId }) => {
    await ballast.actOnOrder(orderId, { action: 'partial_fill', quantity: 1 });
  },
  dividends: async ({ ballast, portfolioId }) => {
    const dividends = await ballast.dividends(portfolioId);
    expect(dividends).toEqual([]);
  },
  fingerprint: async ({ ballast }) => {
    const { head } = await ballast.fingerprint();
    expect((await ballast.fingerprint()).head).toBe(head);
  },
  snapshot: async ({ ballast }) => {
    const before = await ballast.snapshot('before');
    await ballast.advance('1d');
    await before.restore();
  },
  restore: async ({ ballast }) => {
    await ballast.snapshot('before');
    await ballast.restore('before');
  },
  reset: async ({ ballast }) => {
    const { events } = await ballast.reset();
    expect(events).toBe(1);
  },
  world: async ({ ballast }) => {
    const world = await ballast.world({ seed: 7, clock: '2026-06-01T09:00:00Z', expiresAfter: '10m' });
    await world.stop();
  },
  fork: async ({ ballast }) => {
    const whatIf = await ballast.fork();
    await whatIf.market.jump('DE0007164600', -0.2);
    await whatIf.stop();
  },
  worlds: async ({ ballast }) => {
    const [first] = await ballast.worlds();
    expect(first?.name).toBe('default');
  },
  'market.jump': async ({ ballast }) => {
    await ballast.market.jump('DE0007164600', -0.08);
    await ballast.market.jump('IE00B4L5Y983', 0.02, '2026-03-02T14:00:00Z');
  },
  'market.addEvent': async ({ ballast }) => {
    await ballast.market.addEvent({
      kind: 'trend',
      isin: 'DE0007164600',
      rate_per_day: 0.01,
      until: '2026-03-06T16:00:00Z',
    });
  },
  'market.endEvent': async ({ ballast }) => {
    const event = await ballast.market.addEvent({
      kind: 'volatility',
      isin: 'DE0007164600',
      factor: 3,
      until: '2026-03-06T16:00:00Z',
    });
    await ballast.market.endEvent(event.market_event_id);
  },
  'market.pin': async ({ ballast }) => {
    await ballast.market.pin('DE0007164600', 180.5, 'EUR');
  },
  'market.pinRate': async ({ ballast }) => {
    await ballast.market.pinRate('CHF', 0.95);
  },
  'market.unpin': async ({ ballast }) => {
    await ballast.market.pin('DE0007164600', 180.5, 'EUR');
    await ballast.market.unpin('DE0007164600');
  },
  'market.corporateAction': async ({ ballast }) => {
    await ballast.market.corporateAction({
      kind: 'split',
      isin: 'DE0007164600',
      ex_at: '2026-03-04T07:00:00Z',
      ratio: { new: 2, old: 1 },
    });
  },
  'market.corporateActions': async ({ ballast }) => {
    const actions = await ballast.market.corporateActions();
    expect(actions).toEqual([]);
  },
  'market.cancelCorporateAction': async ({ ballast }) => {
    const action = await ballast.market.corporateAction({
      kind: 'delisting',
      isin: 'DE0007164600',
      ex_at: '2026-03-04T07:00:00Z',
    });
    await ballast.market.cancelCorporateAction(action);
  },
  'market.exchange': async ({ ballast }) => {
    const { connected } = await ballast.market.exchange('XETR');
    expect(connected).toBe(true);
  },
  'market.setExchange': async ({ ballast }) => {
    await ballast.market.setExchange('XETR', { participation: 0.05, day_end: 'carry' });
  },
};
