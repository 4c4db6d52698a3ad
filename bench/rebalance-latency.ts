/**
 * A portfolio of 50 positions through the real service: how long a dry run takes to answer, and how quickly the fills of
 * real rebalances are booked while the clock is advanced over a trading day. For information: no goal is set.
 */
import { setTimeout } from 'node:timers/promises';
import { ADMIN_TOKEN, API_KEY, type ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, percentile } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const POSITIONS = 50;
const WARM_UPS = 30;
const DRY_RUNS = 200;
const PORTFOLIOS = 3;
const POSITION_QUANTITY = 400;
/** Asking more often would keep the server from its work. */
const POLL_MS = 20;

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export function benchRebalanceLatency(): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const settings: ServerSettings = { dataDir, rateLimitPerMinute: null, clockMode: 'manual' };
    const server = await startChild('ballast-server.ts', settings);
    try {
      const call = callerOf(server.origin);
      const portfolioIds: string[] = [];
      for (let count = 0; count < PORTFOLIOS; count += 1) portfolioIds.push(await createPortfolio(call, count));
      const timesMs = await dryRuns(call, portfolioIds[0] ?? '');
      const fillsPerSecond = await execute(call, portfolioIds);
      const figure = (name: string, value: number, unit: string) => ({
        name,
        value,
        unit,
        reference: null,
        goal: null,
      });
      return [
        figure(`dry run of ${POSITIONS} positions, p50`, percentile(timesMs, 0.5), 'ms'),
        figure(`dry run of ${POSITIONS} positions, p99`, percentile(timesMs, 0.99), 'ms'),
        figure('fills while the clock advances', fillsPerSecond, 'fills/s'),
      ];
    } finally {
      await server.stop();
    }
  });
}

function callerOf(origin: string): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
}

interface ListedInstrument {
  readonly isin: string;
  readonly listings: readonly string[];
}

/** The same quantity everywhere, and equal targets: prices differ, so nearly every position must be traded. */
async function createPortfolio(call: Call, count: number): Promise<string> {
  const { instruments } = await call<{ instruments: ListedInstrument[] }>('GET', '/sim/instruments');
  const holdings = instruments
    .flatMap(({ isin, listings }) => listings.map((exchange) => ({ isin, exchange, quantity: POSITION_QUANTITY })))
    .slice(0, POSITIONS);
  if (holdings.length < POSITIONS) throw new Error(`the market has only ${holdings.length} listings`);
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  const targets = isins.map((isin) => ({ isin, weight: Math.floor(1e4 / isins.length) / 1e4 }));
  const portfolio = { external_id: `bench-${count}`, currency: 'EUR', tax_wrapper: 'Depot', holdings, targets };
  const { portfolio_id } = await call<{ portfolio_id: string }>('POST', '/form-b/v1/portfolios', portfolio);
  return portfolio_id;
}

async function dryRuns(call: Call, portfolioId: string): Promise<number[]> {
  const body = { portfolio_id: portfolioId, simulation: true, drift_threshold: 0.01 };
  const timesMs: number[] = [];
  for (let count = 0; count < WARM_UPS + DRY_RUNS; count += 1) {
    const startMs = performance.now();
    await call('POST', '/form-b/v1/rebalance', body);
    timesMs.push(performance.now() - startMs);
  }
  return timesMs.slice(WARM_UPS);
}

interface Rebalance {
  readonly rebalance_id: string;
  readonly orders: readonly { readonly fills: readonly unknown[] }[];
}

/** Fills of one trading day, over the time from the command to advance until the clock is ready again. */
async function execute(call: Call, portfolioIds: readonly string[]): Promise<number> {
  const paths: string[] = [];
  for (const portfolio_id of portfolioIds) {
    const plan = await call<Rebalance>('POST', '/form-b/v1/rebalance', { portfolio_id, drift_threshold: 0.01 });
    paths.push(`/form-b/v1/rebalance/${plan.rebalance_id}`);
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
