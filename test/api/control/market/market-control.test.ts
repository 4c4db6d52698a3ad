/**
 * `/sim/market` and `/sim/bars` (decision L): pins and events affect everything that uses prices, and only once
 * committed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  marketEventList,
  marketEventView,
  pinList,
  pinView,
} from '../../../../src-server/contract/control/market/market-control.ts';
import { barList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, planFor, rebalanceOf, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('a pin', () => {
  test(
    'fixes the mid of every listing, converted at the FX of the instant, until it is removed',
    proves('L9'),
    async () => {
      const own = await startBallast();
      const before = await pricesOf(own, WORLD_ETF);
      const pin = await own.sim.post('/market/pins', { isin: WORLD_ETF, mid: 100.5, currency: 'EUR' });
      expect(pin.status).toBe(201);
      const shown = { isin: WORLD_ETF, mid: 100.5, currency: 'EUR', since: '2026-03-02T09:30:00.000Z' };
      expect(pin.as(pinView)).toEqual(shown);
      expect((await own.sim.get('/market/pins')).as(pinList)).toEqual({ fx_pins: [], pins: [shown] });
      await own.advance('1d');
      for (const row of await pricesOf(own, WORLD_ETF)) {
        // Conversion to another currency and back may lose a millionth.
        expect(row.mid_eur).toBeCloseTo(100.5, 4);
        expect(Math.abs(row.last_trade_eur / 100.5 - 1)).toBeLessThan(0.002);
      }
      expect((await own.sim.delete(`/market/pins/${WORLD_ETF}`)).status).toBe(200);
      expect((await own.sim.get('/market/pins')).as(pinList)).toEqual({ fx_pins: [], pins: [] });
      expect((await own.sim.delete(`/market/pins/${WORLD_ETF}`)).status).toBe(404);
      const types = (await own.sim.get('/events'))
        .as(eventList)
        .events.slice(1)
        .map(({ type, data }) => ({ type, data }));
      expect(types).toEqual([
        { type: 'market.pinned', data: { isin: WORLD_ETF, mid: 100.5, currency: 'EUR' } },
        { type: 'market.unpinned', data: { isin: WORLD_ETF } },
      ]);
      const after = await pricesOf(own, WORLD_ETF);
      expect(after.map(({ exchange }) => exchange)).toEqual(before.map(({ exchange }) => exchange));
      expect(after[0]?.mid_eur).not.toBeCloseTo(100.5, 4);
    },
  );

  test('set after the closing auction is also the last trade', async () => {
    const own = await startBallast({ startAt: Date.UTC(2026, 2, 2, 18) });
    await own.sim.post('/market/pins', { isin: WORLD_ETF, mid: 500, currency: 'EUR' });
    for (const row of await pricesOf(own, WORLD_ETF))
      expect(Math.abs(row.last_trade_eur / 500 - 1)).toBeLessThan(0.002);
  });

  test('affects valuations, plans and fills', async () => {
    const own = await startBallast();
    const portfolioId = await createSample(own);
    await own.sim.post('/market/pins', { isin: SAP, mid: 1000, currency: 'EUR' });
    const { holdings } = (await own.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
    // 100 shares at 1 000 EUR
    expect(holdings.find(({ isin }) => isin === SAP)).toMatchObject({ price: 1000, value: 100_000 });
    const plan = (await own.b.post('/rebalance', { portfolio_id: portfolioId })).as(rebalancePlan);
    const planned = plan.orders.find(({ isin }) => isin === SAP);
    await own.b.post(`/rebalance/${plan.rebalance_id}/execute`, { confirm: true });
    await own.advance('1d');
    const { orders, status } = await rebalanceOf(own, plan.rebalance_id);
    expect(status).toBe('complete');
    const sold = orders.find(({ order_id: orderId }) => orderId === planned?.order_id)?.fills ?? [];
    expect(sold.length).toBeGreaterThan(0);
    for (const { price } of sold) expect(Math.abs(price / 1000 - 1)).toBeLessThan(0.01);
  });

  test('survives a restart, as do events', async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await first.sim.post('/market/pins', { isin: WORLD_ETF, mid: 100, currency: 'EUR' });
    await first.sim.post('/market/pins', { isin: WORLD_ETF, mid: 101, currency: 'EUR' });
    await first.sim.post('/market/events', { isin: SAP, kind: 'jump', size: -0.5 });
    await first.advance('1h');
    const paths = ['/market/pins', '/market/events', `/bars?isin=${SAP}&exchange=XETR`];
    const responses = await Promise.all(paths.map(async (path) => (await first.sim.get(path)).text));
    const priced = [await pricesOf(first, SAP), await pricesOf(first, WORLD_ETF)];
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect(await Promise.all(paths.map(async (path) => (await again.sim.get(path)).text))).toEqual(responses);
    expect([await pricesOf(again, SAP), await pricesOf(again, WORLD_ETF)]).toEqual(priced);
    expect(priced[1]?.[0]?.mid_eur).toBeCloseTo(101, 4);
  });

  test.each([
    [{ mid: 1, currency: 'EUR' }, '/isin'],
    [{ isin: 'US0378331005', mid: 1, currency: 'EUR' }, '/isin'],
    [{ isin: SAP, mid: 0, currency: 'EUR' }, '/mid'],
    [{ isin: SAP, mid: -1, currency: 'EUR' }, '/mid'],
    [{ isin: SAP, mid: 1.0000001, currency: 'EUR' }, '/mid'],
    [{ isin: SAP, mid: 100_000.01, currency: 'EUR' }, '/mid'],
    [{ isin: SAP, mid: '1', currency: 'EUR' }, '/mid'],
    [{ isin: SAP, mid: 1, currency: 'JPY' }, '/currency'],
    [{ isin: SAP, mid: 1, currency: 'toString' }, '/currency'],
    [{ isin: SAP, mid: 1, currency: 'EUR', until: 'x' }, '/until'],
  ])('of %j is 400 and changes nothing', async (body, pointer) => {
    await expectRefusal('/market/pins', body, [pointer]);
  });

  test('reports every issue', async () => {
    await expectRefusal('/market/pins', { isin: 'US0378331005', mid: 1, currency: 'JPY' }, ['/isin', '/currency']);
  });
});

describe('an event', () => {
  test('jumps every listing at its time, and shows its effect', proves('L10'), async () => {
    const own = await startBallast();
    const at = '2026-03-02T10:00:00Z';
    const added = await own.sim.post('/market/events', { isin: SAP, kind: 'jump', size: -0.08, at });
    expect(added.status).toBe(201);
    const event = added.as(marketEventView);
    const shown = { isin: SAP, kind: 'jump', size: -0.08, at: '2026-03-02T10:00:00.000Z', ended_at: null };
    expect(event).toEqual({ ...shown, market_event_id: expect.stringMatching(/^me_/), status: 'scheduled' });
    await own.advance('1799999ms');
    const before = await pricesOf(own, SAP);
    await own.advance('1ms');
    const after = await pricesOf(own, SAP);
    after.forEach(({ mid_eur: mid }, index) => {
      // 0.92, and the effect of a millisecond and its rounding
      expect(mid / (before[index]?.mid_eur ?? 0)).toBeCloseTo(0.92, 4);
    });
    const { market_events: events } = (await own.sim.get('/market/events')).as(marketEventList);
    expect(events).toEqual([{ ...event, status: 'over' }]);
    const ended = await own.sim.delete(`/market/events/${event.market_event_id}`);
    // A finished event does not change.
    expect(ended.as(marketEventView)).toEqual(events[0]);
  });

  test('ends from now on, once, and is recorded in the log', proves('L12'), async () => {
    const own = await startBallast();
    const until = '2026-03-03T09:30:00Z';
    const trend = (await own.sim.post('/market/events', { isin: SAP, kind: 'trend', rate_per_day: 1, until })).as(
      marketEventView,
    );
    expect(trend).toMatchObject({ status: 'active', rate_per_day: 1, from: '2026-03-02T09:30:00.000Z' });
    const from = '2026-03-02T10:00:00Z';
    const storm = { isin: SAP, kind: 'volatility', factor: 3, from, until };
    const scheduled = (await own.sim.post('/market/events', storm)).as(marketEventView);
    await own.advance('10m');
    const before = await pricesOf(own, SAP);
    for (const { market_event_id: id } of [trend, trend, scheduled]) await own.sim.delete(`/market/events/${id}`);
    expect(await pricesOf(own, SAP)).toEqual(before);
    const { market_events: events } = (await own.sim.get('/market/events')).as(marketEventList);
    expect(events.map(({ status, ended_at: endedAt }) => [status, endedAt])).toEqual([
      ['over', '2026-03-02T09:40:00.000Z'],
      ['cancelled', '2026-03-02T09:40:00.000Z'],
    ]);
    const log = (await own.sim.get('/events')).as(eventList).events.slice(1);
    expect(log.map(({ type }) => type)).toEqual([
      'market.event_added',
      'market.event_added',
      'market.event_ended',
      'market.event_ended',
    ]);
    expect(log[0]?.data).toMatchObject({ market_event_id: trend.market_event_id, kind: 'trend', rate_per_day: 1 });
    expect((await own.sim.delete('/market/events/me_x')).status).toBe(404);
  });

  const until = '2026-04-01T00:00:00Z';
  test.each([
    [{ isin: SAP, kind: 'crash' }, ['/kind']],
    [{ isin: 'US0378331005', kind: 'jump', size: 0.1 }, ['/isin']],
    [{ isin: SAP, kind: 'jump' }, ['/size']],
    [{ isin: SAP, kind: 'jump', size: -1 }, ['/size']],
    [{ isin: SAP, kind: 'jump', size: 0.1, at: '2026-03-02T09:29:59.999Z' }, ['/at']],
    [{ isin: SAP, kind: 'trend', rate_per_day: 0.1 }, ['/until']],
    [{ isin: SAP, kind: 'trend', rate_per_day: 0.1, until: '2026-03-02T09:30:00Z' }, ['/until']],
    [{ isin: SAP, kind: 'trend', rate_per_day: 0.1, from: '2026-01-01T00:00:00Z', until }, ['/from']],
    [{ isin: SAP, kind: 'volatility', factor: 21, until }, ['/factor']],
    [{ isin: SAP, kind: 'volatility', factor: 2, rate_per_day: 1, until }, ['/rate_per_day']],
  ])('as %j is 400 and changes nothing', async (body, pointers) => {
    await expectRefusal('/market/events', body, pointers);
  });

  test('on a pinned price is refused from now on, naming the pin; a later one and a volume are accepted', async () => {
    const own = await startBallast();
    await own.sim.post('/market/pins', { isin: SAP, mid: 123.45, currency: 'EUR' });
    await own.sim.post('/market/pins', { currency: 'USD', per_eur: 1.1 });
    const jump = { isin: SAP, kind: 'jump', size: -0.08 };
    const refusal = (await own.sim.post('/market/events', jump)).error();
    expect(refusal.details).toEqual([
      {
        path: '/isin',
        issue: 'cannot move: a pin holds it at 123.45 EUR since 2026-03-02T09:30:00.000Z; delete the pin first',
      },
    ]);
    const ofRate = await own.sim.post('/market/events', { currency: 'USD', kind: 'fx_jump', size: 0.1 });
    expect(ofRate.error().details.map(({ path }) => path)).toEqual(['/currency']);
    const later = { ...jump, at: '2026-03-02T10:00:00Z' };
    const volume = { isin: SAP, kind: 'volume', factor: 2, until };
    for (const body of [later, volume]) expect((await own.sim.post('/market/events', body)).status).toBe(201);
    await own.sim.delete(`/market/pins/${SAP}`);
    expect((await own.sim.post('/market/events', jump)).status).toBe(201);
  });

  test('that jumped is reversed exactly, from now on; no other kind is', proves('L12'), async () => {
    const [own, plain] = await Promise.all([startBallast(), startBallast()]);
    const add = async (body: object) => (await own.sim.post('/market/events', body)).as(marketEventView);
    const fall = await add({ isin: SAP, kind: 'jump', size: -0.95 });
    const passing = await add({ isin: SAP, kind: 'jump', size: 0.3, until: '2026-03-02T12:00:00Z' });
    await own.advance('10m');
    await own.sim.delete(`/market/events/${passing.market_event_id}`);
    const chart = `/bars?isin=${SAP}&exchange=XETR&interval=1m&to=2026-03-02T09:40:00Z`;
    const past = (await own.sim.get(chart)).as(barList);
    for (const { market_event_id: id } of [fall, passing]) {
      const taken = (await own.sim.delete(`/market/events/${id}?take_back=true`)).as(marketEventView);
      const at = '2026-03-02T09:40:00.000Z';
      expect(taken).toMatchObject({ status: 'over', until: at, ended_at: at });
      const head = await own.head();
      expect((await own.sim.delete(`/market/events/${id}?take_back=true`)).as(marketEventView)).toEqual(taken);
      expect(await own.head()).toBe(head);
    }
    await plain.advance('10m');
    // The last trade does not change: it happened at the earlier price.
    const midsOf = async (server: TestServer) => (await pricesOf(server, SAP)).map(({ mid_eur: mid }) => mid);
    expect(await midsOf(own)).toEqual(await midsOf(plain));
    expect((await own.sim.get(chart)).as(barList)).toEqual(past);
    const trend = await add({ isin: SAP, kind: 'trend', rate_per_day: 0.1, until });
    const refusal = await own.sim.delete(`/market/events/${trend.market_event_id}?take_back=true`);
    expect(refusal.error().details.map(({ path }) => path)).toEqual(['/take_back']);
  });

  test('that jumped for a while and was ended before is in force until it is reversed', proves('L12'), async () => {
    const [own, plain] = await Promise.all([startBallast(), startBallast()]);
    const jump = { isin: SAP, kind: 'jump', size: 0.3, until: '2026-03-02T12:00:00Z' };
    const { market_event_id: id } = (await own.sim.post('/market/events', jump)).as(marketEventView);
    await own.advance('10m');
    await own.sim.delete(`/market/events/${id}`);
    await Promise.all([own.advance('4h'), plain.advance('250m')]);
    const midOf = async (server: TestServer) => (await pricesOf(server, SAP))[0]?.mid_eur ?? 0;
    expect((await midOf(own)) / (await midOf(plain))).toBeCloseTo(1.3, 4);
    const taken = (await own.sim.delete(`/market/events/${id}?take_back=true`)).as(marketEventView);
    expect(taken.until).toBe('2026-03-02T13:40:00.000Z');
    expect(await midOf(own)).toBe(await midOf(plain));
  });

  test('of volatility refuses another on the same time of the same instrument', proves('L11'), async () => {
    const own = await startBallast();
    const storm = { isin: SAP, kind: 'volatility', factor: 3, from: '2026-03-04T00:00:00Z' };
    await own.sim.post('/market/events', { ...storm, until: '2026-03-05T00:00:00Z' });
    const second = await own.sim.post('/market/events', { isin: SAP, kind: 'volatility', factor: 2, until });
    expect(second.error().details.map(({ path }) => path)).toEqual(['/from']);
    const before = { isin: SAP, kind: 'volatility', factor: 2, until: '2026-03-04T00:00:00Z' };
    expect((await own.sim.post('/market/events', before)).status).toBe(201);
  });
});

describe('bars', () => {
  test('end with the present price, in the currency of the listing', async () => {
    const { bars, ...rest } = (await server.sim.get(`/bars?isin=${SAP}&exchange=XETR&limit=2`)).as(barList);
    expect(rest).toEqual({ isin: SAP, exchange: 'XETR', currency: 'EUR', interval: '5m' });
    expect(bars.map(({ at }) => at)).toEqual(['2026-03-02T09:25:00.000Z', '2026-03-02T09:30:00.000Z']);
    const here = (await pricesOf(server, SAP)).find(({ exchange }) => exchange === 'XETR');
    expect(bars[1]?.close).toBe(here?.mid_eur);
  });

  test('show a pin during its span, and the past as it was', async () => {
    const own = await startBallast();
    const chart = `/bars?isin=${SAP}&exchange=XETR&interval=1h&from=2026-03-02T08:00:00Z`;
    await own.sim.post('/market/pins', { isin: SAP, mid: 500, currency: 'EUR' });
    await own.advance('90m');
    await own.sim.delete(`/market/pins/${SAP}`);
    await own.advance('2h');
    const { bars } = (await own.sim.get(chart)).as(barList);
    // 08:00 the model; 09:00 the pin from half past on; 10:00 the pin; 11:00 and after the model again
    expect(bars.map(({ high }) => high === 500)).toEqual([false, true, true, false, false, false]);
    expect(bars[2]).toMatchObject({ open: 500, high: 500, low: 500, close: 500 });
    expect(bars[0]?.close).toBeLessThan(300);
  });

  test.each([
    ['exchange=XETR', ['/isin']],
    [`isin=${SAP}&exchange=XLON`, ['/exchange']],
    [`isin=US0378331005&exchange=XETR`, ['/isin']],
    [`isin=${SAP}&exchange=XETR&interval=7m`, ['/interval']],
    [`isin=${SAP}&exchange=XETR&limit=5001`, ['/limit']],
    [`isin=${SAP}&exchange=XETR&limit=0`, ['/limit']],
    [`isin=${SAP}&exchange=XETR&from=2026-03-02`, ['/from']],
    [`isin=${SAP}&exchange=XETR&until=2026-03-02T00:00:00Z`, ['/until']],
  ])('for ?%s are 400', async (query, pointers) => {
    const response = await server.sim.get(`/bars?${query}`);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual(pointers);
  });

  test('are at most 5 000 in a call: a range with more is 400 and names the limit', proves('L13'), async () => {
    const range = `/bars?isin=${SAP}&exchange=XETR&from=2025-01-01T00:00:00Z`;
    expect((await server.sim.get(range)).error().message).toContain('5000 bars');
    expect((await server.sim.get(`${range}&limit=3`)).as(barList).bars).toHaveLength(3);
    expect((await server.sim.get(`/bars?isin=${SAP}&exchange=XETR&limit=5000`)).as(barList).bars).toHaveLength(5000);
  });
});

test('a plan that was made before a pin is executed at the pin', async () => {
  const own = await startBallast();
  const { rebalanceId } = await executeSample(own);
  expect((await rebalanceOf(own, rebalanceId)).status).toBe('executing');
  const other = await planFor(own, await createSample(own));
  await own.sim.post('/market/pins', { isin: WORLD_ETF, mid: 50, currency: 'EUR' });
  await own.b.post(`/rebalance/${other}/execute`, { confirm: true });
  await own.advance('1d');
  const buy = (await rebalanceOf(own, other)).orders.find(({ isin }) => isin === WORLD_ETF);
  expect(buy?.exchange).toBe('XETR');
  for (const { price } of buy?.fills ?? []) expect(Math.abs(price / 50 - 1)).toBeLessThan(0.01);
  expect(buy?.fills.length).toBeGreaterThan(0);
});

async function pricesOf({ b }: TestServer, isin: string) {
  return (await b.get(`/prices/${isin}`)).as(priceList).prices;
}

async function expectRefusal(path: string, body: unknown, pointers: string[]): Promise<void> {
  const head = await server.head();
  const response = await server.sim.post(path, body);
  expect(response.status).toBe(400);
  expect(response.error().details.map((each) => each.path)).toEqual(pointers);
  expect(await server.head()).toBe(head);
}
