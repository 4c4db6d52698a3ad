/** Instruments added to a running world (decision P4): traded like all others, stored, and gone after a reset. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { instrumentList, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { prices } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { play, startRecording, takeRecording } from '../../../recording/play-recording.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, LARGE, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const ACME = { isin: 'ZZACME000000', name: 'Acme', reference_price: 50, spread_bps: 20, listings: ['XETR', 'XLON'] };
const add = (on: TestServer, ...instruments: object[]) => on.sim.post('/instruments', { instruments });
const priceOf = async (isin: string, on: TestServer) => (await on.b.get(`/prices/${isin}`)).as(prices).prices;
const printOf = async (on: TestServer) => (await on.sim.get('/fingerprint')).as(fingerprint);
/** A portfolio of cash with the new instrument as its target, rebalanced to the end. */
async function tradeAcme(on: TestServer): Promise<string> {
  const wanted = { cash: 100_000, holdings: [], targets: [{ isin: ACME.isin, weight: 0.5 }] };
  const { portfolioId, rebalanceId } = await executeSample(on, wanted);
  await on.advance('1d');
  expect((await rebalanceOf(on, rebalanceId)).status).toBe('complete');
  return portfolioId;
}

describe.each([
  ['in memory', () => ({})],
  ['in a folder', () => ({ dataDir: newFolder() })],
])('an instrument that is added to a world %s', (_where, options) => {
  test('is priced, quoted and traded from the next request on, and moves no other price', proves('P4.19'), async () => {
    const [own, plain] = [await startBallast(options()), await startBallast()];
    const before = await priceOf(SAP, own);
    const response = await add(own, ACME);
    expect([response.status, response.as(instrumentList).instruments]).toEqual([
      201,
      [expect.objectContaining({ isin: ACME.isin, name: 'Acme', primary_exchange: 'XETR', listings: ACME.listings })],
    ]);
    const [quote] = await priceOf(ACME.isin, own);
    expect(quote?.mid_eur).toBeCloseTo(50, 1);
    const { bids, asks } = (await own.sim.get(`/depth?isin=${ACME.isin}&exchange=XETR`)).as(depthView);
    // 20 bps of 50.00, on the grid of ticks.
    expect((asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)).toBeCloseTo(0.1, 1);
    expect(await priceOf(SAP, own)).toEqual(before);
    const portfolioId = await tradeAcme(own);
    const { holdings } = (await own.sim.get(`/portfolios/${portfolioId}`)).as(portfolioView);
    expect(holdings.map(({ isin, name }) => [isin, name])).toEqual([[ACME.isin, 'Acme']]);
    await plain.advance('1d');
    expect(await priceOf(SAP, own)).toEqual(await priceOf(SAP, plain));
  });

  test('remains until a reset, through snapshots and in recordings', proves('P4.20', 'K50'), async () => {
    const own = await startBallast(options());
    const first = await printOf(own);
    await own.sim.post('/snapshots', { name: 'without' });
    const recorded = await startRecording(own, 'now');
    await add(own, ACME);
    const added = await printOf(own);
    expect([first.fixtures.own_market, added.fixtures.own_market]).toEqual([
      undefined,
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    const { events } = (await own.sim.get('/events')).as(eventList);
    expect(events.at(-1)).toMatchObject({
      type: 'market.instruments_added',
      data: {
        instruments: [{ isin: ACME.isin, name: 'Acme', exchanges: ['XETR', 'XLON'] }],
        market: added.fixtures.own_market,
      },
    });
    await tradeAcme(own);
    const taken = await takeRecording(own, recorded);
    expect(taken.facts).toMatchObject({ ended_by: 'stop', head: await own.head() });
    const { status, head, faults } = await play(taken);
    expect({ status, head, faults }).toEqual({ status: 'passed', head: await own.head(), faults: [] });
    await own.sim.post('/snapshots', { name: 'with' });
    await own.sim.post('/snapshots/without/restore', {});
    expect((await own.b.get(`/prices/${ACME.isin}`)).status).toBe(404);
    await own.sim.post('/snapshots/with/restore', {});
    expect((await priceOf(ACME.isin, own)).length).toBe(2);
    await own.sim.post('/reset', {});
    expect(await printOf(own)).toEqual(first);
  });
});

test('concurrent requests see a consistent world, and pending orders continue', proves('P4.20'), async () => {
  const own = await startBallast({ dataDir: newFolder() });
  const { rebalanceId } = await executeSample(own, LARGE);
  await own.advance('20s');
  const added = await Promise.all([
    add(own, ACME),
    ...Array.from({ length: 20 }, () => own.b.get(`/prices/${SAP}`)),
    createSample(own, { external_id: 'meanwhile' }),
    add(own, { ...ACME, isin: 'ZZACME000018' }),
  ]);
  expect(added.map((response) => (typeof response === 'string' ? 201 : response.status))).toEqual([
    201,
    ...Array.from({ length: 20 }, () => 200),
    201,
    201,
  ]);
  await own.advance('2d');
  expect((await rebalanceOf(own, rebalanceId)).status).toBe('complete');
});

test('a folder that is reopened has it', proves('P4.20'), async () => {
  const dataDir = newFolder();
  const first = await startBallast({ dataDir });
  await add(first, ACME);
  const before = await printOf(first);
  await first.stop();
  const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
  expect(await printOf(again)).toEqual(before);
  await tradeAcme(again);
});

test.each([
  [{ isin: SAP, reference_price: 1, listings: ['XETR'] }, '/instruments/0/isin'],
  [{ isin: 'ZZACME000001', reference_price: 1, listings: ['XETR'] }, '/instruments/0/isin'],
  [{ ...ACME, listings: ['XNYS'] }, '/instruments/0/listings/0'],
  [{ ...ACME, listings: [] }, '/instruments/0/listings'],
  [{ ...ACME, primary_exchange: 'XPAR' }, '/instruments/0/primary_exchange'],
  [{ ...ACME, reference_price: 0 }, '/instruments/0/reference_price'],
  [{ ...ACME, annual_volatility: 0.1, market_beta: 1 }, '/instruments/0/annual_volatility'],
  [{ ...ACME, buyer_taxes: ['NO_TAX'] }, '/instruments/0/buyer_taxes/0'],
])('%j is refused, and nothing changes', proves('P4.19'), async (instrument, path) => {
  const before = await printOf(server);
  const refused = await add(server, instrument, { ...ACME, isin: 'ZZACME000018' });
  expect([refused.status, refused.error().details.map((each) => each.path)]).toEqual([400, [path]]);
  expect(await printOf(server)).toEqual(before);
  expect((await server.b.get('/prices/ZZACME000018')).status).toBe(404);
});

test('a duplicate, or one that was added before, is refused', proves('P4.19'), async () => {
  const own = await startBallast();
  const refused = await add(own, ACME, ACME);
  expect(refused.error().details.map((each) => each.path)).toEqual(['/instruments/1/isin']);
  await add(own, ACME);
  const again = await add(own, { ...ACME, isin: 'ZZACME000018' }, ACME);
  expect(again.error().details.map((each) => each.path)).toEqual(['/instruments/1/isin']);
});

test('nothing is added during an advance of the clock', proves('P4.19'), async () => {
  const own = await startBallast();
  await createSample(own);
  await own.sim.post('/clock/advance', { by: '1000d' });
  expect((await add(own, ACME)).error().code).toBe('already_executing');
  await own.sim.post('/clock/stop', {});
  expect((await add(own, ACME)).status).toBe(201);
});
