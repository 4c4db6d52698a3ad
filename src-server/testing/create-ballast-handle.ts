/** Creates the handle of a server, wherever it runs: in this process, in another one, in a container. */
import { isSession, noControlPlane } from '../contract/control/world/no-control-plane.ts';
import { addressOfWorld } from '../contract/control/worlds/world-address.ts';
import { plainFetch, usesProxy } from '../system/http/json-client.ts';
import { BallastError, BallastStartError, BallastStoppedError } from './ballast-errors.ts';
import type { Ballast, FetchInit } from './ballast-handle.ts';
import { createClockClient } from './clock-client.ts';
import { type Access, createControlPlane } from './control-plane.ts';
import { createFaultClient } from './fault-client.ts';
import { loadServer } from './load-server.ts';
import { createMarketClient } from './market-client.ts';
import { createRecordClient } from './record-client.ts';
import { createSinkClient } from './sink-client.ts';
import { withValidArguments } from './valid-arguments.ts';
import { createWorldClient } from './world-client.ts';
import { createServerWorlds, createWorldsClient, type MadeWorld, type ServerWorlds } from './worlds-client.ts';

export interface FoundServer {
  readonly controlUrl: string;
  readonly adminToken: string;
  readonly aliases: Readonly<Record<string, string>>;
  /** Stops the server; does nothing where the test did not start it. */
  stop(): Promise<void>;
}

type Addresses =
  | 'name'
  | 'origin'
  | 'baseUrl'
  | 'formAUrl'
  | 'formBUrl'
  | 'controlUrl'
  | 'apiKey'
  | 'adminToken'
  | 'seed';
type Helpers = Omit<Ballast, Addresses | 'market' | 'stop' | typeof Symbol.asyncDispose>;

/** Reads the session, so it rejects where the token is wrong. `worlds`: of the server, where this is a world made on it. */
export async function createBallastHandle(server: FoundServer, worlds?: ServerWorlds): Promise<Ballast> {
  const { controlUrl, adminToken, aliases } = server;
  const access: Access = { controlUrl, adminToken, apiKey: '' };
  const plane = createControlPlane(access);
  const session = await plane.askAny('GET', '/session');
  if (!isSession(session)) throw new BallastStartError([noControlPlane(controlUrl)], 'reached');
  const { api_key: apiKey, seed, world: name } = session;
  access.apiKey = apiKey;
  // Uses the host of the given address: a server on another machine calls itself by loopback in its session.
  const origin = controlUrl.replace(/\/sim\/*$/, '');
  const bases = { baseUrl: `${origin}/v1`, formAUrl: `${origin}/form-a/v1`, formBUrl: `${origin}/form-b/v1` };
  const ofServer = worlds ?? createServerWorlds(plane);
  const handleOf = ({ world, stop }: MadeWorld) => {
    const ownUrl = `${new URL(controlUrl).origin}${addressOfWorld(world.name)}/sim`;
    const found = { controlUrl: ownUrl, adminToken: world.admin_token, aliases: world.aliases, stop };
    return createBallastHandle(found, ofServer);
  };
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= server.stop().finally(() => plane.close());
    return stopping;
  };
  const entry = await loadServer();
  const helpers: Helpers = {
    headers: (others = {}) => ({ authorization: `Bearer ${apiKey}`, ...others }),
    fetch: (path, init = {}) => fetchFrom(addressOf(origin, path), apiKey, init),
    control: (method, path, body) => plane.askAny(method, path, body) as Promise<never>,
    sink: (name = 'default') => withValidArguments(entry, createSinkClient(plane, origin, name), 'sink'),
    ...createClockClient(plane),
    ...createFaultClient(plane),
    ...createRecordClient(plane),
    ...createWorldClient(plane, { ...bases, aliases }),
    ...createWorldsClient(ofServer, { name, aliases }, handleOf),
  };
  return {
    ...{ name, origin, ...bases, controlUrl, apiKey, adminToken, seed },
    ...withValidArguments(entry, helpers),
    market: withValidArguments(entry, createMarketClient(plane), 'market'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function addressOf(origin: string, path: string): string {
  return /^\/(?:form-[ab]\/)?v1(?:\/|$)/.test(path) ? `${origin}${path}` : `${origin}/v1${path}`;
}

const PROXIED =
  'fetch goes through the proxy of HTTP_PROXY, as NODE_USE_ENV_PROXY says; NO_PROXY=localhost,127.0.0.1 leaves this machine out';

async function fetchFrom(url: string, apiKey: string, { json, ...init }: FetchInit): Promise<Response> {
  if (plainFetch === undefined) throw new BallastError('There is no fetch, because this test environment removes it.');
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const asked = json === undefined ? init : { method: 'POST', ...init, body: JSON.stringify(json) };
  try {
    return await plainFetch(url, { ...asked, headers });
  } catch (error) {
    throw usesProxy() ? new BallastStoppedError(`${url} was not answered: ${PROXIED}`, {}, { cause: error }) : error;
  }
}
