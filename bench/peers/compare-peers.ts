/**
 * `npm run bench -- peers`: compares the authenticated, journaled `GET /prices/{isin}` of Ballast with a bare Express
 * handler and two well-known mock servers that send the same body without computing anything. A peer that cannot be
 * installed is reported.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import { API_KEY, type ServerSettings } from '../ballast-server.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { type Figure, interleave } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { installPeer } from './install-peer.ts';
import { startPeer } from './peer-server.ts';

const ISIN = 'DE0007164600';
const PATH = '/form-b/v1/prices/{isin}';
const REAL_PATH = PATH.replace('{isin}', ISIN);
const ROUNDS = 3;
const ROUND_S = 3;
const WARM_UP_S = 2;
const CONNECTIONS = 10;
const headers = { authorization: `Bearer ${API_KEY}` };

interface Rival {
  readonly name: string;
  /** Minimum ratio of Ballast's rate to this one's; `null`: no goal. */
  readonly minRatio: number | null;
}

/** Each is started as its manual says, serves one route, and its logs are discarded. */
interface PeerPlan extends Rival {
  readonly package: string;
  /** The definition of its route, in its own format. */
  readonly document: (body: unknown) => unknown;
  readonly words: (file: string, port: string) => readonly string[];
}

const BARE: Rival = { name: 'bare Express 5', minRatio: 0.5 };
const PEERS: readonly PeerPlan[] = [
  {
    name: 'Prism mock',
    minRatio: 5,
    package: '@stoplight/prism-cli',
    document: openApiOf,
    words: prismArgs,
  },
  {
    name: 'Prism mock, told not to log',
    minRatio: null,
    package: '@stoplight/prism-cli',
    document: openApiOf,
    words: (file, port) => [...prismArgs(file, port), '--verboseLevel', 'silent'],
  },
  {
    name: 'Mockoon',
    minRatio: 10,
    package: '@mockoon/cli',
    document: mockoonOf,
    words: (file, port) => [
      ...['start', '--data', file, '--hostname', '127.0.0.1', '--port', port, '--repair'],
      ...['--disable-log-to-file', '--disable-admin-api', '--disable-external-refs'],
    ],
  },
];

export function benchPeers(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const servers: ChildServer[] = [];
    const register = (server: ChildServer) => {
      servers.push(server);
      return server.origin;
    };
    try {
      const settings: ServerSettings = { dataDir: `${folder}/ballast`, rateLimitPerMinute: null };
      const ballast = register(await startChild('ballast-server.ts', settings));
      const body: unknown = await (await fetch(ballast + REAL_PATH, { headers })).json();
      const bare = register(
        await startChild('bare-express-server.ts', { path: PATH.replace('{isin}', ':isin'), body }),
      );
      const origins = new Map<Rival, string>([[BARE, bare]]);
      const notRun: Figure[] = [];
      for (const peer of PEERS) {
        try {
          origins.set(peer, register(await openPeer(peer, body, folder)));
        } catch (error) {
          notRun.push(notRunFigure(peer, error));
        }
      }
      return [...(await compare(ballast, origins)), ...notRun];
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

/** Its response must be the body of Ballast's, or the comparison would be of different work. */
async function openPeer(peer: PeerPlan, body: unknown, folder: string): Promise<ChildServer> {
  const file = `${folder}/${peer.name}.json`;
  writeFileSync(file, JSON.stringify(peer.document(body)));
  const server = await startPeer(await installPeer(peer.package), (port) => peer.words(file, port), REAL_PATH, folder);
  const returned: unknown = await (await fetch(server.origin + REAL_PATH, { headers })).json();
  if (isDeepStrictEqual(returned, body)) return server;
  await server.stop();
  throw new Error(`it answers something else: ${JSON.stringify(returned).slice(0, 200)}`);
}

function prismArgs(file: string, port: string): readonly string[] {
  return ['mock', file, '--host', '127.0.0.1', '--port', port];
}

function openApiOf(body: unknown) {
  const content = { 'application/json': { schema: { type: 'object' }, example: body } };
  const parameters = [{ name: 'isin', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { parameters, responses: { '200': { description: 'Prices.', content } } };
  return { openapi: '3.0.3', info: { title: 'Prices', version: '1' }, paths: { [PATH]: { get } } };
}

function mockoonOf(body: unknown) {
  const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  const contentType = { key: 'Content-Type', value: 'application/json' };
  const response = { uuid: uuid(3), statusCode: 200, headers: [contentType], bodyType: 'INLINE', default: true };
  const responses = [{ ...response, body: JSON.stringify(body), disableTemplating: true, latency: 0, label: '' }];
  const endpoint = PATH.replace('{isin}', ':isin').slice(1);
  const routes = [{ uuid: uuid(2), type: 'http', method: 'get', endpoint, documentation: '', responses }];
  const rootChildren = [{ type: 'route', uuid: uuid(2) }];
  return { uuid: uuid(1), lastMigration: 33, name: 'Prices', hostname: '127.0.0.1', port: 3000, routes, rootChildren };
}

async function compare(ballast: string, origins: ReadonlyMap<Rival, string>): Promise<Figure[]> {
  const works: Record<string, () => Promise<number>> = { Ballast: () => load(ballast, ROUND_S) };
  for (const [{ name }, origin] of origins) works[name] = () => load(origin, ROUND_S);
  for (const origin of [ballast, ...origins.values()]) await load(origin, WARM_UP_S);
  const rates = await interleave(ROUNDS, works);
  const value = rates.Ballast ?? Number.NaN;
  return [...origins.keys()].map(({ name, minRatio }) => {
    const reference = { what: name, value: rates[name] ?? Number.NaN };
    const goal = goalOf(minRatio, value / reference.value);
    return { name: `GET /prices/{isin} beside ${name}`, value, unit: 'requests/s', reference, goal };
  });
}

function goalOf(minRatio: number | null, ratio: number): Figure['goal'] {
  return minRatio === null ? null : { text: `ratio ≥ ${minRatio}`, met: ratio >= minRatio };
}

/** Responses per second; every status must be 200. */
async function load(origin: string, duration: number): Promise<number> {
  const result = await autocannon({ url: origin + REAL_PATH, connections: CONNECTIONS, duration, headers });
  const bad = result.non2xx + result.errors;
  if (bad > 0) throw new Error(`${origin}: ${bad} bad answers`);
  return result['2xx'] / result.duration;
}

function notRunFigure({ name, minRatio }: Rival, error: unknown): Figure {
  const reason = error instanceof Error ? error.message : String(error);
  const goal = goalOf(minRatio, 0);
  return { name: `${name}: NOT RUN (${reason})`, value: Number.NaN, unit: 'requests/s', reference: null, goal };
}
