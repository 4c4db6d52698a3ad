/** `/sim/exchanges`, `/sim/depth` and the cancelling of open orders (decision L). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  depthView,
  exchangeList,
  exchangeView,
} from '../../../../src-server/contract/control/market/exchange-control.ts';
import { rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, LARGE, NO_REBALANCE, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('an exchange', () => {
  test('is shown with its hours, connection and settings', proves('L18'), async () => {
    const { exchanges } = (await server.sim.get('/exchanges')).as(exchangeList);
    const xetra = (await server.sim.get('/exchanges/XETR')).as(exchangeView);
    expect(exchanges.find(({ mic }) => mic === 'XETR')).toEqual(xetra);
    expect(xetra).toMatchObject({
      connected: true,
      phase: 'open',
      next_close_at: '2026-03-02T16:30:00.000Z',
      line: { since: null, held: false, attempts: 0, next_attempt_at: null },
      settings: { lot_size: 0.000001, day_end: 'carry', commission: { bps: 1.2, minimum: 2, cap: 99 } },
      working_orders: 0,
      active_faults: [],
    });
    expect((await server.sim.get('/exchanges/XNYS')).status).toBe(404);
  });

  test('is in its closing auction after the close', async () => {
    const own = await startBallast({ startAt: Date.UTC(2026, 2, 2, 16, 31) });
    expect((await own.sim.get('/exchanges/XETR')).as(exchangeView)).toMatchObject({
      open: false,
      phase: 'closing_auction',
      next_open_at: '2026-03-03T08:00:00.000Z',
    });
    await own.advance('5m');
    expect((await own.sim.get('/exchanges/XETR')).as(exchangeView).phase).toBe('closed');
  });

  test('retains changes over a restart, and trades by them at once', async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const change = {
      lot_size: 1,
      day_end: 'expire',
      latency_ms: { submit: { fixed: 7 }, report: { median: 20, sigma: 0.5, max: 500 } },
      commission: { bps: 0, minimum: 10, cap: 10 },
    };
    const changed = (
      await first.sim.patch('/exchanges/XETR', { ...change, latency_ms: { ...change.latency_ms, submit: 7 } })
    ).as(exchangeView);
    expect(changed.settings).toMatchObject({
      ...change,
      latency_ms: { ...change.latency_ms, acknowledge: { median: 15, sigma: 0.4, max: 300 } },
      participation: 0.15,
    });
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect((await again.sim.get('/exchanges/XETR')).as(exchangeView)).toEqual(changed);
    const portfolioId = await createSample(again);
    const { orders } = (await again.b.post('/rebalance', { portfolio_id: portfolioId })).as(rebalancePlan);
    const atXetra = orders.filter(({ exchange }) => exchange === 'XETR');
    expect(atXetra.length).toBeGreaterThan(0);
    for (const { quantity, costs } of atXetra) {
      expect(Number.isInteger(quantity)).toBe(true);
      expect(costs.commission).toBe(10);
    }
  });

  test('can be disconnected and reconnected manually', async () => {
    const own = await startBallast();
    const cut = (await own.sim.patch('/exchanges/XETR', { connected: false })).as(exchangeView);
    expect(cut).toMatchObject({ connected: false, line: { held: true, next_attempt_at: null } });
    await own.advance('10d');
    expect((await own.sim.get('/exchanges/XETR')).as(exchangeView).connected).toBe(false);
    const { prices } = (await own.b.get(`/prices/${SAP}`)).as(priceList);
    expect(prices.map(({ exchange }) => exchange)).toEqual(['XPAR']);
    const back = (await own.sim.patch('/exchanges/XETR', { connected: true })).as(exchangeView);
    expect(back).toMatchObject({ connected: true, line: { since: '2026-03-12T09:30:00.000Z', held: false } });
  });

  test('shows the faults of an instrument only if it is listed there', async () => {
    const own = await startBallast();
    await own.sim.post('/faults', { kind: 'halt_instrument', isin: SAP });
    await own.sim.post('/faults', { kind: 'late_fills', delay_ms: 5 });
    const { exchanges } = (await own.sim.get('/exchanges')).as(exchangeList);
    const counts = new Map(exchanges.map(({ mic, active_faults: faults }) => [mic, faults.length]));
    expect([counts.get('XETR'), counts.get('XPAR'), counts.get('XOSL')]).toEqual([2, 2, 1]);
  });

  test('counts its attempts to reconnect while a fault is active, and cannot be connected manually then', async () => {
    const own = await startBallast();
    await own.sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR', for: '1h' });
    await own.advance('10m');
    const { line, active_faults: faults } = (await own.sim.get('/exchanges/XETR')).as(exchangeView);
    // 1, 2, 4, 8, 16 and 32 s, then every minute: 6 + 8 in ten minutes, and perhaps the ninth.
    expect([14, 15]).toContain(line.attempts);
    expect(Date.parse(line.next_attempt_at ?? '')).toBeGreaterThan(Date.parse('2026-03-02T09:40:00Z'));
    expect(faults).toHaveLength(1);
    const refused = await own.sim.patch('/exchanges/XETR', { connected: true });
    expect([refused.status, refused.error().details]).toEqual([
      400,
      [{ path: '/connected', issue: `cannot be true while the fault ${faults[0]} keeps XETR down` }],
    ]);
  });

  const BAD: readonly [body: unknown, places: readonly string[]][] = [
    [{}, ['']],
    [{ participation: 0, slice_interval_ms: 50 }, ['/participation', '/slice_interval_ms']],
    [{ lot_size: 0.3 }, ['/lot_size']],
    [{ day_end: 'sleep', moon: true }, ['/day_end', '/moon']],
    [{ commission: { bps: 1, minimum: 5, cap: 1 } }, ['/commission/minimum']],
    [{ latency_ms: { submit: { min: 9, max: 3 } } }, ['/latency_ms/submit/min']],
    [{ latency_ms: { ack: { fixed: 3 } } }, ['/latency_ms/ack']],
    [{ connected: 'yes' }, ['/connected']],
  ];
  test.each(BAD)('refuses an invalid change with one detail for each issue: %j', async (body, places) => {
    const head = await server.head();
    const response = await server.sim.patch('/exchanges/XETR', body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(response.error().details.map(({ path }) => path)).toEqual(places);
    expect(await server.head()).toBe(head);
    expect((await server.sim.patch('/exchanges/XNYS', { connected: true })).status).toBe(404);
  });
});

describe('the depth of a listing', () => {
  test('has ascending asks and descending bids around the mid', proves('L20'), async () => {
    const { mid, bids, asks, currency, phase } = (await server.sim.get(`/depth?isin=${SAP}&exchange=XETR`)).as(
      depthView,
    );
    expect([currency, phase, bids.length, asks.length]).toEqual(['EUR', 'open', 10, 10]);
    const walk = [...bids.map(({ price }) => price).reverse(), mid, ...asks.map(({ price }) => price)];
    expect(walk).toEqual([...walk].sort((one, other) => one - other));
    expect([...bids, ...asks].every(({ quantity }) => quantity > 0)).toBe(true);
  });

  test.each([
    ['/depth', 2],
    [`/depth?isin=${SAP}&exchange=XOSL`, 1],
    ['/depth?isin=US0378331005&exchange=XETR', 1],
  ])('is refused if there is no such listing: %s', async (path, details) => {
    const response = await server.sim.get(path);
    expect(response.status).toBe(400);
    expect(response.error().details).toHaveLength(details);
  });
});

describe('cancelling the open orders of a rebalance', () => {
  test('ends it as failed and retains its fills', proves('L21'), async () => {
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.advance('20s');
    const before = await rebalanceOf(server, rebalanceId);
    expect(before.status).toBe('partially_filled');
    const cancelled = await server.sim.post(`/rebalances/${rebalanceId}/cancel-orders`);
    expect([cancelled.status, cancelled.as(rebalanceView).rebalance.status]).toEqual([202, 'partially_filled']);
    await server.advance('5s');
    const after = await rebalanceOf(server, rebalanceId);
    expect(after.status).toBe('failed');
    expect(after.failure?.message).toContain('Cancelled on request.');
    const fills = (of: typeof before) => of.orders.flatMap((order) => order.fills.map(({ fill_id: id }) => id));
    expect(fills(after)).toEqual(expect.arrayContaining(fills(before)));
    const again = await server.sim.post(`/rebalances/${rebalanceId}/cancel-orders`);
    expect([again.status, again.error().message]).toEqual([
      400,
      `Rebalance ${rebalanceId} is failed: it has no open orders.`,
    ]);
    expect((await server.sim.post(`/rebalances/${NO_REBALANCE}/cancel-orders`)).status).toBe(404);
  });
});
