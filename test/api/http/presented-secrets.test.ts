/** Credentials of a client are not stored with its commands; endless nesting and calls of other pages are refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBallast } from '../../../src-server/app.ts';
import { recording } from '../../../src-server/contract/control/scenarios/recordings.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { newFolder, startBallast, stopAll } from '../../support/start-ballast.ts';

afterAll(stopAll);
describe('stored commands', () => {
  test(
    'have neither a key from a query nor one from a body, in a recording and in the database',
    proves('L116'),
    async () => {
      const dataDir = newFolder();
      const [apiKey, shown] = ['the-key-of-this-run', 'another-presented-key'];
      const ballast = await createBallast(applyOptions({ dataDir, apiKey }));
      const headers = { authorization: `Bearer ${ballast.adminToken}`, 'content-type': 'application/json' };
      const sim = async (path: string, body: unknown) =>
        (await fetch(`${ballast.controlUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
      const { recording_id: id } = recording.parse(JSON.parse(await sim('/recordings', {})));
      await sim(`/journal/replay?key=${shown}`, { log: { entries: [] } });
      await sim('/portfolios/pf_00000000000000000000000000/cash', { [apiKey]: ballast.adminToken });
      await sim(`/recordings/${id}/stop`, {});
      const text = await (await fetch(`${ballast.controlUrl}/recordings/${id}/scenario.yaml`, { headers })).text();
      await ballast.stop();
      const stored = readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
      for (const secret of [apiKey, shown, ballast.adminToken])
        expect([secret, [text, ...stored].some((each) => each.includes(secret))]).toEqual([secret, false]);
    },
  );
});

describe('nested JSON', () => {
  test.each(['/faults', '/journal/verify', '/opened-scenarios', '/scenario-runs', '/sweeps'])(
    'of ten thousand levels is 400 at %s, without a crash',
    proves('L117'),
    async (path) => {
      const server = await startBallast();
      const headers = { 'content-type': 'application/json' };
      for (const member of ['match', 'vary', 'text', 'world']) {
        const deep = `${'{"not":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
        const body = `{"file":"a.yaml","kind":"x","${member}":{"body":{"/a":${deep}}}}`;
        const response = await server.sim.send('POST', path, { headers, body });
        expect([path, member, response.status, response.error().details]).toEqual([
          ...[path, member, 400],
          [{ path: '', issue: 'is nested more than 100 levels deep' }],
        ]);
      }
    },
  );
});

describe('a page of another site, or of another port', () => {
  test.each(['cross-site', 'same-site'])('(%s) fills no sink and reads nothing', proves('L117'), async (site) => {
    const server = await startBallast();
    const headers = { 'sec-fetch-site': site };
    expect((await server.sim.send('GET', '/sink/orders?x=1', { headers })).status).toBe(400);
    expect((await server.sim.send('GET', '/clock', { headers })).status).toBe(400);
    expect((await server.sim.get('/sinks')).text).not.toContain('orders');
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await server.sim.send('GET', '/sink/orders', { headers: own })).status).toBe(200);
  });
});
