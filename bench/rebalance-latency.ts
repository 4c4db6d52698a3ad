/**
 * Measures plans through the real service, on disk: how long a dry run takes, alone and beside fifteen others, how many
 * plans a second there are, and how quickly the fills of real rebalances are booked while the clock is advanced over a
 * trading day. The reference is a bare Express 5 that reads the same request and sends the same response.
 */
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ADMIN_TOKEN, API_KEY, type ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, interleave, percentile } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const POSITIONS = 50;
const FEWER_POSITIONS = 30;
const WARM_UPS = 100;
const DRY_RUNS = 300;
const GOAL_P50_MS = 1.5;
const MIN_DRY_RATIO = 0.4;
const MIN_REAL_RATIO = 0.25;
const ROUNDS = 3;
const PORTFOLIOS = 3;
const POSITION_QUANTITY = 400;
/** More frequent requests would slow down the server. */
const POLL_MS = 20;
const CONNECTIONS = 16;
const CROWD_WARM_UP_S = 1;
const CROWD_S = 3;
/** Largest ratio of the slowest in a hundred to the usual time, so that nobody waits for another client's plan. */
const LARGEST_RATIO = 3;
const PLAN_PATH = '/form-b/v1/rebalance';

const SETTINGS: ServerSettings = { rateLimitPerMinute: null, clockMode: 'manual', tier: 'enterprise' };

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export function benchRebalanceLatency(): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const server = await startChild('ballast-server.ts', { ...SETTINGS, dataDir });
    try {
      const call = callerOf(server.origin);
      const portfolioIds: string[] = [];
      for (let count = 0; count < PORTFOLIOS; count += 1)
        portfolioIds.push(await createPortfolio(call, count, POSITIONS));
      const fewer = await createPortfolio(call, PORTFOLIOS, FEWER_POSITIONS);
      const [first = ''] = portfolioIds;
      const figures = [await single(call, fewer, FEWER_POSITIONS), await single(call, first, POSITIONS)].flat();
      const rates = await plansPerSecond(server.origin, first);
      const fillsPerSecond = await execute(call, portfolioIds);
      return [...figures, ...rates, figure('fills while the clock advances', fillsPerSecond, 'fills/s')];
    } finally {
      await server.stop();
    }
  });
}

/** A figure for information, without a goal. */
function figure(name: string, value: number, unit: string): Figure {
  return { name, value, unit, reference: null, goal: null };
}

/** Without other clients. */
async function single(call: Call, portfolioId: string, positions: number): Promise<Figure[]> {
  const timesMs = await dryRuns(call, portfolioId);
  const p50 = percentile(timesMs, 0.5);
  const goal = { text: `≤ ${GOAL_P50_MS} ms`, met: p50 <= GOAL_P50_MS };
  const name = `dry run of ${positions} positions`;
  return [
    { ...figure(`${name}, p50`, p50, 'ms'), goal: positions === FEWER_POSITIONS ? goal : null },
    figure(`${name}, p99`, percentile(timesMs, 0.99), 'ms'),
  ];
}

/** Dry runs, plans that could be executed, and the same responses of a bare Express 5, in turn. */
async function plansPerSecond(origin: string, portfolioId: string): Promise<Figure[]> {
  const response = await callerOf(origin)('POST', PLAN_PATH, dryRunOf(portfolioId));
  const bare = await startChild('bare-express-server.ts', { path: PLAN_PATH, body: response });
  try {
    const dryBody = dryRunOf(portfolioId);
    const crowds: Crowd[] = [];
    const rates = await interleave(ROUNDS, {
      dry: async () => {
        const crowd = await crowded(origin, dryBody);
        crowds.push(crowd);
        return crowd.perSecond;
      },
      real: async () => (await crowded(origin, { ...dryBody, simulation: false })).perSecond,
      bare: async () => (await crowded(bare.origin, dryBody)).perSecond,
    });
    const reference = { what: 'bare Express 5 with the same request and answer', value: rates.bare };
    const ofBare = (name: string, value: number, least: number): Figure => {
      const goal = { text: `ratio ≥ ${least}`, met: value / rates.bare >= least };
      return {
        name: `${name} of ${POSITIONS} positions over ${CONNECTIONS} connections`,
        value,
        unit: 'plans/s',
        reference,
        goal,
      };
    };
    return [
      ofBare('dry runs', rates.dry, MIN_DRY_RATIO),
      ofBare('plans to be executed', rates.real, MIN_REAL_RATIO),
      ...crowds.slice(-1).map(crowdFigure),
    ];
  } finally {
    await bare.stop();
  }
}

function crowdFigure({ p50Ms, p99Ms }: Crowd): Figure {
  const goal = { text: `ratio ≤ ${LARGEST_RATIO}`, met: p99Ms / p50Ms <= LARGEST_RATIO };
  const reference = { what: 'their median', value: p50Ms };
  return { name: `dry run beside ${CONNECTIONS - 1} others, p99`, value: p99Ms, unit: 'ms', reference, goal };
}

function callerOf(origin: string): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed)}`);
    return parsed as T;
  };
}

interface ListedInstrument {
  readonly isin: string;
  readonly listings: readonly string[];
  readonly test?: true;
}

/** The same quantity everywhere, and equal targets: prices differ, so nearly every position must be traded. */
async function createPortfolio(call: Call, count: number, positions: number): Promise<string> {
  const { instruments } = await call<{ instruments: ListedInstrument[] }>('GET', '/sim/instruments');
  const holdings = instruments
    .filter(({ test }) => test !== true)
    .flatMap(({ isin, listings }) => listings.map((exchange) => ({ isin, exchange, quantity: POSITION_QUANTITY })))
    .slice(0, positions);
  if (holdings.length < positions) throw new Error(`the market has only ${holdings.length} listings`);
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  const targets = isins.map((isin) => ({ isin, weight: Math.floor(1e4 / isins.length) / 1e4 }));
  const portfolio = { external_id: `bench-${count}`, currency: 'EUR', tax_wrapper: 'Depot', holdings, targets };
  const { portfolio_id } = await call<{ portfolio_id: string }>('POST', '/form-b/v1/portfolios', portfolio);
  return portfolio_id;
}

async function dryRuns(call: Call, portfolioId: string): Promise<number[]> {
  const body = dryRunOf(portfolioId);
  const timesMs: number[] = [];
  for (let count = 0; count < WARM_UPS + DRY_RUNS; count += 1) {
    const startMs = performance.now();
    await call('POST', PLAN_PATH, body);
    timesMs.push(performance.now() - startMs);
  }
  return timesMs.slice(WARM_UPS);
}

function dryRunOf(portfolioId: string) {
  return { portfolio_id: portfolioId, simulation: true, drift_threshold: 0.01 };
}

interface Crowd {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
}

/** Every connection sends its next request after each response; every response must be a plan. */
async function crowded(origin: string, plan: unknown): Promise<Crowd> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify(plan);
  const request = { url: origin + PLAN_PATH, method: 'POST', headers, body, connections: CONNECTIONS } as const;
  await autocannon({ ...request, duration: CROWD_WARM_UP_S });
  const result = await autocannon({ ...request, duration: CROWD_S });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} plans failed`);
  return { p50Ms: result.latency.p50, p99Ms: result.latency.p99, perSecond: result['2xx'] / result.duration };
}

interface Rebalance {
  readonly rebalance_id: string;
  readonly orders: readonly { readonly fills: readonly unknown[] }[];
}

/** Fills of one trading day, divided by the time from the command to advance until the clock is ready again. */
async function execute(call: Call, portfolioIds: readonly string[]): Promise<number> {
  const paths: string[] = [];
  for (const portfolio_id of portfolioIds) {
    const plan = await call<Rebalance>('POST', PLAN_PATH, { portfolio_id, drift_threshold: 0.01 });
    paths.push(`${PLAN_PATH}/${plan.rebalance_id}`);
    await call('POST', `${paths.at(-1)}/execute`, { confirm: true });
  }
  const startMs = performance.now();
  await call('POST', '/sim/clock/advance', { by: '24h' });
  while ((await call<{ status: string }>('GET', '/sim/clock')).status === 'advancing') await setTimeout(POLL_MS);
  const elapsedMs = performance.now() - startMs;
  let fills = 0;
  for (const path of paths) {
    const { orders } = await call<Rebalance>('GET', path);
    fills += orders.reduce((sum, order) => sum + order.fills.length, 0);
  }
  return (fills * 1000) / elapsedMs;
}
