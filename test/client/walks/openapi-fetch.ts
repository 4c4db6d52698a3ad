/** All of both forms with openapi-fetch and types by openapi-typescript: what the types do not allow does not compile. */
import createClient from 'openapi-fetch';
import type { paths as FormA } from './form-a.js';
import type { paths as FormB } from './form-b.js';

const { API_KEY, FORM_A_URL = '', FORM_B_URL = '' } = process.env;
const headers = { authorization: `Bearer ${API_KEY}` };
const a = createClient<FormA>({ baseUrl: FORM_A_URL, headers });
const b = createClient<FormB>({ baseUrl: FORM_B_URL, headers });

const SAP = 'DE0007164600';
const WORLD_ETF = 'IE00B4L5Y983';

/** Returns the body of a response; a refusal is an error. */
async function bodyOf<Body>(call: Promise<{ data?: Body; error?: unknown }>): Promise<Body> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function walkFormA() {
  const portfolio = { name: 'Muster', currency: 'SEK', tax_jurisdiction: 'SE', metadata: { desk: '7' } } as const;
  const { portfolio_id: id, default_tax_method } = await bodyOf(a.POST('/portfolios', { body: portfolio }));
  const body = { target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 }, idempotency_key: 'monday' };
  const trigger = { params: { path: { id } }, body };
  const { rebalance_id } = await bodyOf(a.POST('/portfolios/{id}/rebalance', trigger));
  const again = await a.POST('/portfolios/{id}/rebalance', trigger);
  const rebalance = { params: { path: { id: rebalance_id } } };
  const { status, failure, target_weights, orders } = await bodyOf(a.GET('/rebalances/{id}', rebalance));
  const fills = orders.flatMap((order) => order.fills);
  const records = fills.map(async ({ mifid_record_id, fill_id }) => {
    const path = { id: mifid_record_id };
    return (await bodyOf(a.GET('/mifid-records/{id}', { params: { path } }))).execution.fill_id === fill_id;
  });
  const { error } = await a.POST('/portfolios', { body: { ...portfolio, tax_jurisdiction: 'UK' } });
  return {
    default_tax_method,
    status,
    failure,
    has_its_targets: target_weights[SAP] === 0.4,
    is_repeated: again.data?.rebalance_id === rebalance_id && again.response.headers.get('idempotency-replayed'),
    has_records: fills.length > 1 && (await Promise.all(records)).every(Boolean),
    refusal: [error?.error.code, ...(error?.error.details.map(({ path }) => path) ?? [])],
  };
}

async function walkFormB() {
  const { prices } = await bodyOf(b.GET('/prices/{isin}', { params: { path: { isin: SAP } } }));
  const portfolio = {
    external_id: 'client-4711',
    currency: 'EUR' as const,
    tax_wrapper: 'Depot' as const,
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
    targets: [
      { isin: SAP, weight: 0.4 },
      { isin: WORLD_ETF, weight: 0.55 },
    ],
    cash: 5000,
  };
  const { portfolio_id, drift } = await bodyOf(b.POST('/portfolios', { body: portfolio }));
  const dryRun = { portfolio_id, simulation: true, fx_overlay: false };
  const { simulation, fx_overlay } = await bodyOf(b.POST('/rebalance', { body: dryRun }));
  const unneeded = await bodyOf(b.POST('/rebalance', { body: { portfolio_id, band_type: 'relative' } }));
  const cancelled = await bodyOf(
    b.DELETE('/rebalance/{rebalance_id}', { params: { path: { rebalance_id: unneeded.rebalance_id } } }),
  );
  const { rebalance_id, orders } = await bodyOf(b.POST('/rebalance', { body: { portfolio_id, cost_budget: 100 } }));
  const params = { path: { rebalance_id } };
  const executed = await bodyOf(b.POST('/rebalance/{rebalance_id}/execute', { params, body: { confirm: true } }));
  const { status } = await bodyOf(b.GET('/rebalance/{rebalance_id}', { params }));
  const place = { params: { path: { portfolio_id } } };
  const after = await bodyOf(b.GET('/portfolios/{portfolio_id}', place));
  const { response } = await b.POST('/rebalance', { body: { portfolio_id } });
  const { deleted } = await bodyOf(b.DELETE('/portfolios/{portfolio_id}', place));
  const { error } = await b.GET('/portfolios/{portfolio_id}', place);
  return {
    has_xetra: prices.some(({ exchange }) => exchange === 'XETR'),
    dry_run: { simulation, fx_overlay },
    cancelled: cancelled.status,
    first_side: orders[0]?.side,
    executed: executed.status,
    status,
    is_nearer: after.drift.max_drift < drift.max_drift,
    without_drift: response.status,
    deleted,
    refusal: error?.error.code,
  };
}

const seen = { form_a: await walkFormA(), form_b: await walkFormB() };
process.stdout.write(`${JSON.stringify(seen)}\n`);
