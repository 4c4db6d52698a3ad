/**
 * Measures many portfolios: a thousand that are planned, executed and completely filled in a data folder, with the size
 * of a stored event; and the pages of a list of ten thousand. The server is in this process, so that its CPU time can
 * be measured.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type BallastServer, createBallast } from '../../src-server/app.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';
import { requestJson } from '../../test/support/request-json.ts';
import { type Figure, percentile } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { COPIES, portfoliosB } from '../year/year-portfolios.ts';

const EXECUTED = 1000;
const LISTED = 10_000;
const START_MS = Date.parse('2026-03-02T09:30Z');
const TWO_DAYS_MS = 2 * 86_400_000;
const GOAL_CPU_S = 10;
const GOAL_EVENT_BYTES = 2000;
const GOAL_PAGE_MS = 50;

const portfolioResponse = z.object({ portfolio_id: z.string() });
const rebalanceResponse = z.object({ rebalance_id: z.string() });
const pageResponse = z.object({ portfolios: z.array(z.unknown()), next: z.string().nullable() });

export async function benchManyPortfolios(): Promise<Figure[]> {
  return [...(await withTempFolder(executeAll)), await withTempFolder(listAll)];
}

async function executeAll(dataDir: string): Promise<Figure[]> {
  const ballast = await open(dataDir);
  const before = process.cpuUsage();
  let events = 0;
  try {
    const rebalances: string[] = [];
    for (const portfolio of manyPortfolios(EXECUTED)) {
      const { portfolio_id } = portfolioResponse.parse(await call(ballast, 'POST', '/form-b/v1/portfolios', portfolio));
      const request = { portfolio_id, drift_threshold: 0.01, band_type: 'relative' };
      const { rebalance_id: id } = rebalanceResponse.parse(
        await call(ballast, 'POST', '/form-b/v1/rebalance', request),
      );
      await call(ballast, 'POST', `/form-b/v1/rebalance/${id}/execute`, { confirm: true });
      rebalances.push(id);
    }
    await ballast.control.advanceTo(START_MS + TWO_DAYS_MS);
    for (const id of rebalances) {
      const status = ballast.control.rebalanceStatus(id);
      if (status !== 'complete') throw new Error(`${id} is ${status} after two days of trading`);
    }
    events = ballast.control.events().length;
  } finally {
    await ballast.stop();
  }
  const { user, system } = process.cpuUsage(before);
  const cpuS = (user + system) / 1e6;
  const eventBytes = statSync(join(dataDir, 'ballast.db')).size / events;
  return [
    {
      name: `${EXECUTED.toLocaleString('en')} portfolios planned, executed and filled`,
      value: cpuS,
      unit: 's CPU',
      reference: null,
      goal: { text: `≤ ${GOAL_CPU_S} s`, met: cpuS <= GOAL_CPU_S },
    },
    {
      name: 'of which the world stores for an event',
      value: eventBytes,
      unit: 'bytes',
      reference: null,
      goal: { text: `≤ ${GOAL_EVENT_BYTES}`, met: eventBytes <= GOAL_EVENT_BYTES },
    },
  ];
}

async function listAll(dataDir: string): Promise<Figure> {
  const ballast = await open(dataDir);
  try {
    for (const portfolio of manyPortfolios(LISTED)) await call(ballast, 'POST', '/form-b/v1/portfolios', portfolio);
    const takenMs: number[] = [];
    let listed = 0;
    for (let next: string | null = ''; next !== null; ) {
      const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
      const startedMs = performance.now();
      const page = pageResponse.parse(await call(ballast, 'GET', `/sim/portfolios?limit=100${cursor}`));
      takenMs.push(performance.now() - startedMs);
      listed += page.portfolios.length;
      next = page.next;
    }
    if (listed !== LISTED) throw new Error(`the pages had ${listed} portfolios`);
    const value = percentile(takenMs, 0.99);
    const name = `a page of ${LISTED.toLocaleString('en')} portfolios, p99`;
    return {
      name,
      value,
      unit: 'ms',
      reference: null,
      goal: { text: `≤ ${GOAL_PAGE_MS} ms`, met: value <= GOAL_PAGE_MS },
    };
  } finally {
    await ballast.stop();
  }
}

function open(dataDir: string): Promise<BallastServer> {
  return createBallast({
    ...serverDefaults,
    port: 0,
    dataDir,
    seed: 42,
    startAt: START_MS,
    clockMode: 'manual',
    clockRate: 1,
    rateLimitPerMinute: null,
    tier: 'enterprise',
    virtualStamps: true,
  });
}

/** The portfolios of the year, repeated, each with its own name. */
export function manyPortfolios(count: number): object[] {
  const models = portfoliosB().filter((_, index) => index % COPIES === 0);
  return Array.from({ length: count }, (_, index) => ({
    ...models[index % models.length],
    external_id: `many-${index + 1}`,
  }));
}

async function call(ballast: BallastServer, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const token = path.startsWith('/sim') ? ballast.adminToken : ballast.apiKey;
  const url = new URL(path, ballast.baseUrl).href;
  const response = await requestJson(method, url, { authorization: `Bearer ${token}` }, body);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
