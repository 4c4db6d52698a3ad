/** Worlds as files, for tests that change them like an attacker. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { portfolioList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { fingerprint } from '../../../src-server/contract/control/world/session.ts';
import { openImage } from '../../../src-server/store/database/open-database.ts';
import type { TestResponse, TestServer } from '../../support/start-ballast.ts';
import { executeSample, LARGE } from '../service/sample-portfolio.ts';

/** Fills a world so that most of its tables have rows. */
export async function fillWorld(server: TestServer): Promise<void> {
  const { sim } = server;
  await sim.post('/webhooks', { url: '/sim/sink/inbox' });
  await sim.send('PUT', '/sinks/inbox', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ status: 503, headers: { 'retry-after': '1' } }], afterwards: 'accept' }),
  });
  await sim.post('/faults', { kind: 'api_latency', delay_ms: 5, match: { operation: 'createPlan' } });
  await sim.post('/faults', { kind: 'webhook_delay', delay: '1m', share: 0.5 });
  await sim.post('/faults', { kind: 'wide_spread', factor: 2, for: '1h' });
  await sim.post('/stubs', { match: { path: '/v1/prices/X' }, answer: { status: 200, text: 'hello' } });
  await executeSample(server, LARGE);
  await sim.post('/market/events', { kind: 'trend', isin: 'DE0007164600', rate_per_day: 0.02 });
  await sim.send('PUT', '/prices/FR0000121014', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ price: 700 }),
  });
  const { portfolios } = (await sim.get('/portfolios')).as(portfolioList);
  const path = `/portfolios/${portfolios[0]?.portfolio_id}`;
  await sim.post(`${path}/cash-flows`, { kind: 'deposit', amount: 10, every: 'month' });
  await sim.send('PUT', `${path}/policy`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ when: [{ calendar: { every: 'year' } }], execute: false }),
  });
  await sim.post('/market/corporate-actions', {
    kind: 'split',
    isin: 'FR0000121014',
    ex_at: '2027-03-03T07:00:00Z',
    ratio: { new: 2, old: 1 },
  });
  await server.advance('5m');
}

/** The image of a world after SQL that no world of ours would execute. */
export function changedImage(image: Buffer, sql: string): Buffer {
  const database = openImage(Buffer.from(image), null);
  try {
    database.sqlite.unsafeMode(true);
    database.sqlite.exec(sql);
    return database.image();
  } finally {
    database.close();
  }
}

/** An archive of an image, with a matching manifest. */
export async function archiveOf(server: TestServer, image: Buffer, change: object = {}): Promise<Buffer> {
  const { seed, events, head } = (await server.sim.get('/fingerprint')).as(fingerprint);
  const manifest = {
    format: 'ballast-world',
    format_version: 1,
    ballast: '0.1.0',
    name: 'x',
    seed,
    now_ms: 0,
    events,
    head,
    rules: 'warn',
    rate_limit: null,
    sha256: { 'world.db': createHash('sha256').update(image).digest('hex') },
    fixtures: {},
    ...change,
  };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.addBuffer(image, 'world.db');
  zip.end();
  return buffer(zip.outputStream);
}

export function importArchive(into: TestServer, archive: Buffer, query = ''): Promise<TestResponse> {
  const headers = { 'content-type': 'application/zip' };
  return into.sim.send('POST', `/worlds/import${query}`, { headers, body: new Uint8Array(archive) });
}
