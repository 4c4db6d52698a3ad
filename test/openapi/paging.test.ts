/** Every growing list of the control plane is read by `limit` and `cursor` (L124); every other list names its bound. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { executeSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

/** Lists whose length has another bound. */
const BOUNDED: Readonly<Record<string, string>> = {
  listLots: 'one portfolio',
  listInstruments: 'the market',
  listDriftLines: '200 lines',
  listTiers: 'three tiers',
  listPins: 'the market',
  listMarketDividends: 'the market, and two years ahead',
  listRates: 'the currencies of the market',
  listCalendars: 'the exchanges of the market',
  listExchanges: 'the market',
  listRecordings: '20 recordings',
  listWorlds: '--max-worlds',
  listScenarios: 'the files of a folder',
  listScenarioRuns: 'the runs that are kept',
  listSweeps: 'the sweeps that are kept',
  listLabRuns: 'the lab runs that are kept',
  listExplorations: 'the explorations that are kept',
  listSnapshots: '50 snapshots',
};

const operations = DOCUMENTS.control.operations.filter(({ id }) => id.startsWith('list') || id === 'getSink');

test('every list has pages, or another bound', proves('L124'), () => {
  const strange = operations.filter(({ id, query }) => {
    const isPaged = query !== undefined && 'cursor' in query.shape && 'limit' in query.shape;
    return isPaged === id in BOUNDED;
  });
  expect(strange.map(({ id }) => id)).toEqual([]);
});

/** Each with the name of its rows, and the key of a row. */
const PAGED: readonly (readonly [string, string, string])[] = [
  ['/portfolios', 'portfolios', 'portfolio_id'],
  ['/rebalances', 'rebalances', 'rebalance_id'],
  ['/bulk-rebalances', 'bulk_rebalances', 'bulk_id'],
  ['/accounts', 'accounts', 'account_id'],
  ['/keys', 'keys', 'key_id'],
  ['/market/events', 'market_events', 'market_event_id'],
  ['/faults', 'faults', 'fault_id'],
  ['/webhooks', 'webhooks', 'webhook_id'],
  ['/deliveries', 'deliveries', 'delivery_id'],
  ['/mifid-records', 'records', 'mifid_record_id'],
  ['/events', 'events', 'seq'],
  ['/events?type=order.filled', 'events', 'seq'],
  ['/timeline/events', 'events', 'seq'],
  ['/journal', 'entries', 'request_id'],
  ['/sinks', 'sinks', 'name'],
  ['/sinks/a', 'requests', 'webhook_id'],
];

let server: TestServer;
type Rows = Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  server = await startBallast();
  const { sim } = server;
  for (const name of ['a', 'b', 'c']) {
    await sim.post('/webhooks', { url: `/sim/sink/${name}` });
    await sim.post('/accounts', { account_id: `account-${name}`, name, tier: 'starter' });
    await sim.post('/keys', { account_id: `account-${name}`, name });
    await sim.post('/faults', { kind: 'stale_prices', exchange: 'XPAR', for: '1m' });
    await sim.post('/faults', { kind: 'api_latency', ms: 0, match: { operation: 'getPrices' } });
    await sim.post('/market/events', { isin: 'DE0007164600', kind: 'jump', size: 0.001, at: '2026-03-09T10:00:00Z' });
  }
  for (const external of ['one', 'two', 'three']) await executeSample(server, { external_id: external });
  for (let bulk = 0; bulk < 3; bulk += 1) await sim.post('/bulk-rebalances', { filter: 'outside_band' });
  await server.advance('1d');
});
afterAll(stopAll);

async function read(path: string, query: string, name: string) {
  const response = await server.sim.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
  expect([path, response.status, response.status === 200 ? '' : response.text]).toEqual([path, 200, '']);
  const body = JSON.parse(response.text) as { next: string | null } & Record<string, Rows>;
  return { rows: body[name] as Rows, next: body.next };
}

describe.each(PAGED)('%s', (path, name, id) => {
  test('returns each entry once, in order, with pages of any size', proves('L124'), async () => {
    const whole = await read(path, 'limit=1000', name);
    expect(whole.next).toBeNull();
    expect(whole.rows.length).toBeGreaterThan(2);
    const isBackwards = path.startsWith('/sinks/');
    const wanted = (isBackwards ? whole.rows.toReversed() : whole.rows).slice(0, 60).map((row) => row[id]);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length < wanted.length) {
      const query: string = `limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { rows, next }: { rows: Rows; next: string | null } = await read(path, query, name);
      expect(rows.length).toBeGreaterThan(0);
      seen.push(...(isBackwards ? rows.toReversed() : rows).map((row) => row[id]));
      cursor = next;
    }
    expect(seen.slice(0, wanted.length)).toEqual(wanted);
    if (whole.rows.length <= 60) expect(cursor).toBeNull();
  });

  test('refuses limits above the maximum, and invalid cursors', proves('L124'), async () => {
    const separator = path.includes('?') ? '&' : '?';
    for (const query of ['limit=0', 'limit=1001', 'cursor=none', 'cursor=', 'cursor=0', 'cursor=999999']) {
      const response = await server.sim.get(`${path}${separator}${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(response.error().details?.[0]?.path).toBe(`/${query.split('=', 1)[0]}`);
    }
  });
});

test('a page continues after a portfolio that was deleted in the meantime', proves('L124'), async () => {
  const whole = await read('/portfolios', 'limit=1000', 'portfolios');
  const { next } = await read('/portfolios', 'limit=1', 'portfolios');
  expect((await server.sim.delete(`/portfolios/${next}`)).status).toBe(200);
  const after = await read('/portfolios', `limit=1000&cursor=${next}`, 'portfolios');
  expect(after.rows.map((row) => row.portfolio_id)).toEqual(whole.rows.slice(1).map((row) => row.portfolio_id));
});

test('files of records have all that match, whatever the size of a page', proves('L125'), async () => {
  const { rows } = await read('/mifid-records', 'limit=1000', 'records');
  const csv = await server.sim.get('/mifid-records?format=csv&limit=1');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(
    csv.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',', 1)[0]),
  ).toEqual(rows.map((row) => row.mifid_record_id));
});
