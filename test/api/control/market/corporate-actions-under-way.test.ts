/**
 * A corporate action in the middle of a rebalance (decision O3): every order ends in a state that the client receives,
 * nothing more of it is traded, and nothing is lost or counted twice.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { deliveryList } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, executeSample, planFor, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';
import { createAction, eventsOf, lotsOf, NEW_ISIN, portfolioOf, quantityOf } from './corporate-action-client.ts';

afterAll(stopAll);

/** Two buys that the exchanges trade in slices over minutes. */
const TWO_BUYS = {
  holdings: [],
  cash: 5_000_000,
  targets: [
    { isin: SAP, weight: 0.4 },
    { isin: ALLIANZ, weight: 0.3 },
  ],
};
/** The clock begins at 09:30. */
const AFTER_A_MINUTE = '2026-03-02T09:31:00Z';

const ACTIONS = {
  split: { kind: 'split', isin: SAP, ratio: { new: 3, old: 1 } },
  isin_change: { kind: 'isin_change', isin: SAP, new_isin: NEW_ISIN },
  delisting: { kind: 'delisting', isin: SAP, cash_price: 250 },
};

async function underWay(action: object, exAt = AFTER_A_MINUTE) {
  const server = await startBallast();
  await server.sim.post('/webhooks', { url: '/sim/sink/client' });
  const ids = await executeSample(server, TWO_BUYS);
  await createAction(server, { ...action, ex_at: exAt });
  return { server, ...ids };
}

/** The order on SAP, once everything has ended. */
async function endOf(server: TestServer, rebalanceId: string) {
  await server.advance('2d');
  const rebalance = await rebalanceOf(server, rebalanceId);
  const order = rebalance.orders.find(({ isin }) => isin === SAP);
  if (order === undefined) throw new Error('there is no order on SAP');
  const filled = order.fills.reduce((sum, { quantity }) => sum + quantity, 0);
  return { rebalance, order, filled };
}

describe.each(Object.entries(ACTIONS))('a %s in the middle of a rebalance', (kind, action) => {
  test('ends its orders, and reports each to the client', proves('O3.3', 'O3.4', 'G6'), async () => {
    const { server, portfolioId, rebalanceId } = await underWay(action);
    const { rebalance, order, filled } = await endOf(server, rebalanceId);
    expect(rebalance.status).toBe('failed');
    expect(order).toMatchObject({ status: 'cancelled', filled_quantity: expect.closeTo(filled, 6) });
    expect(filled).toBeGreaterThan(0);
    expect(filled).toBeLessThan(order.quantity);
    // The other order continues unaffected.
    expect(rebalance.orders.find(({ isin }) => isin === ALLIANZ)?.status).toBe('filled');
    expect(order.fills.every(({ filled_at: at }) => Date.parse(at) <= Date.parse(AFTER_A_MINUTE))).toBe(true);
    const cancelled = await eventsOf(server, 'order.cancelled');
    expect(cancelled).toMatchObject([{ data: { reason: { code: 'corporate_action' }, order: { isin: SAP } } }]);
    const { deliveries } = (await server.sim.get('/deliveries?limit=1000')).as(deliveryList);
    const reported = deliveries.filter(({ type }) => type === 'rebalance.failed');
    expect(reported).toMatchObject([{ status: 'succeeded' }]);
    const [failed] = await eventsOf(server, 'rebalance.failed');
    expect(JSON.stringify(failed?.data)).toMatch(/\(buy DE0007164600\) cancelled: DE0007164600 (is|becomes) /);
    expect(deliveries.filter(({ type }) => type === 'order.filled').length).toBe(
      rebalance.orders.flatMap(({ fills }) => fills).length,
    );
    const view = await portfolioOf(server, portfolioId);
    const held = { split: [SAP, filled * 3], isin_change: [NEW_ISIN, filled], delisting: [SAP, 0] }[kind] ?? [SAP, -1];
    expect(quantityOf(view, String(held[0]))).toBeCloseTo(Number(held[1]), 5);
    const lots = await lotsOf(server, portfolioId, String(held[0]));
    expect(lots.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(Number(held[1]), 5);
    // The next one can begin, with the present holdings.
    if (kind !== 'delisting') expect(await planFor(server, portfolioId)).toMatch(/^rb_/);
  });
});

describe('a message that is being sent', () => {
  test('to its exchange has no effect there', proves('O3.3'), async () => {
    const { server, portfolioId, rebalanceId } = await underWay(ACTIONS.split, '2026-03-02T09:30:00.001Z');
    const { order, filled } = await endOf(server, rebalanceId);
    expect([order.status, filled, quantityOf(await portfolioOf(server, portfolioId), SAP)]).toEqual([
      'cancelled',
      0,
      0,
    ]);
    expect(await eventsOf(server, 'order.report_ignored')).toEqual([]);
  });

  test('from an exchange that cannot be reached is booked first', proves('O3.3'), async () => {
    const { server, portfolioId, rebalanceId } = await underWay(ACTIONS.split);
    await server.advance('30s');
    await server.sim.patch('/exchanges/XETR', { connected: false });
    await server.advance('1m');
    const { order, filled } = await endOf(server, rebalanceId);
    expect(order.status).toBe('cancelled');
    expect(quantityOf(await portfolioOf(server, portfolioId), SAP)).toBeCloseTo(filled * 3, 5);
  });
});

describe('a plan that nobody has executed', () => {
  test('is cancelled if it has an order on the instrument, and remains otherwise', proves('O3.4'), async () => {
    const server = await startBallast();
    const about = await planFor(server, await createSample(server, TWO_BUYS));
    const other = await planFor(
      server,
      await createSample(server, { ...TWO_BUYS, targets: [{ isin: ALLIANZ, weight: 1 }] }),
    );
    await createAction(server, { ...ACTIONS.split, ex_at: AFTER_A_MINUTE });
    await server.advance('2m');
    expect((await rebalanceOf(server, about)).status).toBe('cancelled');
    expect((await rebalanceOf(server, other)).status).toBe('plan_ready');
    expect(await eventsOf(server, 'rebalance.cancelled')).toMatchObject([{ data: { rebalance_id: about } }]);
  });
});

describe('a rebalance of Form A', () => {
  test('has its weights under the new ISIN', proves('O3.8'), async () => {
    const server = await startBallast();
    const created = await server.a.post('/portfolios', {
      name: 'a',
      currency: 'EUR',
      tax_jurisdiction: 'DE',
      account_type: 'depot',
    });
    const { portfolio_id: id } = JSON.parse(created.text) as { portfolio_id: string };
    await server.sim.post(`/portfolios/${id}/cash`, { amount: 5_000_000 });
    const started = await server.a.post(`/portfolios/${id}/rebalance`, {
      target_weights: { [SAP]: 0.4, [ALLIANZ]: 0.6 },
    });
    expect(started.status, started.text).toBe(202);
    const { rebalance_id: rebalanceId } = JSON.parse(started.text) as { rebalance_id: string };
    await createAction(server, { ...ACTIONS.isin_change, ex_at: AFTER_A_MINUTE });
    await server.advance('2m');
    const { text } = await server.a.get(`/rebalances/${rebalanceId}`);
    expect([text.includes(`"${NEW_ISIN}":0.4`), text.includes(`"${SAP}":0.4`)]).toEqual([true, false]);
  });
});
