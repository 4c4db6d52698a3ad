/**
 * Loaded prices through `/sim/market/series` and through world files (decision L15): all of a file or nothing of it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBallast, StartupError } from '../../../../src-server/app.ts';
import { barList, rateList, seriesLoaded } from '../../../../src-server/contract/control/market/market-prices.ts';
import { portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { applyOptions } from '../../../support/ballast-defaults.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP, samplePortfolio } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const HEADER = 'timestamp,isin,exchange,mid';
const SERIES = [
  HEADER,
  `2026-03-02T08:00:00Z,${SAP},XETR,300`,
  `2026-03-02T10:00:00Z,${SAP},XETR,310.5`,
  `2026-03-31T00:00:00Z,${SAP},XETR,320`,
].join('\n');

describe('POST /sim/market/series', () => {
  test('prices the listing from now on, and earlier charts do not change', async () => {
    const server = await startBallast();
    const chart = `/bars?isin=${SAP}&exchange=XETR&interval=1h&from=2026-03-02T08:00:00Z&to=2026-03-02T09:00:00Z`;
    const before = (await server.sim.get(chart)).as(barList);
    const response = await postCsv(server, SERIES);
    expect(response.status).toBe(201);
    const from = '2026-03-02T09:30:00.000Z';
    const loaded = { isin: SAP, exchange: 'XETR', rows: 3, from, until: '2026-03-31T00:00:00.000Z' };
    expect(response.as(seriesLoaded)).toEqual({ series: [loaded] });
    expect(await midOf(server)).toBe(300);
    expect((await server.sim.get(chart)).as(barList)).toEqual(before);
    await server.advance('30m');
    expect(await midOf(server)).toBe(310.5);
    const last = (await server.sim.get('/events')).as(eventList).events.at(-1);
    expect(last).toMatchObject({ type: 'market.series_loaded', data: { series: [loaded] } });
    // Events apply to loaded prices as to others: half of 310.50.
    await server.sim.post('/market/events', { isin: SAP, kind: 'jump', size: -0.5 });
    expect(await midOf(server)).toBe(155.25);
  });

  test('accepts exchange rates, to which events and pins apply', proves('P4.12'), async () => {
    const server = await startBallast();
    const response = await postCsv(server, `${HEADER}\n2026-03-02T00:00:00Z,USD,,1.25\n2026-03-31T00:00:00Z,USD,,1.5`);
    expect(response.as(seriesLoaded)).toEqual({
      series: [{ currency: 'USD', rows: 2, from: '2026-03-02T09:30:00.000Z', until: '2026-03-31T00:00:00.000Z' }],
    });
    expect(await dollarsPerEuro(server)).toBe(1.25);
    await server.sim.post('/market/events', { currency: 'USD', kind: 'fx_jump', size: -0.5 });
    expect(await dollarsPerEuro(server)).toBe(2.5);
    await server.sim.post('/market/pins', { currency: 'USD', per_eur: 3 });
    expect(await dollarsPerEuro(server)).toBe(3);
    const refused = await postCsv(server, `${HEADER}\n2026-03-02T00:00:00Z,EUR,,1\n2026-03-02T00:00:00Z,JPY,,1`);
    expect(refused.error().details).toHaveLength(2);
  });

  test('loads nothing of a file with an invalid row, and names every one', proves('L15'), async () => {
    const server = await startBallast();
    const head = await server.head();
    const response = await postCsv(server, `${SERIES}\nx,${SAP},XETR,1\n2026-04-01T00:00:00Z,${SAP},XLON,1`);
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([
      { path: '/lines/5', issue: 'timestamp is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z' },
      { path: '/lines/6', issue: `${SAP} is not listed at XLON` },
    ]);
    const over = await postCsv(server, `${HEADER}\n2026-03-01T00:00:00Z,${SAP},XETR,1`);
    expect(over.error().details).toEqual([{ path: '', issue: expect.stringContaining('which is in the past') }]);
    expect((await server.sim.post('/market/series', {})).status).toBe(400);
    expect(await server.head()).toBe(head);
    expect(await midOf(server)).toBeLessThan(290);
  });

  test('accepts 16 MiB and no more', { tags: ['deep'] }, async () => {
    const server = await startBallast();
    const text = `${SERIES}\n`;
    const padded = text + '\n'.repeat(16 * 1_048_576 - text.length);
    expect((await postCsv(server, padded)).status).toBe(201);
    const response = await postCsv(server, `${padded}\n`);
    expect(response.error().message).toBe('The request body is larger than 16 MiB.');
  });

  test('survives a restart', async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await postCsv(first, SERIES);
    await first.advance('1h');
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect(await midOf(again)).toBe(310.5);
  });
});

describe('a world file', () => {
  test('names series next to it; they price the world from its beginning, its past too', proves('L16'), async () => {
    const server = await startBallast({ fixtureFile: worldFileWith(SERIES) });
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios).toHaveLength(1);
    expect(await midOf(server)).toBe(300);
    const chart = `/bars?isin=${SAP}&exchange=XETR&from=2026-03-02T08:00:00Z&limit=1&to=2026-03-02T08:05:00Z`;
    expect((await server.sim.get(chart)).as(barList).bars[0]).toMatchObject({ open: 300, close: 300 });
  });

  test('with an invalid series makes no world: exit 65 with file, line and reason of every such row', async () => {
    const dataDir = newFolder();
    const fixtureFile = worldFileWith(`${SERIES}\nx,${SAP},XETR,1\ny,${SAP},XETR,2`);
    const csv = fixtureFile.replace('world.yaml', 'prices.csv');
    expect((await failureOf({ dataDir, fixtureFile })).lines).toEqual([
      `${csv}:5: timestamp is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z`,
      `${csv}:6: timestamp is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z`,
    ]);
    const missing = worldFileWith(SERIES, 'nowhere.csv');
    const { exitCode, lines } = await failureOf({ dataDir, fixtureFile: missing });
    expect(exitCode).toBe(65);
    expect(lines).toEqual([expect.stringMatching(/world\.yaml:\d+:\d+.*\/series\/0: does not exist/)]);
    const fresh = await startBallast({ dataDir, fixtureFile: worldFileWith(SERIES) });
    expect(await midOf(fresh)).toBe(300);
  });
});

function worldFileWith(csv: string, name = 'prices.csv'): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'prices.csv'), csv);
  const portfolios = [{ form: 'B', request: samplePortfolio() }];
  writeFileSync(join(folder, 'world.yaml'), JSON.stringify({ series: [name], portfolios }));
  return join(folder, 'world.yaml');
}

async function failureOf(options: Parameters<typeof applyOptions>[0]): Promise<StartupError> {
  try {
    await (await createBallast(applyOptions(options))).stop();
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('it started');
}

function postCsv({ sim }: TestServer, body: string) {
  return sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body });
}

async function midOf({ b }: TestServer): Promise<number | undefined> {
  const { prices } = (await b.get(`/prices/${SAP}`)).as(priceList);
  return prices.find(({ exchange }) => exchange === 'XETR')?.mid_eur;
}

async function dollarsPerEuro(server: TestServer): Promise<number | undefined> {
  const { rates } = (await server.sim.get('/market/fx')).as(rateList);
  return rates.find(({ currency }) => currency === 'USD')?.per_eur;
}
