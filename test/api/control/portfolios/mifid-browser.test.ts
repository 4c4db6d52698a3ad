/** `/sim/mifid-records`: compliance records of every account, newest first, expired ones too (decisions L60 to L62). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdKey } from '../../../../src-server/contract/control/accounts/accounts.ts';
import {
  type MifidRecordList,
  type MifidRecordRow,
  type MifidRecordView,
  mifidRecordList,
  mifidRecordView,
} from '../../../../src-server/contract/control/portfolios/mifid-list.ts';
import { portfolioB, rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA, startA } from '../../service/form-a-portfolio.ts';
import { ALLIANZ, executeSample, SAP, samplePortfolio, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
let portfolioOfA: string;
let ofB: { portfolioId: string; rebalanceId: string };

/** Three rebalances, an hour apart: one of Form A, one of Form B, and one of another account. */
beforeAll(async () => {
  server = await startBallast();
  portfolioOfA = await createA(server, { name: '=Muster, "Sparplan"' });
  await startA(server, portfolioOfA);
  await server.advance('1h');
  ofB = await executeSample(server);
  await server.advance('1h');
  await executeAs('desk');
  await server.advance('1h');
});
afterAll(stopAll);

async function executeAs(accountId: string): Promise<void> {
  await server.sim.post('/accounts', { account_id: accountId, name: 'Desk', tier: 'growth' });
  const key = (await server.sim.post('/keys', { account_id: accountId, name: 'Desk' })).as(createdKey).secret;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) => server.b.send('POST', path, { headers, body: JSON.stringify(body) });
  const { portfolio_id } = (await post('/portfolios', samplePortfolio())).as(portfolioB);
  const { rebalance_id } = (await post('/rebalance', { portfolio_id })).as(rebalancePlan);
  expect((await post(`/rebalance/${rebalance_id}/execute`, { confirm: true })).status).toBe(202);
}

async function list(query: Record<string, string> = {}, of = server): Promise<MifidRecordList> {
  const response = await of.sim.get(`/mifid-records?${new URLSearchParams(query)}`);
  expect(response.status, response.text).toBe(200);
  return response.as(mifidRecordList);
}

async function view(id: string, of = server): Promise<MifidRecordView> {
  const response = await of.sim.get(`/mifid-records/${id}`);
  expect(response.status, response.text).toBe(200);
  return response.as(mifidRecordView);
}

const idsOf = (rows: readonly MifidRecordRow[]) => rows.map((row) => row.mifid_record_id);

describe('the list', () => {
  test('has the records of both forms and of all accounts, newest first', proves('L60'), async () => {
    const { records, total, next } = await list();
    expect([records.length, next]).toEqual([total, null]);
    expect(records.map(({ created_at: at }) => at)).toEqual(
      records
        .map(({ created_at: at }) => at)
        .sort()
        .reverse(),
    );
    expect(new Set(records.map(({ account_id: account }) => account))).toEqual(new Set(['desk', 'default']));
    expect(new Set(records.map(({ portfolio_label: label }) => label))).toEqual(
      new Set(['sample', '=Muster, "Sparplan"']),
    );
    expect(new Set(idsOf(records)).size).toBe(total);
    expect(records.every(({ status }) => status === 'retained')).toBe(true);
  });

  test('has the values of each record itself', async () => {
    const { records } = await list();
    for (const row of records) {
      const { record } = await view(row.mifid_record_id);
      expect({ ...record.order, ...record.execution, retained_until: record.retained_until }).toMatchObject({
        rebalance_id: row.rebalance_id,
        portfolio_id: row.portfolio_id,
        order_id: row.order_id,
        fill_id: row.fill_id,
        isin: row.isin,
        instrument_name: row.instrument_name,
        side: row.side,
        quantity: row.quantity,
        price: row.price,
        currency: row.currency,
        venue: row.venue,
        retained_until: row.retained_until,
      });
      expect(record.execution.executed_at).toBe(row.created_at.replace('Z', '000Z'));
    }
  });

  test(
    'is narrowed by account, portfolio, rebalance, ISIN and retention, also all at once',
    proves('L60'),
    async () => {
      const all = (await list()).records;
      const narrowed: readonly [Record<string, string>, (row: MifidRecordRow) => boolean][] = [
        [{ account_id: 'desk' }, (row) => row.account_id === 'desk'],
        [{ portfolio_id: portfolioOfA }, (row) => row.portfolio_id === portfolioOfA],
        [{ rebalance_id: ofB.rebalanceId }, (row) => row.rebalance_id === ofB.rebalanceId],
        [{ isin: ALLIANZ }, (row) => row.isin === ALLIANZ],
        [{ isin: SAP, account_id: 'default' }, (row) => row.isin === SAP && row.account_id === 'default'],
        [{ status: 'retained', portfolio_id: ofB.portfolioId }, (row) => row.portfolio_id === ofB.portfolioId],
      ];
      for (const [query, matches] of narrowed) {
        const { records, total } = await list(query);
        expect(idsOf(records)).toEqual(idsOf(all.filter(matches)));
        expect(total).toBe(records.length);
        expect(total).toBeGreaterThan(0);
        expect(total).toBeLessThan(all.length);
      }
      expect((await list({ status: 'expired' })).records).toEqual([]);
      expect((await list({ isin: 'FR0000120271' })).total).toBe(0);
    },
  );

  test('continues page by page to the oldest, each record once, with any filter', proves('L60'), async () => {
    for (const query of [{}, { account_id: 'default' }]) {
      const whole = await list(query);
      const seen: string[] = [];
      let before: string | null = '';
      while (before !== null) {
        const page: MifidRecordList = await list({
          ...query,
          limit: '2',
          ...(before === '' ? {} : { cursor: before }),
        });
        expect(page.total).toBe(whole.total);
        expect(page.records.length).toBe(Math.min(2, whole.total - seen.length));
        seen.push(...idsOf(page.records));
        before = page.next;
      }
      expect(seen).toEqual(idsOf(whole.records));
    }
  });

  test('refuses unknown filters, each issue at its place', async () => {
    const bad = 'limit=0&isin=DE0007164601&status=kept&format=xml&colour=red&account_id=';
    const response = await server.sim.get(`/mifid-records?${bad}`);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(
      response
        .error()
        .details?.map(({ path }) => path)
        .sort(),
    ).toEqual(['/account_id', '/colour', '/format', '/isin', '/limit', '/status'].sort());
    const unknown = await server.sim.get('/mifid-records?cursor=mr_1');
    expect([unknown.status, unknown.error().details?.[0]?.path]).toEqual([400, '/cursor']);
    const anonymous = await server.sim.send('GET', '/mifid-records', { headers: { authorization: '' } });
    expect(anonymous.status).toBe(401);
  });

  test('can be downloaded with all matches, and no name in it is a formula', proves('L62'), async () => {
    const { records } = await list({ portfolio_id: portfolioOfA });
    const requested = await server.sim.get(`/mifid-records?portfolio_id=${portfolioOfA}&format=csv`);
    const accepted = await server.sim.send('GET', `/mifid-records?portfolio_id=${portfolioOfA}`, {
      headers: { accept: 'text/csv' },
    });
    expect(accepted.text).toBe(requested.text);
    expect(requested.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(requested.headers.get('content-disposition')).toBe('attachment; filename="mifid-records.csv"');
    const [head, ...lines] = requested.text.trimEnd().split('\r\n');
    const more = [
      ...['client_id', 'client_category', 'suitability', 'risk_profile', 'reason', 'value', 'costs_currency'],
      ...['commission', 'spread', 'impact', 'fx', 'transaction_tax', 'total_costs'],
    ];
    expect(head).toBe([...Object.keys(records[0] ?? {}), ...more].join(','));
    expect(lines.length).toBe(records.length);
    const [row] = records;
    expect(lines[0]).toContain(`${row?.portfolio_id},"'=Muster, ""Sparplan""",${row?.rebalance_id}`);
    const { client, suitability, costs_and_charges: costs } = (await view(row?.mifid_record_id ?? '')).record;
    expect(lines[0]).toContain(`,${client.client_id},${client.category},suitable,${suitability.risk_profile},`);
    expect(lines[0]?.endsWith(`,${costs.aggregated.total.amount.toFixed(2)}`)).toBe(true);
    expect(lines[0]).toContain(
      `,${row?.side},${row?.quantity},${row?.price.toFixed(2)},${row?.currency},${row?.venue},`,
    );
  });
});

describe('one record', () => {
  test('equals the response of the service, byte for byte, with related links', proves('L61'), async () => {
    const [row] = (await list({ rebalance_id: ofB.rebalanceId })).records;
    const id = row?.mifid_record_id ?? '';
    const { record: _, links, rebalance_retained_until: ends, ...rest } = await view(id);
    const ofService = (await server.a.get(`/mifid-records/${id}`)).text;
    expect((await server.sim.get(`/mifid-records/${id}`)).text).toContain(`"record":${ofService}`);
    expect(rest).toEqual(row);
    expect(ends).toBeNull();
    const base = new URL(server.ballast.controlUrl).pathname;
    for (const path of Object.values(links)) {
      expect((await server.sim.get(String(path).slice(base.length))).status, String(path)).toBe(200);
    }
  });

  test('is 404 if there is none', async () => {
    const response = await server.sim.get(`/mifid-records/mr_${'0'.repeat(26)}`);
    expect([response.status, response.error().code]).toEqual([404, 'not_found']);
  });

  test('remains readable here after its retention and the deletion of its portfolio', proves('L61'), async () => {
    const own = await startBallast();
    const { portfolioId } = await executeSample(own);
    await own.advance('1h');
    expect((await own.b.delete(`/portfolios/${portfolioId}`)).status).toBe(200);
    const [last] = (await list({}, own)).records;
    const id = last?.mifid_record_id ?? '';
    const before = await view(id, own);
    expect(before).toMatchObject({ status: 'retained', rebalance_retained_until: '2033-03-02T10:30:00.000Z' });
    expect(before.links.portfolio).toBeNull();
    const moved = await own.sim.post('/clock/advance', { to: last?.retained_until });
    expect(moved.status, moved.text).toBe(202);
    await own.ready();
    expect((await own.a.get(`/mifid-records/${id}`)).status).toBe(404);
    expect(await view(id, own)).toEqual({ ...before, status: 'expired' });
    const { total } = await list({}, own);
    expect((await list({ status: 'expired' }, own)).total).toBe(total);
    expect((await list({ status: 'retained' }, own)).records).toEqual([]);
    expect((await list({ isin: WORLD_ETF, status: 'expired' }, own)).total).toBeGreaterThan(0);
  });
});
