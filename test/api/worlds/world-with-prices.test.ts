/** `import` of `POST /sim/worlds`: a new world with prices from files (decision P4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateList } from '../../../src-server/contract/control/market/market-prices.ts';
import { createdWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { prices } from '../../../src-server/contract/service/prices.ts';
import { madeIsin } from '../../../src-server/imports/names/name-resolver.ts';
import { proves } from '../../conformance/proves.ts';
import { callerOf, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const LEVELS = {
  name: 'levels.csv',
  text: 'Date;SAP;House Index\n2015-01-01;50,5;\n2015-02-02;60,5;90\n2016-01-29;70,5;95\n',
};
const RATES = { name: 'rates.csv', text: 'Date,USD\n2015-01-01,1.25\n2016-01-29,1.5\n' };
const IMPORT = { files: [LEVELS, RATES], mapping: { 'House Index': 'new' } };

async function made(body: object) {
  const response = await server.sim.post('/worlds', body);
  expect(response.status, response.text).toBe(201);
  const world = response.as(createdWorld);
  const [sim, api] = [callerOf(world.control_url, world.admin_token), callerOf(world.base_url, world.api_key)];
  const midOf = async (isin: string) => (await api.get(`/prices/${isin}`)).as(prices).prices[0]?.mid_eur;
  return { world, sim, midOf };
}

describe('a world that is created with prices', () => {
  test(
    'begins when all of them exist, has their instruments and rates, and has them again after a reset',
    proves('P4.11', 'P4.14'),
    async () => {
      const { world, sim, midOf } = await made({ import: IMPORT });
      expect(world.now).toBe('2015-02-02T08:00:00.000Z');
      for (const _again of [1, 2]) {
        expect(await midOf(SAP)).toBe(60.5);
        expect(await midOf(madeIsin('House Index'))).toBe(90);
        const { rates } = (await sim.get('/market/fx')).as(rateList);
        expect(rates.find(({ currency }) => currency === 'USD')).toMatchObject({ per_eur: 1.25 });
        await sim.post('/reset', {});
      }
    },
  );

  test('begins at the given time', async () => {
    const { world, midOf } = await made({ import: IMPORT, clock: '2016-01-29T12:00:00Z' });
    expect(world.now).toBe('2016-01-29T12:00:00.000Z');
    expect(await midOf(SAP)).toBe(70.5);
  });

  test('is refused with each cell and name that cannot be read, and leaves no world', async () => {
    const files = [{ name: 'bad.csv', text: 'Date;SAP;Nobody\n2015-01-01;x;1\n' }];
    const refused = await server.sim.post('/worlds', { name: 'bad', import: { files } });
    expect(refused.status).toBe(400);
    expect(refused.error().details).toEqual([
      { path: '/import/files/0/text', issue: 'line 2, column 2 (SAP): “x” is not a number' },
      { path: '/import/mapping', issue: 'does not say what “Nobody” stands for' },
    ]);
    expect((await server.sim.get('/worlds/bad')).status).toBe(404);
    const twice = await server.sim.post('/worlds', { import: IMPORT, fork_of: 'default' });
    expect(twice.error().details).toEqual([
      { path: '/import', issue: 'cannot be given with /fork_of, which already determines it' },
    ]);
  });
});

describe('series of world contents', () => {
  test('may be the text of a file, whose invalid lines are refused', async () => {
    const csv = (mid: string) =>
      `timestamp,isin,exchange,mid\n2026-03-01T00:00:00Z,${SAP},XETR,${mid}\n2026-04-01T00:00:00Z,${SAP},XETR,9\n`;
    const { midOf } = await made({ world: { series: [{ csv: csv('77.5') }] } });
    expect(await midOf(SAP)).toBe(77.5);
    const refused = await server.sim.post('/worlds', { world: { series: [{ csv: csv('x') }] } });
    expect(refused.error().details).toEqual([
      { path: '/world/series/0/csv', issue: expect.stringMatching(/^line 2: /) },
    ]);
  });
});
