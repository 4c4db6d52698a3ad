/** A world in a folder: resumes exactly where it ended, belongs to one server at a time, and is never half created. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createBallast, StartupError } from '../../src-server/app.ts';
import { portfolioList } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { deliveryList } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { clock } from '../../src-server/contract/control/world/clock.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';
import { executeSample, LARGE, rebalanceOf, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

describe('a server that is stopped and started again', () => {
  test('in the middle of a rebalance continues with the same ids to the same end as one that never stopped', async () => {
    const twin = await startBallast();
    const uninterrupted = await executeSample(twin, LARGE);
    await twin.advance('2d');

    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    const interrupted = await executeSample(first, LARGE);
    expect(interrupted).toEqual(uninterrupted);
    await first.advance('90s');
    expect(['executing', 'partially_filled']).toContain((await rebalanceOf(first, interrupted.rebalanceId)).status);
    const requestId = (await first.sim.get('/clock')).headers.get('x-request-id');
    await first.stop();

    // Seed, start and mode are the world's by now, whatever the options say.
    const second = await startBallast(options);
    expect(second.ballast).toMatchObject({ seed: 1, clock: '2026-03-02T09:31:30.000Z', apiKey: first.ballast.apiKey });
    expect((await second.sim.get('/clock')).headers.get('x-request-id')).not.toBe(requestId);
    // 2 days, of which 90 s have passed.
    await second.advance('172710s');
    expect(await second.head()).toBe(await twin.head());
    const { rebalanceId } = uninterrupted;
    expect(await rebalanceOf(second, rebalanceId)).toEqual(await rebalanceOf(twin, rebalanceId));
  });

  test('during an advance finishes it', proves('J2'), async () => {
    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    await executeSample(first, LARGE);
    await first.sim.post('/clock/advance', { by: '2d' });
    await first.stop();
    const second = await startBallast(options);
    await second.ready();
    expect((await second.sim.get('/clock')).as(clock).now).toBe('2026-03-04T09:30:00.000Z');
  });

  test('retains its endpoints and registers those of the command line once', async () => {
    const options = { dataDir: newFolder(), webhookUrls: ['/sim/sink/one'] };
    await (await startBallast(options)).stop();
    const second = await startBallast(options);
    await executeSample(second);
    await second.advance('1s');
    const { deliveries } = (await second.sim.get('/deliveries')).as(deliveryList);
    expect(deliveries.filter(({ type }) => type === 'rebalance.created')).toHaveLength(1);
  });
});

describe('a folder', () => {
  test('that another server has open is refused with exit 2, and free once that one stops', proves('K3'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const error = await failureOf({ dataDir });
    expect(error.exitCode).toBe(2);
    expect(error.lines).toEqual([expect.stringContaining(dataDir)]);
    expect((await first.sim.get('/clock')).status).toBe(200);
    await first.stop();
    await startBallast({ dataDir });
  });

  test('that cannot be made is refused with exit 64', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect((await failureOf({ dataDir: join(file, 'below') })).exitCode).toBe(64);
  });

  test('in which a start failed for a bad webhook address has no world yet', proves('K4'), async () => {
    const dataDir = newFolder();
    expect((await failureOf({ dataDir, webhookUrls: ['http://example.com/'] })).exitCode).toBe(64);
    expect((await startBallast({ dataDir, seed: 2 })).ballast.seed).toBe(2);
  });
});

describe('a bad world file', () => {
  const good = { portfolios: [{ form: 'B', as: 'main', request: samplePortfolio() }] };

  test('is reported with line, column and pointer of every issue, and leaves nothing behind', async () => {
    const dataDir = newFolder();
    const fixtureFile = fileWith(
      'portfolios:\n  - form: B\n    request:\n      currency: USD\n      colour: red\nwebhoks: []\n',
    );
    const { exitCode, lines } = await failureOf({ dataDir, fixtureFile });
    expect(exitCode).toBe(65);
    const at = (line: number, column: number, pointer: string) => `${fixtureFile}:${line}:${column} ${pointer}: `;
    for (const start of [
      at(3, 5, '/portfolios/0/request/external_id'),
      at(4, 7, '/portfolios/0/request/currency'),
      at(5, 7, '/portfolios/0/request/colour'),
      at(6, 1, '/webhoks'),
    ]) {
      expect(lines.some((line) => line.startsWith(start))).toBe(true);
    }
    await expectMadeFrom(dataDir, fileWith(JSON.stringify(good)));
  });

  test('with instruments that do not exist leaves nothing behind, not even what came before them', async () => {
    const dataDir = newFolder();
    const bad = samplePortfolio({ targets: [{ isin: 'US0378331005', weight: 1 }] });
    const contents = { portfolios: [...good.portfolios, { form: 'B', request: bad }] };
    const { exitCode, lines } = await failureOf({ dataDir, fixtureFile: fileWith(JSON.stringify(contents)) });
    expect(exitCode).toBe(65);
    expect(lines).toEqual([expect.stringContaining('/portfolios/1/request/targets/0/isin')]);
    await expectMadeFrom(dataDir, fileWith(JSON.stringify(good)));
  });

  test('with instruments that do not exist is reported with the line, too', async () => {
    const text = JSON.stringify(
      { portfolios: [{ form: 'B', request: samplePortfolio({ targets: [{ isin: 'US0378331005', weight: 1 }] }) }] },
      null,
      1,
    );
    const fixtureFile = fileWith(text);
    const line = text.split('\n').findIndex((each) => each.includes('US0378331005')) + 1;
    const { lines } = await failureOf({ fixtureFile });
    expect(lines[0]).toContain(`${fixtureFile}:${line}:`);
  });

  test('is refused with exit 64 in a folder whose world was made from something else', async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    expect((await failureOf({ dataDir, fixtureFile: fileWith(JSON.stringify(good)) })).exitCode).toBe(64);
  });

  async function expectMadeFrom(dataDir: string, fixtureFile: string): Promise<void> {
    const server = await startBallast({ dataDir, fixtureFile });
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios.map(({ portfolio_id: id }) => id)).toEqual([server.ballast.aliases.get('main')]);
  }
});

function fileWith(text: string): string {
  const file = join(newFolder(), 'world.yaml');
  writeFileSync(file, text);
  return file;
}

async function failureOf(options: object): Promise<StartupError> {
  const all = { ...serverDefaults, port: 0, clockMode: 'manual' as const, ...options };
  const error = await createBallast(all).then(
    () => new Error('it started'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof StartupError)) throw error;
  return error;
}
