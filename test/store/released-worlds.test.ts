/** A world of every released version opens unchanged, and continues: as its server's folder, and as a snapshot. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { cashFlow, cashFlowList } from '../../src-server/contract/control/portfolios/cash-flows.ts';
import { packageRoot, packageVersion } from '../../src-server/system/package-root.ts';
import { planFor, rebalanceOf } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { releasedVersions, unpackWorld } from './released-worlds.ts';

afterEach(stopAll);

const root = packageRoot();

test('there is a world of this version', proves('K113.1'), () => {
  expect(releasedVersions()).toContain(packageVersion(root));
});

describe.each(releasedVersions())('the world of %s', (version) => {
  test('opens with the log, the portfolios and all settings that it had', proves('K113.1'), async () => {
    const { dataDir, facts } = unpackWorld(version);
    const server = await startBallast({ dataDir, seed: null });
    expect(await server.head()).toBe(facts.head);
    for (const [path, body] of Object.entries(facts.responses))
      expect(JSON.parse((await server.sim.get(path)).text), path).toMatchObject(sinceCorrected(body));
  });

  test('continues: what was under way ends, and another rebalance is executed', proves('K113.1'), async () => {
    const { dataDir, facts } = unpackWorld(version);
    const server = await startBallast({ dataDir, seed: null });
    const rebalanceId = await planFor(server, facts.portfolioB, { drift_threshold: 0.01 });
    expect((await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true })).status).toBe(202);
    expect((await server.sim.post('/clock/advance', { until: 'settled', within: '3d' })).status).toBe(202);
    await server.ready();
    const { status, orders } = await rebalanceOf(server, rebalanceId);
    expect([status, orders.length > 0]).toEqual(['complete', true]);
    expect((await server.sim.get('/rebalances')).text).not.toMatch(/"(?:executing|partially_filled)"/);
  });

  test('can be restored to its snapshot, and to its initial state', proves('K113.1'), async () => {
    const { dataDir, facts } = unpackWorld(version);
    const server = await startBallast({ dataDir, seed: null });
    expect((await server.sim.post('/snapshots/before-the-faults/restore')).status).toBe(200);
    expect(await server.head()).toBe(facts.snapshotHead);
    expect((await server.sim.post('/reset', {})).status).toBe(200);
    expect((await server.sim.get('/portfolios')).text).toContain('"portfolios":[]');
  });

  test('has unchanged compliance records', proves('K113.1', 'G42'), async () => {
    const { dataDir, facts } = unpackWorld(version);
    const sqlite = new Database(join(dataDir, 'ballast.db'), { readonly: true });
    const isTable = sqlite.prepare("select 1 from sqlite_master where name = 'mifid_records'").get() !== undefined;
    const texts = isTable ? sqlite.prepare('select mifid_record_id, body from mifid_records').raw().all() : [];
    sqlite.close();
    const { sim } = await startBallast({ dataDir, seed: null });
    for (const [id, text] of texts as [string, string][]) {
      const { record } = JSON.parse((await sim.get(`/mifid-records/${id}`)).text);
      expect(JSON.stringify(record)).toBe(text);
    }
    // Later versions store the data of a record, and their worlds have records among the responses above.
    const responses = Object.keys(facts.responses).filter((path) => path.startsWith('/mifid-records/'));
    expect(texts.length + responses.length).toBeGreaterThan(0);
  });

  test(
    'repeats cash flows as its version did: up to 0.1.0 at the same time in UTC, on any day',
    proves('O1.4', 'K113.1'),
    async () => {
      const { dataDir, facts } = unpackWorld(version);
      const sqlite = new Database(join(dataDir, 'ballast.db'), { readonly: true });
      const isMoved = sqlite.prepare("select 1 from settings where name = 'cash_flow_days'").get() !== undefined;
      sqlite.close();
      const server = await startBallast({ dataDir, seed: null });
      // 2 May 2026 is a Saturday; 2 November is a Monday, an hour later in UTC by the clock of Frankfurt.
      const plan = {
        kind: 'deposit',
        amount: 1,
        at: '2026-05-02T11:00:00Z',
        every: 'quarter',
        until: '2026-11-30T00:00:00Z',
      };
      const made = (await server.sim.post(`/portfolios/${facts.portfolioB}/cash-flows`, plan)).as(cashFlow);
      const dates = [made.next_at];
      for (const days of ['100d', '100d']) {
        await server.advance(days);
        const { cash_flows: flows } = (await server.sim.get(`/portfolios/${facts.portfolioB}/cash-flows`)).as(
          cashFlowList,
        );
        dates.push(flows[0]?.next_at ?? null);
      }
      expect(dates.map((date) => date?.slice(0, 16))).toEqual(
        isMoved
          ? ['2026-05-04T11:00', '2026-08-03T11:00', '2026-11-02T12:00']
          : ['2026-05-02T11:00', '2026-08-02T11:00', '2026-11-02T11:00'],
      );
    },
  );

  test('was made by migrations that have not been edited since', proves('K113.2'), () => {
    const sqlite = new Database(join(unpackWorld(version).dataDir, 'ballast.db'), { readonly: true });
    const applied = sqlite.prepare('select hash from __drizzle_migrations order by created_at').pluck().all();
    sqlite.close();
    const files = globSync('src-server/store/migrations/*.sql', { cwd: root }).sort();
    const hashes = files.map((file) =>
      createHash('sha256')
        .update(readFileSync(join(root, file), 'utf8'))
        .digest('hex'),
    );
    expect(hashes.slice(0, applied.length)).toEqual(applied);
  });
});

/**
 * Without the values that 0.1.0 had otherwise: it deducted the charges of a sale from its proceeds, and they are part
 * of its cost now (decision G39), with the same gain.
 */
function sinceCorrected(body: unknown): object {
  const text = JSON.stringify(body, (key, value: unknown) => {
    const isGains = key !== 'lots' && typeof value === 'object' && value !== null && 'proceeds' in value;
    return isGains ? { ...value, proceeds: undefined, cost: undefined } : value;
  });
  return JSON.parse(text) as object;
}
