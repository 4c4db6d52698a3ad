/**
 * A year of a hundred portfolios in a data folder: drift is looked at once a day, and on the first trading day of each
 * month every portfolio is rebalanced over HTTP, fills, lots and MiFID records included, while a sink takes the
 * webhooks. The server is in this process, as that of a scenario is. Reports where the time went, and that memory does
 * not grow.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Ballast, createBallast } from '../../src-server/app.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';
import { requestJson } from '../../test/support/request-json.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { portfoliosA, portfoliosB } from './year-portfolios.ts';

const DAY_MS = 86_400_000;
const GOAL_S = 20;
/** What may be added from the first quarter to the last; a log that was kept in memory would be more than that. */
const GROWTH_MB = 64;
/** Monday to Friday, the first of each month; some exchanges keep 4 May as a holiday, and their orders wait a day. */
const TRADING_DAYS = [
  ...['2026-03-02', '2026-04-01', '2026-05-04', '2026-06-01', '2026-07-01', '2026-08-03'],
  ...['2026-09-01', '2026-10-01', '2026-11-02', '2026-12-01', '2027-01-04', '2027-02-01'],
].map((day) => Date.parse(`${day}T09:30Z`));
const END_MS = Date.parse('2027-03-02T09:30Z');

/** What the sink receives: what became of rebalances and portfolios, every fill and status, or nothing. */
const WEBHOOKS = {
  final: { url: '/sim/sink/year', events: ['rebalance.complete', 'rebalance.failed', 'portfolio.drift_exceeded'] },
  all: { url: '/sim/sink/year' },
  none: null,
};
type Reported = keyof typeof WEBHOOKS;

export async function benchYear(): Promise<Figure[]> {
  const year = await runYear('final');
  const quiet = await runYear('none');
  const talkative = await runYear('all');
  const totalS = totalOf(year) / 1000;
  const growthMb = (year.rssMb.at(-1) ?? 0) - (year.rssMb[0] ?? 0);
  const reference = { what: 'without webhooks', value: totalOf(quiet) / 1000 };
  process.stderr.write(`  memory at the quarters: ${year.rssMb.map((mb) => Math.round(mb)).join(', ')} MB\n`);
  return [
    {
      ...figure('a year of 100 portfolios, in a folder', totalS, 's'),
      ...{ reference, goal: { text: `≤ ${GOAL_S} s`, met: totalS <= GOAL_S } },
    },
    figure('of which populating', year.populateMs / 1000, 's'),
    figure('of which planning and executing', year.requestsMs / 1000, 's'),
    figure('of which days of trading', year.tradingMs / 1000, 's'),
    figure('of which days of monitoring', year.monitoringMs / 1000, 's'),
    figure('orders of the year', year.orders, 'orders'),
    figure('fills of the year', year.fills, 'fills'),
    figure('events of the year', year.events, 'events'),
    figure('events a second', year.events / totalS, 'events/s'),
    {
      ...figure('memory, first to last quarter', growthMb, 'MB'),
      goal: { text: `≤ ${GROWTH_MB} MB`, met: growthMb <= GROWTH_MB },
    },
    figure('the same, every fill sent to a sink', totalOf(talkative) / 1000, 's'),
  ];
}

function figure(name: string, value: number, unit: string): Figure {
  return { name, value, unit, reference: null, goal: null };
}

export interface Year {
  populateMs: number;
  requestsMs: number;
  tradingMs: number;
  monitoringMs: number;
  orders: number;
  fills: number;
  events: number;
  head: string;
  /** At the end of each quarter. */
  readonly rssMb: number[];
}

function totalOf({ populateMs, requestsMs, tradingMs, monitoringMs }: Year): number {
  return populateMs + requestsMs + tradingMs + monitoringMs;
}

export function runYear(webhooks: Reported): Promise<Year> {
  return withTempFolder(async (dataDir) => {
    const ballast = await createBallast({
      ...serverDefaults,
      ...{ port: 0, dataDir, seed: 42, startAt: TRADING_DAYS[0] ?? 0, clockMode: 'manual', clockRate: 1 },
      ...{ driftCheckMs: DAY_MS, rateLimitPerMinute: null, tier: 'enterprise', virtualStamps: true },
    });
    try {
      return await liveThrough(ballast, webhooks);
    } finally {
      await ballast.stop();
    }
  });
}

async function liveThrough(ballast: Ballast, webhooks: Reported): Promise<Year> {
  const year: Year = {
    ...{ populateMs: 0, requestsMs: 0, tradingMs: 0, monitoringMs: 0, orders: 0, fills: 0, events: 0 },
    head: '',
    rssMb: [],
  };
  const taking = async <T>(
    phase: 'populateMs' | 'requestsMs' | 'tradingMs' | 'monitoringMs',
    work: () => Promise<T>,
  ) => {
    const startMs = performance.now();
    const result = await work();
    year[phase] += performance.now() - startMs;
    return result;
  };
  const call = callerOf(ballast);
  const rebalances = await taking('populateMs', () => populate(call, webhooks));
  for (const [month, dayMs] of TRADING_DAYS.entries()) {
    const nextMs = TRADING_DAYS[month + 1] ?? END_MS;
    const started = await taking('requestsMs', () => inTurn(rebalances, (rebalance) => rebalance(month)));
    await taking('tradingMs', () => ballast.control.advanceTo(Math.min(dayMs + 2 * DAY_MS, nextMs)));
    for (const id of started) {
      const status = ballast.control.rebalanceStatus(id);
      if (status !== 'complete') throw new Error(`${id} is ${status} at the end of its days of trading`);
    }
    await taking('monitoringMs', () => ballast.control.advanceTo(nextMs));
    if (month % 3 === 2) year.rssMb.push(residentMb());
  }
  const events = ballast.control.events();
  year.events = events.length;
  year.head = events.at(-1)?.hash ?? '';
  year.fills = events.filter(({ type }) => type === 'order.filled').length;
  year.orders = events.filter(({ type }) => type === 'order.sent').length;
  return year;
}

/** Begins the rebalance of a month; returns its id. */
type Rebalance = (month: number) => Promise<string>;
/** Of what is in use: what could be thrown away says nothing, and is. */
function residentMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().rss / 1e6;
}

type Call = <T>(path: string, body: unknown) => Promise<T>;

function callerOf(ballast: Ballast): Call {
  return async <T>(path: string, body: unknown) => {
    const token = path.startsWith('/sim') ? ballast.adminToken : ballast.apiKey;
    const url = new URL(path, ballast.baseUrl).href;
    const answer = await requestJson('POST', url, { authorization: `Bearer ${token}` }, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
}

/** Makes the portfolios; returns how each is rebalanced, which tells the rebalance's id. */
async function populate(call: Call, webhooks: Reported): Promise<Rebalance[]> {
  if (WEBHOOKS[webhooks] !== null) await call('/sim/webhooks', WEBHOOKS[webhooks]);
  const formB = await inTurn(portfoliosB(), async (portfolio) => {
    const { portfolio_id } = await call<{ portfolio_id: string }>('/form-b/v1/portfolios', portfolio);
    return async () => {
      const plan = { portfolio_id, drift_threshold: 0.01, band_type: 'relative' };
      const { rebalance_id: id } = await call<{ rebalance_id: string }>('/form-b/v1/rebalance', plan);
      await call(`/form-b/v1/rebalance/${id}/execute`, { confirm: true });
      return id;
    };
  });
  const formA = await inTurn(portfoliosA(), async ({ portfolio, targets }) => {
    const { portfolio_id: of } = await call<{ portfolio_id: string }>('/form-a/v1/portfolios', portfolio);
    return async (month: number) => {
      const wanted = { target_weights: targets[month % targets.length], drift_threshold: 0.01 };
      return (await call<{ rebalance_id: string }>(`/form-a/v1/portfolios/${of}/rebalance`, wanted)).rebalance_id;
    };
  });
  return [...formB, ...formA];
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
