/** Test instruments whose orders have a fate (decision O8): each of the ten, over HTTP, without any control call. */
import { afterAll, describe, expect, test } from 'vitest';
import { depthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { faultList } from '../../../../src-server/contract/control/market/faults.ts';
import { instrumentList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { portfolioB } from '../../../../src-server/contract/service/form-b.ts';
import { FATES, type Fate } from '../../../../src-server/domain/identifiers/fate.ts';
import { isIsin } from '../../../../src-server/domain/identifiers/isin.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { executeSample, rebalanceOf, samplePortfolio } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const ISINS: Readonly<Record<Fate, string>> = {
  filled_at_once: 'QZFILLED0001',
  half_then_silent: 'QZHALF000006',
  rejected: 'QZREJECT0008',
  never_acknowledged: 'QZNOACK00005',
  filled_after_close: 'QZCLOSE00004',
  no_price: 'QZNOPRICE001',
  crossed_quotes: 'QZCROSSED005',
  halted: 'QZHALTED0009',
  report_lost: 'QZLOST000001',
  report_twice: 'QZTWICE00001',
};

describe('test instruments', () => {
  test(
    'are listed after the 33 of the market, each with its fate, without any fault',
    proves('O8.1', 'O8.6'),
    async () => {
      const { sim } = await startBallast();
      const { instruments } = (await sim.get('/instruments')).as(instrumentList);
      const [own, tests] = [instruments.slice(0, 33), instruments.slice(33)];
      expect(own.some((each) => 'test' in each || 'fate' in each || each.isin.startsWith('QZ'))).toBe(false);
      expect(Object.fromEntries(tests.map(({ isin, fate }) => [fate, isin]))).toEqual(ISINS);
      expect(tests.map(({ fate }) => fate).sort()).toEqual([...FATES].sort());
      for (const each of tests) {
        expect(isIsin(each.isin)).toBe(true);
        expect(each).toMatchObject({ test: true, listings: ['XETR', 'XLON'], sector: 'test instruments' });
      }
      expect((await sim.get('/faults')).as(faultList).faults).toEqual([]);
    },
  );
});

describe('an order of a test instrument', () => {
  test('that is always filled at once is filled completely by one report', proves('O8.3'), async () => {
    const { server, order } = await ordered('filled_at_once');
    await server.advance('1s');
    expect(await order()).toMatchObject({ status: 'filled', fills: [{ exchange: 'XETR' }] });
    expect((await order()).fills[0]?.quantity).toBe((await order()).quantity);
  });

  test(
    'that is filled half remains so for days, over a restart too, until it is cancelled',
    proves('O8.3', 'O8.6'),
    async () => {
      const dataDir = newFolder();
      const { server, rebalanceId, order } = await ordered('half_then_silent', { dataDir });
      await server.advance('1s');
      const half = await order();
      expect(half.status).toBe('partially_filled');
      expect(half.filled_quantity / half.quantity).toBeCloseTo(0.5, 4);
      await server.stop();
      const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
      await again.advance('3d');
      const [later] = (await rebalanceOf(again, rebalanceId)).orders;
      expect(later).toMatchObject({ status: 'partially_filled', filled_quantity: half.filled_quantity });
      const refused = await again.sim.post('/clock/advance', { until: { rebalance: rebalanceId } });
      expect(refused.error().details?.[0]?.issue).toContain('are only ever half filled');
      expect((await again.sim.post(`/rebalances/${rebalanceId}/cancel-orders`, {})).status).toBeLessThan(300);
      await again.advance('1s');
      expect((await rebalanceOf(again, rebalanceId)).orders[0]?.status).toBe('cancelled');
    },
  );

  test('that is rejected is rejected by its exchange', proves('O8.4'), async () => {
    const { server, order } = await ordered('rejected');
    await server.advance('1m');
    expect(await order()).toMatchObject({ status: 'rejected', fills: [] });
    const rejected = (await eventsOf(server)).find(({ type }) => type === 'order.rejected');
    expect(JSON.stringify(rejected?.data)).toContain(`refuses orders (fate of ${ISINS.rejected})`);
  });

  test(
    'that is never acknowledged remains sent, however often its exchange is queried',
    proves('O8.4', 'O8.6'),
    async () => {
      const { server, rebalanceId, order } = await ordered('never_acknowledged');
      await server.advance('1d');
      expect(await order()).toMatchObject({ status: 'sent', filled_quantity: 0 });
      const types = (await eventsOf(server)).map(({ type }) => type);
      expect(types.filter((type) => type === 'order.unacknowledged').length).toBeGreaterThan(3);
      expect(types).not.toContain('order.acknowledged');
      const endless = await server.sim.post('/clock/advance', { until: 'settled' });
      expect(endless.error().details?.[0]?.issue).toContain('never acknowledged');
      await server.sim.post(`/rebalances/${rebalanceId}/cancel-orders`, {});
      await server.advance('1s');
      expect((await order()).status).toBe('cancelled');
    },
  );

  test('that is filled after the close waits all day for the auction', proves('O8.3'), async () => {
    const { server, order } = await ordered('filled_after_close');
    await server.advance('7h');
    expect(await order()).toMatchObject({ status: 'sent', filled_quantity: 0 });
    await server.advance('2h');
    const filled = await order();
    expect(filled).toMatchObject({ status: 'filled', fills: [{ quantity: filled.quantity }] });
    // Xetra closes at 17:30 in Berlin, 16:30 UTC in winter.
    expect(filled.fills[0]?.filled_at).toMatch(/^2026-03-02T16:3[0-5]/);
  });

  test('that is halted waits, and a wait for its end is refused', proves('O8.4', 'O8.6'), async () => {
    const { server, rebalanceId, order } = await ordered('halted');
    await server.advance('2d');
    expect(await order()).toMatchObject({ status: 'sent', filled_quantity: 0 });
    const depth = (await server.sim.get(`/depth?isin=${ISINS.halted}&exchange=XETR`)).as(depthView);
    expect(depth.halted).toBe(true);
    const endless = await server.sim.post('/clock/advance', { until: { rebalance: rebalanceId } });
    expect(endless.error().details?.[0]?.issue).toContain('has no end');
  });

  test('with lost reports is filled after the reconnect', proves('O8.5'), async () => {
    const { server, order } = await ordered('report_lost');
    await server.advance('1h');
    expect(await order()).toMatchObject({ status: 'sent', filled_quantity: 0 });
    await server.sim.patch('/exchanges/XETR', { connected: false });
    await server.sim.patch('/exchanges/XETR', { connected: true });
    await server.advance('1s');
    expect((await order()).status).toBe('filled');
  });

  test('with duplicate reports counts each fill once', proves('O8.5'), async () => {
    const { server, order } = await ordered('report_twice');
    await server.advance('1h');
    const { status, fills, quantity } = await order();
    expect(status).toBe('filled');
    expect(fills.reduce((sum, fill) => sum + fill.quantity, 0)).toBeCloseTo(quantity, 6);
    const ignored = (await eventsOf(server)).filter(({ type }) => type === 'order.report_ignored');
    // The order is closed with its last report, so nobody processes its repetition as one.
    expect(ignored.length).toBeGreaterThanOrEqual(fills.length - 1);
    expect(ignored.length).toBeGreaterThan(0);
  });

  test('with crossed quotes shows a bid above its ask at both exchanges', proves('O8.3'), async () => {
    const { server, order } = await ordered('crossed_quotes');
    for (const exchange of ['XETR', 'XLON']) {
      const { bids, asks } = (await server.sim.get(`/depth?isin=${ISINS.crossed_quotes}&exchange=${exchange}`)).as(
        depthView,
      );
      expect(bids[0]?.price).toBeGreaterThan(asks[0]?.price ?? Number.POSITIVE_INFINITY);
    }
    await server.advance('1h');
    expect((await order()).status).toBe('filled');
  });

  test('without a price is in no plan: pricing is unavailable', proves('O8.4'), async () => {
    const server = await startBallast();
    const { portfolio_id: id } = (await server.b.post('/portfolios', wanting('no_price'))).as(portfolioB);
    const plan = await server.b.post('/rebalance', { portfolio_id: id });
    expect(plan.status).toBe(500);
    expect(plan.error().message).toContain(`Pricing is unavailable for ${ISINS.no_price}`);
    expect((await server.b.get(`/prices/${ISINS.no_price}`)).status).toBe(500);
    expect((await server.b.get(`/prices/${ISINS.filled_at_once}`)).status).toBe(200);
  });
});

function wanting(fate: Fate) {
  return samplePortfolio({ cash: 100_000, holdings: [], targets: [{ isin: ISINS[fate], weight: 0.5 }] });
}

/** A world in which a portfolio buys one test instrument; returns its order as the client sees it. */
async function ordered(fate: Fate, options: Parameters<typeof startBallast>[0] = {}) {
  const server = await startBallast(options);
  const { rebalanceId } = await executeSample(server, wanting(fate));
  const order = async () => {
    const [found] = (await rebalanceOf(server, rebalanceId)).orders;
    if (found === undefined) throw new Error('there is no order');
    return found;
  };
  return { server, rebalanceId, order };
}

async function eventsOf({ sim }: TestServer) {
  return (await sim.get('/events?limit=1000')).as(eventList).events;
}
