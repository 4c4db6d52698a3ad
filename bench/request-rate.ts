/**
 * Measures requests per second of `GET /prices/{isin}`: authenticated, journaled, with a data folder on disk and time
 * passing, so every response is computed anew. Compared with a bare Express 5 handler that sends the same body.
 */
import autocannon from 'autocannon';
import { API_KEY, type ServerSettings } from './ballast-server.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type Figure, interleave } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

/** SAP, listed at two venues. */
const PATH = '/form-b/v1/prices/:isin';
const REAL_PATH = PATH.replace(':isin', 'DE0007164600');
const ROUNDS = 3;
const ROUND_S = 2;
const WARM_UP_S = 1;
const CONNECTIONS = 10;
const MIN_RATIO = 0.75;
/** More than a run can reach: every request is counted, none refused. */
const HIGH_LIMIT = 1_000_000_000;
const headers = { authorization: `Bearer ${API_KEY}` };

export function benchRequestRate(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const servers: ChildServer[] = [];
    const start = async (file: string, settings: unknown) => {
      const server = await startChild(file, settings);
      servers.push(server);
      return server.origin;
    };
    const ballast = (name: string, rateLimitPerMinute: number | null) =>
      start('ballast-server.ts', { dataDir: `${folder}/${name}`, rateLimitPerMinute } satisfies ServerSettings);
    try {
      const free = await ballast('free', null);
      const limited = await ballast('limited', HIGH_LIMIT);
      const body: unknown = await (await fetch(free + REAL_PATH, { headers })).json();
      const bare = await start('bare-express-server.ts', { path: PATH, body });
      for (const origin of [free, limited, bare]) await load(origin, WARM_UP_S);
      return describe(
        await interleave(ROUNDS, {
          free: () => load(free, ROUND_S),
          bare: () => load(bare, ROUND_S),
          limited: () => load(limited, ROUND_S),
        }),
      );
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

/** Responses per second; every status must be 200. */
async function load(origin: string, duration: number): Promise<number> {
  const result = await autocannon({ url: origin + REAL_PATH, connections: CONNECTIONS, duration, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${origin}: ${result.non2xx + result.errors} bad answers`);
  return result['2xx'] / result.duration;
}

function describe({ free, bare, limited }: Record<'free' | 'bare' | 'limited', number>): Figure[] {
  const reference = { what: 'bare Express 5', value: bare };
  const goal = { text: `ratio ≥ ${MIN_RATIO}`, met: free / bare >= MIN_RATIO };
  return [
    { name: 'GET /prices/{isin}', value: free, unit: 'requests/s', reference, goal },
    { name: 'GET /prices/{isin}, counted for a limit', value: limited, unit: 'requests/s', reference, goal: null },
  ];
}
