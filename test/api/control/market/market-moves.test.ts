/** Moves of more than one price (decisions L57, L58): reversed jumps, volumes, exchange rates; over HTTP. */
import { afterAll, describe, expect, test } from 'vitest';
import { depthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import {
  deletedPin,
  fxPinView,
  marketEventList,
  marketEventView,
  pinList,
} from '../../../../src-server/contract/control/market/market-control.ts';
import { barList, rateList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const NOW = '2026-03-02T09:30:00.000Z';

describe('a flash crash', () => {
  test('falls at one instant and is back at another, as if nothing had happened', proves('L57'), async () => {
    const [server, calm] = [await startBallast(), await startBallast()];
    const crash = { kind: 'jump', isin: SAP, size: -0.4, at: '2026-03-02T09:40:00Z', until: '2026-03-02T09:50:00Z' };
    const added = await server.sim.post('/market/events', crash);
    expect(added.status).toBe(201);
    expect(added.as(marketEventView)).toMatchObject({
      ...crash,
      at: '2026-03-02T09:40:00.000Z',
      until: '2026-03-02T09:50:00.000Z',
      status: 'scheduled',
    });
    for (const [by, factor, status] of [
      ['10m', 0.6, 'active'],
      ['9m', 0.6, 'active'],
      ['1m', 1, 'over'],
    ] as const) {
      await server.advance(by);
      await calm.advance(by);
      expect((await midOf(server, SAP)) / (await midOf(calm, SAP))).toBeCloseTo(factor, 6);
      expect((await eventsOf(server))[0]?.status).toBe(status);
    }
  });

  test('that is ended while it lasts remains, because only its end is cancelled', proves('L57'), async () => {
    const [server, calm] = [await startBallast(), await startBallast()];
    const body = { kind: 'jump', isin: SAP, size: -0.4, until: '2026-03-02T09:50:00Z' };
    const { market_event_id: id } = (await server.sim.post('/market/events', body)).as(marketEventView);
    await server.sim.delete(`/market/events/${id}`);
    await server.advance('1h');
    await calm.advance('1h');
    expect((await midOf(server, SAP)) / (await midOf(calm, SAP))).toBeCloseTo(0.6, 6);
  });

  test('has little volume: a tenth of the shares in the order book and in the chart', proves('L57'), async () => {
    const [server, calm] = [await startBallast(), await startBallast()];
    const thin = { kind: 'volume', isin: SAP, factor: 0.1, until: '2026-03-02T10:30:00Z' };
    expect((await server.sim.post('/market/events', thin)).status).toBe(201);
    const again = await server.sim.post('/market/events', { ...thin, factor: 3 });
    expect(again.error().details).toEqual([
      { path: '/from', issue: expect.stringContaining('overlaps the volume of me_') },
    ]);
    const depth = `/depth?isin=${SAP}&exchange=XETR`;
    const [bid] = (await server.sim.get(depth)).as(depthView).bids;
    const [usual] = (await calm.sim.get(depth)).as(depthView).bids;
    expect(bid?.price).toBe(usual?.price);
    expect((bid?.quantity ?? 0) / (usual?.quantity ?? 0)).toBeCloseTo(0.1, 5);
    await server.advance('1h');
    await calm.advance('1h');
    const chart = `/bars?isin=${SAP}&exchange=XETR&interval=1h&from=${NOW}&limit=1`;
    const [bar] = (await server.sim.get(chart.replace(NOW, '2026-03-02T09:00:00Z'))).as(barList).bars;
    const [calmBar] = (await calm.sim.get(chart.replace(NOW, '2026-03-02T09:00:00Z'))).as(barList).bars;
    expect(bar?.volume).toBeLessThan(calmBar?.volume ?? 0);
    expect(bar?.close).toBe(calmBar?.close);
  });
});

describe('an exchange rate', () => {
  test('jumps with the worth of a currency, in rates, prices and the value of portfolios', proves('L58'), async () => {
    const server = await startBallast();
    const request = { external_id: 'pounds', currency: 'GBP', tax_wrapper: 'ISA', cash: 0 };
    const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 100 }];
    const made = await server.b.post('/portfolios', { ...request, holdings, targets: [{ isin: SAP, weight: 1 }] });
    const { portfolio_id: id } = JSON.parse(made.text) as { portfolio_id: string };
    const [before, valued] = [await rateOf(server, 'GBP'), await totalOf(server, id)];
    const added = await server.sim.post('/market/events', { kind: 'fx_jump', currency: 'GBP', size: -0.2 });
    expect(added.as(marketEventView)).toMatchObject({ kind: 'fx_jump', currency: 'GBP', size: -0.2, at: NOW });
    const after = await rateOf(server, 'GBP');
    // A pound is worth four fifths in EUR, so one EUR buys five quarters of its earlier amount.
    expect(after.per_eur / before.per_eur).toBeCloseTo(1.25, 5);
    expect(after.reference_per_eur).toBe(0.862);
    expect((await totalOf(server, id)) / valued).toBeCloseTo(1.25, 4);
    const { events } = (await server.sim.get('/events')).as(eventList);
    const reported = events.find(({ type }) => type === 'market.event_added')?.data;
    expect(reported).toMatchObject({ kind: 'fx_jump', currency: 'GBP', size: -0.2 });
    expect(reported).not.toHaveProperty('isin');
  });

  test('has trends, volatility and pins, which survive a restart', proves('L58'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const until = '2026-03-20T00:00:00Z';
    const trend = { kind: 'fx_trend', currency: 'USD', rate_per_day: 0.01, until };
    const storm = { kind: 'fx_volatility', currency: 'CHF', factor: 5, until };
    for (const body of [trend, storm]) expect((await first.sim.post('/market/events', body)).status).toBe(201);
    const pin = await first.sim.post('/market/pins', { currency: 'SEK', per_eur: 12.5 });
    expect(pin.status).toBe(201);
    expect(pin.as(fxPinView)).toEqual({ currency: 'SEK', per_eur: 12.5, since: NOW });
    await first.advance('3d');
    const rates = (await first.sim.get('/market/fx')).as(rateList);
    expect(rates.rates.find(({ currency }) => currency === 'SEK')).toMatchObject({ per_eur: 12.5, held: true });
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect((await again.sim.get('/market/fx')).as(rateList)).toEqual(rates);
    expect((await eventsOf(again)).map(({ kind, status }) => [kind, status])).toEqual([
      ['fx_trend', 'active'],
      ['fx_volatility', 'active'],
    ]);
    const pins = [{ currency: 'SEK', per_eur: 12.5, since: NOW }];
    expect((await again.sim.get('/market/pins')).as(pinList)).toEqual({ pins: [], fx_pins: pins });
    const released = await again.sim.delete('/market/pins/SEK');
    expect(released.as(deletedPin)).toEqual({ currency: 'SEK', deleted: true });
    expect((await again.sim.delete('/market/pins/SEK')).status).toBe(404);
    expect((await rateOf(again, 'SEK')).per_eur).not.toBe(12.5);
    const types = (await again.sim.get('/events')).as(eventList).events.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('market.fx_'))).toEqual(['market.fx_pinned', 'market.fx_unpinned']);
  });

  test('is refused if it is EUR, unknown or no rate, with the place of every issue', proves('L58'), async () => {
    const server = await startBallast();
    const head = await server.head();
    const until = '2026-03-20T00:00:00Z';
    for (const [path, body, place] of [
      ['/market/events', { kind: 'fx_jump', currency: 'EUR', size: 0.1 }, '/currency'],
      ['/market/events', { kind: 'fx_jump', isin: SAP, size: 0.1 }, '/isin'],
      ['/market/events', { kind: 'fx_trend', currency: 'USD', rate_per_day: 2, until }, '/rate_per_day'],
      ['/market/events', { kind: 'fx_jump', currency: 'USD', size: 0.1, until: '2026-03-02T09:30:00Z' }, '/until'],
      ['/market/events', { kind: 'fall', isin: SAP }, '/kind'],
      ['/market/pins', { currency: 'EUR', per_eur: 1 }, '/currency'],
      ['/market/pins', { currency: 'USD', per_eur: 0 }, '/per_eur'],
      ['/market/pins', { currency: 'USD', per_eur: 1.23456789 }, '/per_eur'],
    ] as const) {
      const response = await server.sim.post(path, body);
      expect(response.status).toBe(400);
      expect(response.error().details?.map((detail) => detail.path)).toContain(place);
    }
    expect(await server.head()).toBe(head);
    const twice = { kind: 'fx_volatility', currency: 'USD', factor: 2, until };
    await server.sim.post('/market/events', twice);
    expect((await server.sim.post('/market/events', twice)).error().details?.[0]?.issue).toContain(
      'overlaps the volatility',
    );
    expect(await eventsOf(server)).toHaveLength(1);
  });
});

async function eventsOf({ sim }: TestServer) {
  return (await sim.get('/market/events')).as(marketEventList).market_events;
}

async function rateOf({ sim }: TestServer, currency: string) {
  const found = (await sim.get('/market/fx')).as(rateList).rates.find((rate) => rate.currency === currency);
  if (found === undefined) throw new Error(`no rate of ${currency}`);
  return found;
}

async function totalOf({ sim }: TestServer, portfolioId: string): Promise<number> {
  return (await sim.get(`/portfolios/${portfolioId}`)).as(portfolioView).total_value;
}

async function midOf({ b }: TestServer, isin: string): Promise<number> {
  const { prices } = (await b.get(`/prices/${isin}`)).as(priceList);
  return prices.find(({ exchange }) => exchange === 'XETR')?.mid_eur ?? 0;
}
