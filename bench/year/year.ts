/**
 * Runs a year of a hundred portfolios in a data folder: drift is checked once a day, and on the first trading day of
 * each month every portfolio is rebalanced over HTTP, fills, lots and MiFID records included, while a sink receives the
 * webhooks. Also runs the same year with the whole life of portfolios on, in which policies rebalance. The server is in
 * this process, as that of a scenario is. Reports where the time went, and that memory does not grow.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BallastServer, createBallast } from '../../src-server/app.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { beginSavings, LIFE_OPTIONS, putPolicy, scheduleCorporateActions } from './whole-life.ts';
import { type Call, callerOf } from './year-client.ts';
import { portfoliosA, portfoliosB } from './year-portfolios.ts';

const DAY_MS = 86_400_000;
const GOAL_S = 20;
/** Permitted growth from the first quarter to the last; a log in memory would be larger. */
const GROWTH_MB = 64;
/** Monday to Friday, the first of each month; 4 May is a holiday of some exchanges, and their orders wait a day. */
const TRADING_DAYS = [
  ...['2026-03-02', '2026-04-01', '2026-05-04', '2026-06-01', '2026-07-01', '2026-08-03'],
  ...['2026-09-01', '2026-10-01', '2026-11-02', '2026-12-01', '2027-01-04', '2027-02-01'],
].map((day) => Date.parse(`${day}T09:30Z`));
const END_MS = Date.parse('2027-03-01T00:00Z');
/** The CPU time of the whole life relative to that of the year without it. */
const GOAL_LIFE = 1.5;

/** Events that the sink receives: results of rebalances and portfolios, every fill and status, or none. */
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
  const played = await runYear('final', 'policies');
  const lively = await runYear('final', 'whole');
  const totalS = totalOf(year) / 1000;
  const growthMb = (year.rssMb.at(-1) ?? 0) - (year.rssMb[0] ?? 0);
  const reference = { what: 'without webhooks', value: totalOf(quiet) / 1000 };
  process.stderr.write(`  memory at the quarters: ${year.rssMb.map((mb) => Math.round(mb)).join(', ')} MB\n`);
  return [
    {
      ...figure('a year of 100 portfolios, in a folder', totalS, 's'),
      reference,
      goal: { text: `≤ ${GOAL_S} s`, met: totalS <= GOAL_S },
    },
    figure('of which populating', year.populateMs / 1000, 's'),
    figure('of which planning and executing', year.requestsMs / 1000, 's'),
    figure('of which days of trading', year.tradingMs / 1000, 's'),
    figure('of which days of monitoring', year.monitoringMs / 1000, 's'),
    ...countsOf(year, ''),
    figure('events a second', year.events / totalS, 'events/s'),
    {
      ...figure('memory, first to last quarter', growthMb, 'MB'),
      goal: { text: `≤ ${GROWTH_MB} MB`, met: growthMb <= GROWTH_MB },
    },
    figure('the same, every fill sent to a sink', totalOf(talkative) / 1000, 's'),
    ...lifeFigures(lively, played, year),
  ];
}

/** In CPU time, because on a busy machine two consecutive years differ by more than the life costs. */
function lifeFigures(lively: Year, played: Year, year: Year): Figure[] {
  const goal = { text: `≤ ${GOAL_LIFE} ×`, met: lively.cpuS <= GOAL_LIFE * year.cpuS };
  const client = { what: 'rebalanced by a client', value: year.cpuS };
  return [
    { ...figure('the same with the whole life on', lively.cpuS, 's CPU'), reference: client, goal },
    { ...figure('rebalanced by policies alone', played.cpuS, 's CPU'), reference: client },
    figure('the same with the whole life on, on the clock', totalOf(lively) / 1000, 's'),
    ...countsOf(lively, ', whole life'),
  ];
}

function countsOf({ rebalances, orders, fills, events }: Year, which: string): Figure[] {
  return Object.entries({ rebalances, orders, fills, events }).map(([what, count]) =>
    figure(`${what} of the year${which}`, count, what),
  );
}

function figure(name: string, value: number, unit: string): Figure {
  return { name, value, unit, reference: null, goal: null };
}

export interface Year {
  populateMs: number;
  requestsMs: number;
  tradingMs: number;
  monitoringMs: number;
  cpuS: number;
  rebalances: number;
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

/**
 * The source of rebalances, and other events. Whole: policies, with dividends, settlement, savings and corporate
 * actions.
 */
type Life = 'client' | 'policies' | 'whole';

export function runYear(webhooks: Reported, life: Life = 'client'): Promise<Year> {
  return withTempFolder(async (dataDir) => {
    const ballast = await createBallast({
      ...serverDefaults,
      port: 0,
      dataDir,
      seed: 42,
      startAt: TRADING_DAYS[0] ?? 0,
      clockMode: 'manual',
      clockRate: 1,
      driftCheckMs: DAY_MS,
      rateLimitPerMinute: null,
      tier: 'enterprise',
      virtualStamps: true,
      ...(life === 'whole' ? LIFE_OPTIONS : {}),
    });
    try {
      const before = process.cpuUsage();
      const year = await liveThrough(ballast, webhooks, life);
      const { user, system } = process.cpuUsage(before);
      return { ...year, cpuS: (user + system) / 1e6 };
    } finally {
      await ballast.stop();
    }
  });
}

async function liveThrough(ballast: BallastServer, webhooks: Reported, life: Life): Promise<Year> {
  const year: Year = {
    populateMs: 0,
    requestsMs: 0,
    tradingMs: 0,
    monitoringMs: 0,
    cpuS: 0,
    rebalances: 0,
    orders: 0,
    fills: 0,
    events: 0,
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
  const portfolios = await taking('populateMs', () => populate(call, webhooks, life));
  for (const [month, dayMs] of TRADING_DAYS.entries()) {
    const nextMs = TRADING_DAYS[month + 1] ?? END_MS;
    await taking('requestsMs', () => oneByOne(portfolios, (beginMonth) => beginMonth(month)));
    await taking('tradingMs', () => ballast.control.advanceTo(Math.min(dayMs + 2 * DAY_MS, nextMs)));
    await taking('monitoringMs', () => ballast.control.advanceTo(nextMs));
    if (month % 3 === 2) year.rssMb.push(residentMb());
  }
  const events = ballast.control.events();
  const countOf = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  const counts = { fills: countOf('order.filled'), orders: countOf('order.sent'), events: events.length };
  const rebalances = countOf('rebalance.complete');
  const expected = portfolios.length * TRADING_DAYS.length;
  if (rebalances !== expected) throw new Error(`${rebalances} of ${expected} rebalances are complete`);
  return { ...year, ...counts, rebalances, head: events.at(-1)?.hash ?? '' };
}

/** Memory in use, after garbage collection. */
function residentMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().rss / 1e6;
}

/** A client's requests for a portfolio on the first day of a month. */
type BeginMonth = (month: number) => Promise<unknown>;
type Created = { portfolio_id: string };
type Started = { rebalance_id: string };

/** Creates the portfolios. A client rebalances them month by month, or changes a model that the policy then uses. */
async function populate(call: Call, webhooks: Reported, life: Life): Promise<BeginMonth[]> {
  if (WEBHOOKS[webhooks] !== null) await call('POST', '/sim/webhooks', WEBHOOKS[webhooks]);
  if (life === 'whole') await scheduleCorporateActions(call);
  const formB = await oneByOne(portfoliosB(), async (portfolio): Promise<BeginMonth> => {
    const { portfolio_id: id } = await call<Created>('POST', '/form-b/v1/portfolios', portfolio);
    if (life === 'whole') await beginSavings(call, id);
    if (life !== 'client') {
      await putPolicy(call, id, 'B');
      return async () => {};
    }
    return async () => {
      const plan = { portfolio_id: id, drift_threshold: 0.01, band_type: 'relative' };
      const { rebalance_id: of } = await call<Started>('POST', '/form-b/v1/rebalance', plan);
      await call('POST', `/form-b/v1/rebalance/${of}/execute`, { confirm: true });
    };
  });
  const formA = await oneByOne(portfoliosA(), async ({ portfolio, targets }): Promise<BeginMonth> => {
    const { portfolio_id: id } = await call<Created>('POST', '/form-a/v1/portfolios', portfolio);
    const weights = (month: number) => targets[month % targets.length] ?? {};
    if (life === 'whole') await beginSavings(call, id);
    if (life !== 'client') {
      await putPolicy(call, id, 'A');
      return (month) => call('POST', `/sim/portfolios/${id}/targets`, { targets: targetsOf(weights(month)) });
    }
    const path = `/form-a/v1/portfolios/${id}/rebalance`;
    return (month) => call('POST', path, { target_weights: weights(month), drift_threshold: 0.01 });
  });
  return [...formB, ...formA];
}

function targetsOf(weights: Readonly<Record<string, number>>): object[] {
  return Object.entries(weights).map(([isin, weight]) => ({ isin, weight }));
}

async function oneByOne<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
