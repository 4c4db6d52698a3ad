/**
 * Calls every endpoint of both forms at once, over 64 connections, on disk, while time passes: every response must have
 * a status from the specification, and the slowest in a hundred must not take much longer than usual.
 */
import autocannon from 'autocannon';
import { API_KEY, type ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, percentile } from './figure.ts';
import { type MixedWorld, mixedRequests, prepareMixedWorld } from './mixed-requests.ts';
import { withTempFolder } from './with-temp-folder.ts';

const CONNECTIONS = 64;
const WARM_UP_S = 2;
const SHORT_S = 8;
const LONG_S = 60;
const LARGEST_RATIO = 10;
/** Section 7 of the specification, except for 500: nothing is broken in this world. */
const SPECIFIED = new Set(['200', '201', '202', '400', '401', '402', '404', '409', '422', '429']);

const SETTINGS: ServerSettings = { rateLimitPerMinute: null, tier: 'enterprise' };

export const benchMixedLoad = (): Promise<Figure[]> => measure(SHORT_S);
/** Does the same for a whole minute; only if it is requested by name. */
export const benchMixedMinute = (): Promise<Figure[]> => measure(LONG_S);

function measure(durationS: number): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const server = await startChild('ballast-server.ts', { ...SETTINGS, dataDir });
    try {
      const world = await prepareMixedWorld(server.origin);
      await load(server.origin, world, WARM_UP_S);
      return describe(await load(server.origin, world, durationS), durationS);
    } finally {
      await server.stop();
    }
  });
}

interface Load {
  readonly timesMs: readonly number[];
  /** Responses by status, and requests that got none. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly unanswered: number;
}

/** Every connection sends all requests, each from a different one on, and the next one after each response. */
async function load(url: string, world: MixedWorld, duration: number): Promise<Load> {
  const timesMs: number[] = [];
  const statuses = new Map<string, number>();
  let started = 0;
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections: CONNECTIONS,
      duration,
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      setupClient(client) {
        client.setRequests(mixedRequests(world, started));
        started += 1;
      },
    };
    const run = autocannon(options, (error, result) => (error === null ? resolve(result) : reject(error)));
    run.on('response', (_client, status, _bytes, timeMs) => {
      timesMs.push(timeMs);
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    });
  });
  return { timesMs, statuses, unanswered: errors + timeouts };
}

function describe({ timesMs, statuses, unanswered }: Load, durationS: number): Figure[] {
  const name = `all endpoints over ${CONNECTIONS} connections`;
  const all = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  process.stderr.write(`  ${all.join(', ')}\n`);
  const wrong = [...statuses].filter(([status]) => !SPECIFIED.has(status));
  const bad = wrong.reduce((sum, [, count]) => sum + count, unanswered);
  const reported = wrong.map(([status, count]) => ` ${count} × ${status}`).join(',');
  const [p50Ms, p99Ms] = [percentile(timesMs, 0.5), percentile(timesMs, 0.99)];
  return [
    { name, value: timesMs.length / durationS, unit: 'requests/s', reference: null, goal: null },
    {
      name: `${name}, not specified${reported}`,
      value: bad,
      unit: 'answers',
      reference: null,
      goal: { text: 'none', met: bad === 0 },
    },
    {
      name: `${name}, p99`,
      value: p99Ms,
      unit: 'ms',
      reference: { what: 'their median', value: p50Ms },
      goal: { text: `ratio ≤ ${LARGEST_RATIO}`, met: p99Ms / p50Ms <= LARGEST_RATIO },
    },
  ];
}
