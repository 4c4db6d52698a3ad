/** Market events about many instruments (decision O11): all, a sector, a trading currency; by beta; over HTTP. */
import { afterAll, describe, expect, test } from 'vitest';
import { marketEventList, marketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

/** Market betas: SAP 1.1, Allianz 0.95, Diageo 0.6. */
const [ALLIANZ, DIAGEO] = ['DE0008404005', 'GB0002374006'];
const NOW = '2026-03-02T09:30:00.000Z';
const LATER = '2026-03-20T00:00:00Z';

describe('a move of many instruments', () => {
  test('moves all of them, by the same share or by their beta', proves('O11.2', 'O11.4'), async () => {
    const [server, calm] = [await startBallast(), await startBallast()];
    const plain = { kind: 'jump', instruments: 'all', size: -0.1 };
    expect((await add(server, plain)).as(marketEventView)).toMatchObject({ ...plain, at: NOW, status: 'over' });
    expect(await factorsOf(server, calm)).toEqual([0.9, 0.9, 0.9]);
    const scaled = { kind: 'jump', instruments: 'all', size: -0.1, by_beta: true };
    expect((await add(server, scaled)).as(marketEventView)).toMatchObject(scaled);
    // 0.9 × (1 - 0.1 × 1.1) = 0.801, and 0.8145 and 0.846 with betas of 0.95 and 0.6
    expect(await factorsOf(server, calm)).toEqual([0.801, 0.8145, 0.846]);
    const reported = await addedEvents(server);
    expect(reported[1]).toMatchObject({ instruments: 'all', by_beta: true, size: -0.1 });
    expect(reported[0]).not.toHaveProperty('by_beta');
    expect(reported[0]).not.toHaveProperty('isin');
  });

  test('of a sector or a trading currency does not affect the others', proves('O11.1'), async () => {
    const [server, calm] = [await startBallast(), await startBallast()];
    await add(server, { kind: 'jump', instruments: { sector: 'technology' }, size: 0.2 });
    expect(await factorsOf(server, calm)).toEqual([1.2, 1, 1]);
    await add(server, { kind: 'jump', instruments: { currency: 'GBP' }, size: -0.5, by_beta: true });
    expect(await factorsOf(server, calm)).toEqual([1.2, 1, 0.7]);
    const unchanged = [await perEur(server), await perEur(calm)];
    expect(unchanged[0], 'no exchange rate moves').toEqual(unchanged[1]);
  });

  test(
    'does not affect an instrument that is pinned, and applies to it once the pin is gone',
    proves('O11.3'),
    async () => {
      const [server, calm] = [await startBallast(), await startBallast()];
      await server.sim.post('/market/pins', { isin: SAP, mid: 200, currency: 'EUR' });
      expect((await add(server, { kind: 'jump', instruments: 'all', size: -0.1 })).status).toBe(201);
      expect(await midOf(server, SAP)).toBe(200);
      expect((await factorsOf(server, calm)).slice(1)).toEqual([0.9, 0.9]);
      // Alone it is refused, as usual.
      const alone = await add(server, { kind: 'jump', isin: SAP, size: -0.1 });
      expect(alone.error().details).toMatchObject([
        { path: '/isin', issue: expect.stringContaining('a pin holds it') },
      ]);
      await server.sim.delete(`/market/pins/${SAP}`);
      expect((await factorsOf(server, calm))[0]).toBe(0.9);
    },
  );

  test('drifts until it is ended, is reversed, and survives a restart', proves('O11.4'), async () => {
    const dataDir = newFolder();
    const [first, calm] = [await startBallast({ dataDir }), await startBallast()];
    const trend = { kind: 'trend', instruments: 'all', rate_per_day: -0.02, by_beta: true, until: LATER };
    const { market_event_id: id } = (await add(first, trend)).as(marketEventView);
    await add(first, { kind: 'volatility', instruments: 'all', factor: 3, until: LATER });
    await add(first, { kind: 'volume', instruments: { sector: 'technology' }, factor: 2, until: LATER });
    const jump = (await add(first, { kind: 'jump', instruments: 'all', size: -0.3, by_beta: true })).as(
      marketEventView,
    );
    await first.advance('1d');
    await calm.advance('1d');
    const fallen = await factorsOf(first, calm);
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect(await factorsOf(again, calm)).toEqual(fallen);
    const { market_events: events } = (await again.sim.get('/market/events')).as(marketEventList);
    expect(events).toMatchObject([
      { ...trend, until: '2026-03-20T00:00:00.000Z', status: 'active' },
      { instruments: 'all', factor: 3 },
      { instruments: { sector: 'technology' }, factor: 2 },
      { instruments: 'all', by_beta: true },
    ]);
    await again.sim.delete(`/market/events/${jump.market_event_id}?take_back=true`);
    const [taken = 0] = await factorsOf(again, calm);
    // SAP, beta 1.1, had fallen by 33 %.
    expect((fallen[0] ?? 0) / taken).toBeCloseTo(1 - 0.3 * 1.1, 3);
    expect((await again.sim.delete(`/market/events/${id}`)).as(marketEventView).status).toBe('over');
    const ended = (await again.sim.get('/events'))
      .as(eventList)
      .events.filter(({ type }) => type.endsWith('event_ended'));
    expect(ended.map(({ data }) => data.instruments)).toEqual(['all', 'all']);
  });

  test('is refused with the place of every issue, and then nothing happens', proves('O11.1'), async () => {
    const server = await startBallast();
    const head = await server.head();
    for (const [body, place] of [
      [{ kind: 'jump', size: 0.1 }, '/isin'],
      [{ kind: 'jump', size: 0.1, isin: SAP, instruments: 'all' }, '/isin'],
      [{ kind: 'jump', size: 0.1, instruments: 'some' }, '/instruments'],
      [{ kind: 'jump', size: 0.1, instruments: { sector: 'witchcraft' } }, '/instruments/sector'],
      [{ kind: 'jump', size: 0.1, instruments: { currency: 'JPY' } }, '/instruments/currency'],
      [{ kind: 'jump', size: 0.1, instruments: { sector: 'technology', currency: 'EUR' } }, '/instruments/currency'],
      [{ kind: 'jump', size: 0.1, instruments: 'all', by_beta: false }, '/by_beta'],
      [{ kind: 'volatility', factor: 2, instruments: 'all', by_beta: true, until: LATER }, '/by_beta'],
      [{ kind: 'fx_jump', size: 0.1, currency: 'USD', instruments: 'all' }, '/instruments'],
      [{ kind: 'trend', instruments: 'all', rate_per_day: 0.1, until: '2026-03-02T09:00:00Z' }, '/until'],
    ] as const) {
      const response = await add(server, body);
      expect(response.status, JSON.stringify(body)).toBe(400);
      expect(response.error().details?.map(({ path }) => path)).toContain(place);
    }
    expect(await server.head()).toBe(head);
  });

  test('may not overlap another factor on any of its instruments', proves('O11.3'), async () => {
    const server = await startBallast();
    const one = await add(server, { kind: 'volatility', isin: DIAGEO, factor: 2, until: LATER });
    const { market_event_id: id } = one.as(marketEventView);
    const all = await add(server, { kind: 'volatility', instruments: 'all', factor: 3, until: LATER });
    expect(all.error().details).toEqual([{ path: '/from', issue: `overlaps the volatility of ${id} for ${DIAGEO}` }]);
    expect(
      (await add(server, { kind: 'volatility', instruments: { sector: 'technology' }, factor: 3, until: LATER }))
        .status,
    ).toBe(201);
    const sap = await add(server, { kind: 'volatility', isin: SAP, factor: 3, until: LATER });
    expect(sap.error().details?.[0]?.issue).toContain('overlaps the volatility');
  });
});

function add({ sim }: TestServer, body: object) {
  return sim.post('/market/events', body);
}

/** Of SAP, Allianz and Diageo, compared with the same world without events. */
async function factorsOf(server: TestServer, calm: TestServer): Promise<number[]> {
  const factors = [];
  for (const isin of [SAP, ALLIANZ, DIAGEO]) {
    factors.push(Number(((await midOf(server, isin)) / (await midOf(calm, isin))).toFixed(4)));
  }
  return factors;
}

async function midOf({ b }: TestServer, isin: string): Promise<number> {
  return (await b.get(`/prices/${isin}`)).as(priceList).prices[0]?.mid_eur ?? 0;
}

async function perEur({ sim }: TestServer): Promise<string> {
  return (await sim.get('/market/fx')).text;
}

async function addedEvents({ sim }: TestServer) {
  const { events } = (await sim.get('/events')).as(eventList);
  return events.filter(({ type }) => type === 'market.event_added').map(({ data }) => data);
}
