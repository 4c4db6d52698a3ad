/**
 * Manual actions on one order (decision O7): the exchange does exactly what is requested, and refused actions change
 * nothing.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderAction } from '../../../../src-server/contract/control/portfolios/order-actions.ts';
import { portfolioView, rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { executeSample, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
let dataDir: string;
let portfolioId: string;
let rebalanceId: string;

/** All cash, so that the one buy is sent at once; the exchange trades it in slices over minutes. */
const ONE_BUY = { holdings: [], cash: 5_000_000, targets: [{ isin: SAP, weight: 0.4 }] };

beforeEach(async () => {
  dataDir = newFolder();
  server = await startBallast({ dataDir });
  ({ portfolioId, rebalanceId } = await executeSample(server, ONE_BUY));
  await server.advance('1s');
});
afterEach(stopAll);

async function theOrder(): Promise<OrderWire> {
  const [order] = (await rebalanceOf(server, rebalanceId)).orders;
  if (order === undefined) throw new Error('there is no order');
  return order;
}

const act = (id: string, action: object) => server.sim.post(`/orders/${id}/actions`, action);
async function acted(action: object) {
  const response = await act((await theOrder()).order_id, action);
  expect(response.status, response.text).toBe(202);
  // The report takes some milliseconds.
  await server.advance('1s');
  return response.as(orderAction);
}

describe('an order at its exchange', () => {
  test('is filled completely at once, at the given price', proves('O7.1', 'O7.2'), async () => {
    const before = await theOrder();
    const price = Math.floor(before.estimated_price ?? 0) - 5;
    const done = await acted({ action: 'fill', price });
    expect(done).toMatchObject({ action: 'fill', price, quantity: before.quantity, exchange: 'XETR' });
    const after = await theOrder();
    expect(after).toMatchObject({ status: 'filled', filled_quantity: before.quantity });
    expect(after.fills).toMatchObject([{ price, quantity: before.quantity }]);
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
    const { cash } = (await server.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
    const [fill] = after.fills;
    const { commission, fx, transaction_tax: tax } = fill?.costs ?? { commission: 0, fx: 0, transaction_tax: 0 };
    expect(cash).toBeCloseTo(5_000_000 - (fill?.value ?? 0) - commission - fx - tax, 2);
  });

  test('is filled in part, and then continues by itself', proves('O7.1'), async () => {
    await acted({ action: 'partial_fill', quantity: 100 });
    expect(await theOrder()).toMatchObject({ status: 'partially_filled', filled_quantity: 100 });
    await server.advance('3d');
    expect((await theOrder()).status).toBe('filled');
  });

  test.each([
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ])('can be made to %s and is %s, with the reason', proves('O7.1', 'O7.2'), async (action, status) => {
    await acted({ action, reason: 'The clearing house said no.' });
    expect(await theOrder()).toMatchObject({ status, filled_quantity: 0 });
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('failed');
    const { events } = (await server.sim.get(`/events?type=order.${status}`)).as(eventList);
    expect(events[0]?.data).toMatchObject({ reason: { message: 'The clearing house said no.' } });
  });

  test('is suspended over a restart, and traded again once it is released', proves('O7.3'), async () => {
    await acted({ action: 'hold' });
    await server.advance('2h');
    expect((await theOrder()).filled_quantity).toBe(0);
    await server.stop();
    server = await startBallast({ dataDir });
    await server.advance('1h');
    expect((await theOrder()).filled_quantity).toBe(0);
    await acted({ action: 'release' });
    await server.advance('20m');
    expect((await theOrder()).filled_quantity).toBeGreaterThan(0);
  });

  test('that is suspended can still be filled manually', proves('O7.3'), async () => {
    await acted({ action: 'hold' });
    await acted({ action: 'partial_fill', quantity: 1, price: 100 });
    await server.advance('1h');
    expect(await theOrder()).toMatchObject({ filled_quantity: 1, fills: [{ price: 100 }] });
  });
});

describe('an impossible action', () => {
  test('is 409 with the state of the order, and nothing happens', proves('O7.4'), async () => {
    const { order_id: id } = await theOrder();
    const refused = async (action: object) => {
      const head = await server.head();
      const response = await act(id, action);
      expect([response.status, response.error().code, await server.head()]).toEqual([409, 'already_executing', head]);
      return response.error().message;
    };
    expect(await refused({ action: 'release' })).toBe(`Order ${id} is not held.`);
    await acted({ action: 'hold' });
    expect(await refused({ action: 'hold' })).toBe(`Order ${id} is already held.`);
    await acted({ action: 'partial_fill', quantity: 1 });
    expect(await refused({ action: 'reject' })).toContain('is partially filled');
    await acted({ action: 'cancel' });
    expect(await refused({ action: 'fill' })).toBe(`Order ${id} is cancelled: no quantity is at an exchange.`);
  });

  test('is announced for each order as it would be refused', proves('O7.4'), async () => {
    const byHand = async () => (await server.sim.get(`/rebalances/${rebalanceId}`)).as(rebalanceView).by_hand;
    const { order_id: id, quantity } = await theOrder();
    const agrees = async () => {
      const [reported] = await byHand();
      const refused = reported?.actions.filter(({ obstacle }) => obstacle !== null) ?? [];
      for (const { action, obstacle } of refused) {
        const response = await act(id, action === 'partial_fill' ? { action, quantity: 1 } : { action });
        expect([response.status, response.error().message]).toEqual([409, `Order ${id} ${obstacle}.`]);
      }
      return { ...reported, actions: refused.map(({ action }) => action) };
    };
    expect(await agrees()).toMatchObject({ order_id: id, rest: quantity, held: false, actions: ['release'] });
    await acted({ action: 'hold' });
    await acted({ action: 'partial_fill', quantity: 1 });
    expect(await agrees()).toMatchObject({ rest: quantity - 1, held: true, actions: ['reject', 'hold'] });
    await acted({ action: 'cancel' });
    expect(await byHand()).toEqual([]);
  });

  test('is one on an order that has not arrived yet', proves('O7.4'), async () => {
    const own = await startBallast();
    const { rebalanceId: other } = await executeSample(own, ONE_BUY);
    const [order] = (await rebalanceOf(own, other)).orders;
    const response = await own.sim.post(`/orders/${order?.order_id}/actions`, { action: 'fill' });
    expect([response.status, response.error().message]).toEqual([409, expect.stringContaining('has not reached XETR')]);
  });

  test.each([
    ['another action', { action: 'eat' }, '/action'],
    ['a part without its quantity', { action: 'partial_fill' }, '/quantity'],
    ['a part of 0', { action: 'partial_fill', quantity: 0 }, '/quantity'],
    ['more than the rest', { action: 'partial_fill', quantity: 1_000_000 }, '/quantity'],
    ['a price above the limit of a buy', { action: 'fill', price: 100_000 }, '/price'],
    ['a price of 0', { action: 'fill', price: 0 }, '/price'],
    ['the quantity of a whole fill', { action: 'fill', quantity: 1 }, '/quantity'],
    ['a reason for a fill', { action: 'fill', reason: 'because' }, '/reason'],
  ])('is %s: 400', proves('O7.2'), async (_what, action, path) => {
    const { order_id: id } = await theOrder();
    const head = await server.head();
    const response = await act(id, action);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
    expect(await server.head()).toBe(head);
  });

  test('is one on an order that does not exist', proves('O7.4'), async () => {
    expect((await act('or_0', { action: 'fill' })).status).toBe(404);
  });
});
