/**
 * The address of every screen of the app in a world with data on each: an executed rebalance, an active fault, a
 * delivered webhook, records. For tests of all screens.
 */
import type { OpenApp } from '../../support/page/open-page.ts';

/** Creates that world from the demo world, by requests, and returns the addresses by short names. */
export async function screenAddresses(app: OpenApp): Promise<Readonly<Record<string, string>>> {
  const { portfolio, other, ofA, rebalance, record, request, delivery, runs, sweep, bulk, lab } = await makeWorld(app);
  return {
    portfolios: '/portfolios',
    'new-portfolio-a': '/portfolios/new?form=A',
    'new-portfolio-b': '/portfolios/new?form=B',
    portfolio: `/portfolios/${portfolio}`,
    'portfolio-treemap': `/portfolios/${portfolio}?allocation=treemap`,
    ...viewAddresses(`/portfolios/${portfolio}`),
    'portfolio-edit': `/portfolios/${portfolio}/edit`,
    'portfolio-a': `/portfolios/${ofA}`,
    plan: `/portfolios/${other}/plan`,
    'plan-compare': `/portfolios/${other}/compare`,
    'plan-a': `/portfolios/${ofA}/plan`,
    'plan-compare-a': `/portfolios/${ofA}/compare`,
    rebalances: '/rebalances',
    rebalance: `/rebalances/${rebalance}`,
    'new-bulk': '/rebalances/bulk',
    bulk: `/rebalances/bulk/${bulk}`,
    market: '/market/exchanges',
    'market-break': '/market/exchanges?dialog=break',
    ...IMPORTS,
    prices: '/market/prices/DE0007164600/XETR',
    watch: '/market/watch',
    fx: '/market/fx',
    calendars: '/market/calendars',
    'corporate-actions': '/market/corporate-actions',
    'corporate-action': '/market/corporate-actions?dialog=schedule',
    requests: '/traffic/requests',
    request: `/traffic/requests/${request}`,
    webhooks: '/traffic/webhooks',
    delivery: `/traffic/webhooks/deliveries/${delivery}`,
    'wire-faults': '/traffic/faults',
    'wire-fault': '/traffic/faults?dialog=set-fault',
    sinks: '/traffic/sinks',
    sink: '/traffic/sinks/orders',
    signature: '/traffic/signature',
    trace: `/traffic/trace/${rebalance}`,
    compliance: '/compliance',
    printedRecords: `/compliance/print?records=${record}`,
    record: `/compliance/${record}`,
    scenarios: '/scenarios',
    scenario: `/scenarios/${SCENARIO}`,
    'scenario-timeline': `/scenarios/${SCENARIO}/timeline?run=${runs[0]}&event=20`,
    'compare-runs': `/scenarios/compare?a=${runs[0]}&b=${runs[1]}`,
    sweep: `/scenarios/${SWEPT}/sweep?id=${sweep}`,
    ...labAddresses(portfolio, lab),
    ...EXPLORER,
    recordings: '/scenarios/record',
    'start-recording': '/scenarios/record?dialog=start',
    timeline: '/timeline?event=40',
    ...WORLDS,
    accounts: '/accounts',
    'open-scenario': '/scenarios?dialog=open',
    'new-account': '/accounts?dialog=new-account',
    'new-key': '/accounts?dialog=new-key',
    ...SETTINGS,
    'no-such-page': '/no/such/page',
  };
}

const SETTINGS = {
  settings: '/settings/general',
  'settings-access': '/settings/access',
  'settings-limits': '/settings/limits',
  'settings-webhooks': '/settings/webhooks',
  'settings-data': '/settings/data',
};

const WORLDS = {
  worlds: '/worlds',
  'new-world': '/worlds?dialog=new-world',
  'import-world': '/worlds?dialog=import-world',
  'compare-worlds': '/worlds?a=default&b=what-if',
};

/** Pending and ended ones are tested in test/e2e/explorer: these worlds run no clients. */
const EXPLORER = { explorer: '/explorer', 'new-exploration': '/explorer/new', 'no-exploration': '/explorer/ex_0' };

const IMPORTS = { 'import-prices': '/market/prices?dialog=import', 'import-portfolios': '/portfolios?dialog=import' };

function labAddresses(portfolio: string | undefined, run: string): Readonly<Record<string, string>> {
  return { lab: '/lab', 'new-lab-run': `/lab/new?portfolio=${portfolio}`, 'lab-run': `/lab/${run}` };
}

/** The views of a portfolio other than its overview. */
function viewAddresses(portfolio: string): Readonly<Record<string, string>> {
  return {
    'portfolio-activity': `${portfolio}/activity`,
    'portfolio-policy': `${portfolio}/policy`,
    'policy-dialog': `${portfolio}/policy?dialog=policy`,
    'cash-flow': `${portfolio}/activity?dialog=cash-flow`,
    'portfolio-performance': `${portfolio}/performance`,
    'portfolio-constraints': `${portfolio}/constraints`,
    'portfolio-lots': `${portfolio}/lots`,
    'portfolio-gains': `${portfolio}/gains`,
  };
}

const SCENARIO = 'exchanges/partial-fills.yaml';
/** It passes under every seed, so that there is a spread to see. */
const SWEPT = 'rebalancing/sweep-example.yaml';
const SEEDS = 16;

/** Three policies on few paths of one year, which run in a second. */
function labRunOf(portfolio: string | undefined): unknown {
  const policies = [
    { name: 'Buy and hold' },
    { name: 'Quarterly', when: [{ calendar: { every: 'quarter' } }], settings: { drift_threshold: 0.01 } },
    { name: '5/25', when: [{ drift: {} }], band_5_25: true },
  ];
  return { portfolios: [portfolio], policies, to: '2027-03-02T00:00:00Z', paths: { seeds: '1..8' } };
}

type Control = <T>(method: string, path: string, body?: unknown) => Promise<T>;

async function run(control: Control, seed: number): Promise<string> {
  const { scenario_run_id: id } = await control<{ scenario_run_id: string }>('POST', '/scenario-runs', {
    file: SCENARIO,
    seed,
  });
  await ended(() => control<{ status: string }>('GET', `/scenario-runs/${id}`));
  return id;
}

async function ended(read: () => Promise<{ readonly status: string }>): Promise<void> {
  const { status } = await read();
  if (status === 'queued' || status === 'running') await ended(read);
}

/** A copy of the world in which all prices fall, so that the two diverge. */
async function makeFork(control: Control, ofFork: Control): Promise<void> {
  await control('POST', '/worlds', { name: 'what-if', fork_of: 'default', clock_mode: 'manual' });
  const fall = { kind: 'jump', instruments: 'all', by_beta: true, size: -0.1 };
  await ofFork('POST', '/market/events', fall);
  await ofFork('POST', '/clock/advance', { by: '30m', wait: true });
}

async function makeWorld({ ballast }: OpenApp) {
  const control: Control = (method, path, body) =>
    ask(method, `${ballast.controlUrl}${path}`, ballast.adminToken, body);
  const service: Control = (method, path, body) => ask(method, `${ballast.formBUrl}${path}`, ballast.apiKey, body);
  await control('POST', '/webhooks', { url: '/sim/sink/orders' });
  const { portfolios } = await control<{ portfolios: { portfolio_id: string; form: string }[] }>('GET', '/portfolios');
  const [portfolio, other] = portfolios.filter(({ form }) => form === 'B').map(({ portfolio_id: id }) => id);
  const ofA = portfolios.find(({ form }) => form === 'A')?.portfolio_id;
  const { rebalance_id: rebalance } = await service<{ rebalance_id: string }>('POST', '/rebalance', {
    portfolio_id: portfolio,
  });
  await service('POST', `/rebalance/${rebalance}/execute`, { confirm: true });
  await control('POST', '/faults', { kind: 'exchange_down', exchange: 'XSWX', for: '30m' });
  await control('POST', '/faults', {
    kind: 'api_error',
    code: 'internal_error',
    count: 5,
    match: { operation: 'getPrices' },
  });
  await control('POST', '/clock/advance', { by: '2m', wait: true });
  const { records } = await control<{ records: { mifid_record_id: string }[] }>('GET', '/mifid-records?limit=1');
  const { entries } = await control<{ entries: { request_id: string }[] }>('GET', '/journal?limit=1');
  const { deliveries } = await control<{ deliveries: { delivery_id: string }[] }>('GET', '/deliveries?limit=1');
  const runs = [await run(control, 57), await run(control, 58)];
  const { sweep_id: sweep } = await control<{ sweep_id: string }>('POST', '/sweeps', { file: SWEPT, seeds: SEEDS });
  await ended(() => control<{ status: string }>('GET', `/sweeps/${sweep}`));
  // One is under way, and two wait for their execution.
  const { bulk_id: bulk } = await control<{ bulk_id: string }>('POST', '/bulk-rebalances', {
    portfolio_ids: portfolios.filter(({ form }) => form === 'B').map(({ portfolio_id: id }) => id),
    wait: true,
  });
  const { lab_run_id: lab } = await control<{ lab_run_id: string }>('POST', '/lab-runs', labRunOf(portfolio));
  await ended(() => control<{ status: string }>('GET', `/lab-runs/${lab}`));
  const forkUrl = ballast.controlUrl.replace(/\/sim$/, '/worlds/what-if/sim');
  await makeFork(control, (method, path, body) => ask(method, `${forkUrl}${path}`, ballast.adminToken, body));
  const record = records[0]?.mifid_record_id;
  const request = entries[0]?.request_id;
  const delivery = deliveries[0]?.delivery_id;
  return { portfolio, other, ofA, rebalance, record, request, delivery, runs, sweep, bulk, lab };
}

async function ask<T>(method: string, url: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
