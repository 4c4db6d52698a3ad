/**
 * Worlds with custom markets (decisions L54 to L56, L59): in every view, over restart, reset and restore, or not at
 * all.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BallastOptions } from '../../../../src-server/app/ballast-options.ts';
import { createBallast, StartupError } from '../../../../src-server/app.ts';
import { exchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { rateList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { instrumentList, portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { worldContents } from '../../../../src-server/contract/scenario/world-file.ts';
import { prices as priceList } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { applyOptions } from '../../../support/ballast-defaults.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const ACME = 'ZZACME000000';
const SECOND_SYNTHETIC = 'ZZSYN0000020';
const WORLD = {
  instruments: [{ isin: ACME, name: 'Acme', symbol: 'ACME', reference_price: 50, listings: ['XETR', 'XLON'] }],
  synthetic: { count: 40, exchanges: ['XETR', 'XPAR'] },
  fx: { USD: { per_eur: 1.25, annual_volatility: 0 } },
  calendars: { XETR: { closed: ['2026-03-03'] } },
  series: [{ isin: ACME, exchange: 'XETR', from: '2026-03-02T09:00:00Z', every: '1h', mids: [51, 52.5] }],
  pins: [{ isin: SECOND_SYNTHETIC, mid: 10, currency: 'EUR' }],
  portfolios: [
    {
      form: 'B',
      request: {
        external_id: 'own',
        currency: 'EUR',
        tax_wrapper: 'Depot',
        cash: 1000,
        holdings: [
          { isin: ACME, exchange: 'XETR', quantity: 10 },
          { isin: SECOND_SYNTHETIC, exchange: 'XPAR', quantity: 5 },
        ],
        targets: [{ isin: ACME, weight: 1 }],
      },
    },
  ],
};

describe('a world with custom instruments', () => {
  test('shows and prices them like all others', proves('L54', 'L55', 'L59'), async () => {
    const server = await startBallast({ fixtureFile: fileOf(WORLD) });
    await expectOwn(server);
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    // 10 × 51.00 by its series, 5 × 10.00 by its pin, and the cash.
    expect(portfolios[0]?.total_value).toBeCloseTo(10 * 51 + 5 * 10 + 1000, 2);
    await server.advance('30m');
    expect(await midOf(server, ACME)).toBe(52.5);
    const [created] = (await server.sim.get('/events')).as(eventList).events;
    const { fixtures } = (await server.sim.get('/fingerprint')).as(fingerprint);
    expect(created).toMatchObject({ type: 'world.created', data: { market: fixtures.own_market } });
    expect(fixtures.own_market).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has custom days: an exchange that is closed then opens the day after', proves('L59'), async () => {
    const server = await startBallast({ fixtureFile: fileOf(WORLD), startAt: Date.UTC(2026, 2, 2, 18) });
    const xetra = (await server.sim.get('/exchanges/XETR')).as(exchangeView);
    expect(xetra.next_open_at).toBe('2026-03-04T08:00:00.000Z');
    const paris = (await server.sim.get('/exchanges/XPAR')).as(exchangeView);
    expect(paris.next_open_at).toBe('2026-03-03T08:00:00.000Z');
  });

  test('restarts without its file, and is reset and restored with all of it', proves('L54'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir, fixtureFile: fileOf(WORLD) });
    const before = (await first.sim.get('/fingerprint')).as(fingerprint);
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect((await again.sim.get('/fingerprint')).as(fingerprint)).toEqual(before);
    await expectOwn(again);
    await again.sim.post('/snapshots', { name: 'kept' });
    await again.advance('2h');
    expect((await again.sim.post('/reset', {})).as(fingerprint)).toEqual(before);
    await expectOwn(again);
    expect((await again.sim.post('/snapshots/kept/restore', {})).status).toBe(200);
    await expectOwn(again);
    await again.stop();
    // Another process wrote the snapshot, so it is checked before it is used.
    const third = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect((await third.sim.post('/snapshots/kept/restore', {})).status).toBe(200);
    await expectOwn(third);
  });

  test('differs from its neighbour in the same process, which has the shared market', async () => {
    const usual = await startBallast();
    const own = await startBallast({ contents: contentsOf({ ...WORLD, replace_instruments: true }) });
    expect(await instrumentsOf(usual)).toHaveLength(33);
    expect(await instrumentsOf(own)).toHaveLength(41);
    expect((await usual.b.get(`/prices/${ACME}`)).status).toBe(404);
    expect((await own.b.get(`/prices/${SAP}`)).status).toBe(404);
    const { fixtures } = (await usual.sim.get('/fingerprint')).as(fingerprint);
    expect(fixtures).not.toHaveProperty('own_market');
  });

  test('leaves nothing of a failed start to the next one', async () => {
    const dataDir = newFolder();
    const holdings = [{ isin: 'DE0000000008', exchange: 'XETR', quantity: 1 }];
    const bad = { ...WORLD, portfolios: [{ form: 'B', request: { ...WORLD.portfolios[0]?.request, holdings } }] };
    expect((await failureOf({ dataDir, fixtureFile: fileOf(bad) })).exitCode).toBe(65);
    const fresh = await startBallast({ dataDir });
    expect(await instrumentsOf(fresh)).toHaveLength(33);
  });
});

describe('an invalid custom market', () => {
  test('makes no world: exit 65 with the line and pointer of every issue', proves('L54', 'L55', 'L59'), async () => {
    const file = fileOf({
      instruments: [
        { isin: 'ZZACME000001', reference_price: 1, listings: ['XETR'] },
        { isin: ACME, reference_price: 0, listings: [], symbool: 'A' },
      ],
      synthetic: { count: 5001, prefix: 'DE', exchanges: ['XETR'] },
      fx: { EUR: { per_eur: 1 }, USD: {} },
      calendars: { XETR: { closed: ['2026-02-30'] } },
    });
    const { exitCode, lines } = await failureOf({ fixtureFile: file });
    expect(exitCode).toBe(65);
    for (const pointer of [
      '/instruments/0/isin',
      '/instruments/1/reference_price',
      '/instruments/1/listings',
      '/instruments/1/symbool',
      '/synthetic/count',
      '/synthetic/prefix',
      '/fx/EUR',
      '/fx/USD',
      '/calendars/XETR/closed/0',
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`world\\.yaml:\\d+:\\d+ ${pointer}: `)));
    }
    const unknown = fileOf({
      instruments: [{ isin: ACME, reference_price: 1, listings: ['XXXX'] }],
      calendars: { XETR: { closed: ['2026-03-07'] } },
    });
    expect((await failureOf({ fixtureFile: unknown })).lines).toEqual([
      expect.stringMatching(/ \/calendars\/XETR\/closed\/0: 2026-03-07 is not a weekday$/),
      expect.stringMatching(/ \/instruments\/0\/listings\/0: XXXX is not a known exchange$/),
    ]);
  });
});

describe('prices in contents', () => {
  const POINTS = [
    ['2026-03-02T08:00:00Z', 300],
    ['2026-03-02T10:00:00Z', 310.5],
    ['2026-03-02T16:00:00Z', 320],
  ];

  test('may be inline or in files next to the scenario, within its root', proves('L56'), async () => {
    const root = newFolder();
    mkdirSync(join(root, 'deep'));
    writeFileSync(
      join(root, 'prices.csv'),
      `timestamp,isin,exchange,mid\n2026-03-02T08:00:00Z,${SAP},XPAR,200\n2026-03-03T08:00:00Z,${SAP},XPAR,201`,
    );
    const place = { file: join(root, 'deep/scenario.yaml'), root };
    const series = ['../prices.csv', { isin: SAP, exchange: 'XETR', points: POINTS }];
    const server = await startBallast({ contents: { ...contentsOf({ series }), place } });
    expect(await midOf(server, SAP)).toBe(300);
    expect(await midOf(server, SAP, 'XPAR')).toBe(200);
    await server.advance('30m');
    expect(await midOf(server, SAP)).toBe(310.5);
    const types = (await server.sim.get('/events')).as(eventList).events.map(({ type }) => type);
    expect(types).toEqual(['world.created', 'market.series_loaded', 'market.series_loaded']);

    const outside = { ...contentsOf({ series }), place: { ...place, root: join(root, 'deep') } };
    expect((await failureOf({ contents: outside })).lines).toEqual([
      `/series/0: ../prices.csv is outside ${join(root, 'deep')}`,
    ]);
    expect((await failureOf({ contents: contentsOf({ series }) })).lines).toEqual([
      '/series/0: names a file, but there is no folder to find it in',
    ]);
  });

  test('with issues are reported with their places, all at once', proves('L56'), async () => {
    const root = newFolder();
    writeFileSync(join(root, 'bad.csv'), `timestamp,isin,exchange,mid\nx,${SAP},XETR,1`);
    const series = [
      { isin: SAP, exchange: 'XLON', points: POINTS },
      { isin: 'ZZACME000000', exchange: 'XETR', points: POINTS },
      { isin: SAP, exchange: 'XETR', points: [...POINTS, POINTS[1]] },
      'bad.csv',
      'missing.csv',
    ];
    const contents = { ...contentsOf({ series }), place: { file: join(root, 'scenario.yaml'), root } };
    expect((await failureOf({ contents })).lines).toEqual([
      expect.stringMatching(/^\/series\/0\/exchange: XLON does not list DE0007164600; it is listed at /),
      '/series/1/isin: ZZACME000000 is not an instrument of this world',
      '/series/2/points/3/0: is not after 2026-03-02T16:00:00.000Z, the point before',
      '/series/4: does not exist',
      `${join(root, 'bad.csv')}:2: timestamp is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z`,
    ]);
    const shape = worldContents.safeParse({ series: [{ isin: SAP, exchange: 'XETR', points: POINTS, every: '1d' }] });
    expect(shape.success).toBe(false);
  });
});

async function expectOwn(server: TestServer): Promise<void> {
  const instruments = await instrumentsOf(server);
  expect(instruments).toHaveLength(33 + 1 + 40);
  expect(instruments[33]).toMatchObject({
    isin: ACME,
    symbol: 'ACME',
    primary_exchange: 'XETR',
    sector: 'world equity',
  });
  expect(await midOf(server, SECOND_SYNTHETIC, 'XPAR')).toBe(10);
  const { rates } = (await server.sim.get('/market/fx')).as(rateList);
  expect(rates.find(({ currency }) => currency === 'USD')).toEqual({
    currency: 'USD',
    per_eur: 1.25,
    reference_per_eur: 1.25,
    annual_volatility: 0,
    held: false,
  });
  expect((await server.sim.get('/exchanges/XETR')).status).toBe(200);
}

/** Without the test instruments, which every world has. */
async function instrumentsOf({ sim }: TestServer) {
  const { instruments } = (await sim.get('/instruments')).as(instrumentList);
  return instruments.filter(({ test: isTest }) => isTest !== true);
}

async function midOf({ b }: TestServer, isin: string, mic = 'XETR'): Promise<number | undefined> {
  const { prices } = (await b.get(`/prices/${isin}`)).as(priceList);
  return prices.find(({ exchange }) => exchange === mic)?.mid_eur;
}

/** JSON is YAML, and every key has its line. */
function fileOf(world: object): string {
  const file = join(newFolder(), 'world.yaml');
  writeFileSync(file, JSON.stringify(world, null, 1));
  return file;
}

function contentsOf(world: object): NonNullable<BallastOptions['contents']> {
  return { world: worldContents.parse(world), describe: ({ path, issue }) => `${path}: ${issue}` };
}

async function failureOf(options: Partial<BallastOptions>): Promise<StartupError> {
  try {
    await (await createBallast(applyOptions(options))).stop();
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('it started');
}
