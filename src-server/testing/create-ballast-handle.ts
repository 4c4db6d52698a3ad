/** Creates the handle of a server, wherever it runs: in this process, in another one, in a container. */

import type { ControlTerms } from '../contract/control/control-routes.ts';
import type { FxPinView, PinView } from '../contract/control/market/market-control.ts';
import type { SinkView } from '../contract/control/webhooks/sinks.ts';
import { isSession, noControlPlane } from '../contract/control/world/no-control-plane.ts';
import { addressOfWorld } from '../contract/control/worlds/world-address.ts';
import { plainFetch, usesProxy } from '../system/http/json-client.ts';
import { BallastError, BallastStartError, BallastStoppedError } from './ballast-errors.ts';
import type { Ballast, FetchInit, MarketClient, SinkClient } from './ballast-handle.ts';
import { createClockClient } from './clock-client.ts';
import { type Access, type ControlPlane, createControlPlane, PAGE_LIMIT } from './control-plane.ts';
import { createFaultClient } from './fault-client.ts';
import { loadServer } from './load-server.ts';
import { createRecordClient } from './record-client.ts';
import { withValidArguments } from './valid-arguments.ts';
import { createWorldClient } from './world-client.ts';
import { createServerWorlds, createWorldsClient, type MadeWorld, type ServerWorlds } from './worlds-client.ts';

interface HandleServer {
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

/**
 * Reads the session, so it rejects if the token is wrong. `worlds`: of the server, where this is a world created on it.
 */
export async function createBallastHandle(server: HandleServer, worlds?: ServerWorlds): Promise<Ballast> {
  const { controlUrl, adminToken, aliases } = server;
  const access: Access = { controlUrl, adminToken, apiKey: '' };
  const plane = createControlPlane(access);
  const session = await plane.askAny('GET', '/session');
  if (!isSession(session)) throw new BallastStartError([noControlPlane(controlUrl)], 'reached');
  const { api_key: apiKey, seed, world: name } = session;
  access.apiKey = apiKey;
  // Uses the host of the given address: a server on another machine names itself by loopback in its session.
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
    name,
    origin,
    ...bases,
    controlUrl,
    apiKey,
    adminToken,
    seed,
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
  if (plainFetch === undefined)
    throw new BallastError('fetch is not available, because this test environment removes it.');
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const request = json === undefined ? init : { method: 'POST', ...init, body: JSON.stringify(json) };
  try {
    return await plainFetch(url, { ...request, headers });
  } catch (error) {
    throw usesProxy() ? new BallastStoppedError(`${url} got no response: ${PROXIED}`, {}, { cause: error }) : error;
  }
}

/** Moves prices, exchange rates and exchanges, for a test. */
type CurrencyPin = Extract<ControlTerms<'POST /market/pins'>['body'], { per_eur: number }>;

function createMarketClient(plane: ControlPlane): MarketClient {
  const addEvent: MarketClient['addEvent'] = (body) => plane.ask('POST /market/events', { body });
  return {
    jump: (isin, size, at) => addEvent({ kind: 'jump', isin, size, ...(at === undefined ? {} : { at }) }),
    addEvent,
    endEvent: (id) => plane.ask('DELETE /market/events/{id}', { params: { id } }),
    pin: (isin, mid, currency) => plane.ask('POST /market/pins', { body: { isin, mid, currency } }) as Promise<PinView>,
    async pinRate(currency, perEur) {
      // The server checks which currencies exist.
      const body = { currency: currency as CurrencyPin['currency'], per_eur: perEur };
      return plane.ask('POST /market/pins', { body }) as Promise<FxPinView>;
    },
    async unpin(subject) {
      await plane.ask('DELETE /market/pins/{isin}', { params: { isin: subject } });
    },
    corporateAction: (body) => plane.ask('POST /market/corporate-actions', { body }),
    async corporateActions() {
      return (await plane.ask('GET /market/corporate-actions', { query: { limit: PAGE_LIMIT } })).corporate_actions;
    },
    cancelCorporateAction: ({ corporate_action_id: id }) =>
      plane.ask('DELETE /market/corporate-actions/{id}', { params: { id } }),
    exchange: (mic) => plane.ask('GET /exchanges/{mic}', { params: { mic } }),
    setExchange: (mic, body) => plane.ask('PATCH /exchanges/{mic}', { params: { mic }, body }),
  };
}

/** A built-in receiver of webhooks, for a test. */
function createSinkClient(plane: ControlPlane, origin: string, name: string): SinkClient {
  const path = `/sim/sink/${encodeURIComponent(name)}`;
  const params = { name };
  return {
    name,
    path,
    url: `${origin}${path}`,
    listen: (...types) =>
      plane.ask('POST /webhooks', { body: { url: path, ...(types.length > 0 ? { events: types } : {}) } }),
    async answer(responses, afterwards) {
      const body = { answers: responses, ...(afterwards === undefined ? {} : { afterwards }) };
      await plane.ask('PUT /sinks/{name}', { params, body });
    },
    async accept() {
      await plane.ask('DELETE /sinks/{name}/answers', { params });
    },
    received: () => allReceived(plane, params),
    async forget() {
      await plane.ask('DELETE /sinks/{name}', { params });
    },
  };
}

/** Pages go back in time, and each is oldest first. */
async function allReceived(plane: ControlPlane, params: { readonly name: string }): Promise<SinkView['requests']> {
  const pages: SinkView['requests'][] = [];
  let cursor: string | undefined;
  do {
    const part = await plane.ask('GET /sinks/{name}', { params, query: { cursor, limit: PAGE_LIMIT } });
    pages.unshift(part.requests);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined);
  return pages.flat();
}
