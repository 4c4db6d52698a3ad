/**
 * A client as its users would write it: types generated from the served documents, requests by openapi-fetch, checked
 * by the project's own compiler. It uses all of both forms; what the types do not allow does not compile.
 */
import { readFileSync } from 'node:fs';
import createClient, { type Client } from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { paths as FormA } from '../../src-renderer/api/generated/form-a.ts';
import type { paths as FormB } from '../../src-renderer/api/generated/form-b.ts';
import { ALLIANZ, SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { generateTypes, TYPED_DOCUMENTS, typesFile } from '../openapi/generate-types.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

let server: TestServer;
let a: Client<FormA>;
let b: Client<FormB>;

beforeAll(async () => {
  server = await startBallast({ seed: 7 });
  const { formAUrl, formBUrl, apiKey } = server.ballast;
  const headers = { authorization: `Bearer ${apiKey}` };
  a = createClient<FormA>({ baseUrl: formAUrl, headers });
  b = createClient<FormB>({ baseUrl: formBUrl, headers });
});
afterAll(stopAll);

test.each(TYPED_DOCUMENTS)(
  'the types of %s are not stale; if they are: node test/openapi/write-types.ts',
  async (name) => {
    const { origin } = new URL(server.ballast.baseUrl);
    expect(readFileSync(typesFile(name), 'utf8')).toBe(await generateTypes(name, origin));
  },
);

describe('Form A', () => {
  test('creates, rebalances, repeats safely, waits, reads, and finds the record of every fill', async () => {
    const body = { name: 'Muster', currency: 'SEK', tax_jurisdiction: 'SE', metadata: { desk: '7' } } as const;
    const created = await a.POST('/portfolios', { body });
    expect(created.response.status).toBe(201);
    expect(created.data).toMatchObject({ name: 'Muster', account_type: 'depot', default_tax_method: 'average_cost' });

    const path = { id: created.data?.portfolio_id ?? '' };
    const target_weights = { [SAP]: 0.4, [WORLD_ETF]: 0.6 };
    const trigger = { params: { path }, body: { target_weights, idempotency_key: 'monday' } };
    const started = await a.POST('/portfolios/{id}/rebalance', trigger);
    const again = await a.POST('/portfolios/{id}/rebalance', trigger);
    expect(started.response.status).toBe(202);
    expect(again.data).toEqual(started.data);
    expect(again.response.headers.get('idempotency-replayed')).toBe('true');

    await server.advance('1h');
    const rebalance = { params: { path: { id: started.data?.rebalance_id ?? '' } } };
    const { data: done } = await a.GET('/rebalances/{id}', rebalance);
    expect(done).toMatchObject({ status: 'complete', target_weights, failure: null });

    const fills = done?.orders.flatMap((order) => order.fills) ?? [];
    expect(fills.length).toBeGreaterThan(1);
    for (const { mifid_record_id: id, fill_id: fillId } of fills) {
      const { data: record } = await a.GET('/mifid-records/{id}', { params: { path: { id } } });
      expect(record?.execution.fill_id).toBe(fillId);
    }
  });

  test('receives errors in the shape of the document', async () => {
    const body = { name: 'Muster', currency: 'SEK', tax_jurisdiction: 'UK' } as const;
    const { data, error } = await a.POST('/portfolios', { body });
    expect(data).toBeUndefined();
    expect(error?.error.code).toBe('invalid_request');
    expect(error?.error.details.map((detail) => detail.path)).toEqual(['/tax_jurisdiction']);
  });
});

describe('Form B', () => {
  const portfolio = {
    external_id: 'client-4711',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings: [
      { isin: SAP, exchange: 'XETR', quantity: 100 },
      { isin: ALLIANZ, exchange: 'XETR', quantity: 20 },
    ],
    targets: [
      { isin: SAP, weight: 0.4 },
      { isin: WORLD_ETF, weight: 0.55 },
    ],
  } as const;
  const body = { ...portfolio, holdings: [...portfolio.holdings], targets: [...portfolio.targets], cash: 5000 };

  test('looks at prices before it does anything', async () => {
    const { data } = await b.GET('/prices/{isin}', { params: { path: { isin: SAP } } });
    expect(data?.prices.map(({ exchange }) => exchange)).toContain('XETR');
  });

  test('creates, plans, executes, waits, reads, and reaches its targets', async () => {
    const { data: created } = await b.POST('/portfolios', { body });
    const portfolio_id = created?.portfolio_id ?? '';
    const { data: plan } = await b.POST('/rebalance', { body: { portfolio_id, cost_budget: 100 } });
    expect(plan?.orders[0]?.side).toBe('sell');

    const rebalance = { path: { rebalance_id: plan?.rebalance_id ?? '' } };
    const executed = await b.POST('/rebalance/{rebalance_id}/execute', { params: rebalance, body: { confirm: true } });
    expect(executed.data?.status).toBe('executing');
    const refused = await b.DELETE('/rebalance/{rebalance_id}', { params: rebalance });
    expect(refused.error?.error.code).toBe('already_executing');

    await server.advance('1h');
    const { data: done } = await b.GET('/rebalance/{rebalance_id}', { params: rebalance });
    expect(done?.status).toBe('complete');
    const { data: after } = await b.GET('/portfolios/{portfolio_id}', { params: { path: { portfolio_id } } });
    expect(after?.drift.max_drift).toBeLessThan(created?.drift.max_drift ?? 0);
    const unneeded = await b.POST('/rebalance', { body: { portfolio_id } });
    expect(unneeded.response.status).toBe(422);
  });

  test('cancels a plan, tries one without being billed, and deletes the portfolio', async () => {
    const { data: created } = await b.POST('/portfolios', { body });
    const portfolio_id = created?.portfolio_id ?? '';
    const { data: dryRun } = await b.POST('/rebalance', {
      body: { portfolio_id, simulation: true, fx_overlay: false },
    });
    expect(dryRun).toMatchObject({ simulation: true, fx_overlay: null });

    const { data: plan } = await b.POST('/rebalance', { body: { portfolio_id, band_type: 'relative' } });
    const path = { rebalance_id: plan?.rebalance_id ?? '' };
    const { data: cancelled } = await b.DELETE('/rebalance/{rebalance_id}', { params: { path } });
    expect(cancelled?.status).toBe('cancelled');

    const { data: deleted } = await b.DELETE('/portfolios/{portfolio_id}', { params: { path: { portfolio_id } } });
    expect(deleted).toMatchObject({ portfolio_id, deleted: true });
    const { error } = await b.GET('/portfolios/{portfolio_id}', { params: { path: { portfolio_id } } });
    expect(error?.error.code).toBe('not_found');
  });
});
