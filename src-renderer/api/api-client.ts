/**
 * The only file of the app that calls the network. Requests take their types from the rows of the contract, as types
 * alone; every failure is an ApiError. The session cookie and the page's token authorise `/sim`; the simulated service
 * gets an API key, as from any client.
 */
import { queryOptions } from '@tanstack/react-query';
import type {
  ControlResponse,
  ControlRoute,
  ControlRows,
  ControlTerms,
} from '../../src-server/contract/control/control-routes.ts';
import type { BrowserSession } from '../../src-server/contract/control/world/session.ts';
import {
  type LastTerms,
  type RowResponse,
  routeRequest,
  type TextRow,
} from '../../src-server/contract/openapi/request-terms.ts';
import type { FormARows, FormBRows } from '../../src-server/contract/service/service-routes.ts';
import { inOwnWorld } from '../state/own-world.ts';
import { noteSent, settleSent } from '../state/undo-store.ts';
import { ApiError, readApiError } from './api-error.ts';
import { markOwnChange } from './freshness.ts';
import { pageToken } from './page-token.ts';
import { afterControl, type QueryGroup } from './query-keys.ts';

/** Options of a call. */
interface CallOptions {
  readonly signal?: AbortSignal | null;
  /** The request is sent even if the page is closed. */
  readonly keepalive?: boolean;
  /** Parameters of the query from an address that anybody can write, so the service validates them. */
  readonly search?: URLSearchParams;
}

type Terms<Row> = LastTerms<Row, CallOptions & (Row extends TextRow ? { readonly as: 'text' } : unknown)>;

/**
 * Sends a request and returns the body of its response. Throws ApiError, or the abort reason of its signal. The route
 * alone determines the types, so that a misspelt optional field is an error, too.
 */
type Ask<Rows> = <Route extends keyof Rows & string>(
  route: Route,
  ...terms: Terms<Rows[Route]>
) => Promise<RowResponse<Rows[Route]>>;

interface Receiver {
  readonly baseUrl: string;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly cache?: RequestCache;
  /** `own`: undo distinguishes the changes of this page from those of others, which it must not take back. */
  readonly control?: 'own' | 'other';
}

const JSON_TYPE = 'application/json';

/** The body of a response, and its headers. */
async function send<Payload>(receiver: Receiver, route: string, terms: unknown) {
  const { method, path, body } = routeRequest(route, terms);
  const { search, as, signal = null, keepalive = false } = (terms ?? {}) as CallOptions & { readonly as?: 'text' };
  const { baseUrl, cache = 'default', control } = receiver;
  const query = search?.size ? `${path.includes('?') ? '&' : '?'}${search}` : '';
  const reported = `/sim${path.split('?', 1)[0]}`;
  const headers = {
    Accept: JSON_TYPE,
    ...receiver.headers(),
    ...(body !== undefined && { 'Content-Type': JSON_TYPE }),
  };
  if (control === 'own') noteSent(method, reported);
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body), cache, signal, keepalive };
  const response = await exchange(`${baseUrl}${path}${query}`, init).catch((error: unknown) => {
    if (control === 'own') settleSent(method, reported);
    throw error;
  });
  // Shown as soon as the response is here, even if this world's stream does not report it.
  if (control !== undefined && method !== 'GET') markOwnChange(afterControl(reported));
  return { payload: (as === 'text' ? response.text : parsed(response.text)) as Payload, headers: response.headers };
}

/** A response of 200 to 299. A body that is cut off counts as no response. */
async function exchange(url: string, init: RequestInit) {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', 'The Ballast service does not respond. It may have been stopped.');
  }
  if (!response.ok) throw readApiError(response.status, text);
  return { headers: response.headers, text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(200, 'unexpected_answer', 'The service did not respond with JSON.');
  }
}

const byPageToken = () => ({ 'X-Ballast-Page': pageToken() });
const OWN: Receiver = { baseUrl: inOwnWorld('/sim'), headers: byPageToken, control: 'own' };

const askOf =
  <Rows>(receiver: Receiver): Ask<Rows> =>
  async (route, ...[terms]) =>
    (await send<RowResponse<Rows[typeof route]>>(receiver, route, terms)).payload;

/** Asks the control plane of this page's world. */
export const ask = askOf<ControlRows>(OWN);

/** Asks the control plane of another world: `address` is the prefix of its addresses (decision N2). */
export const askAt = (address: string) =>
  askOf<ControlRows>({ baseUrl: `${address}/sim`, headers: byPageToken, control: 'other' });

export const askFormB = (session: BrowserSession) => askOf<FormBRows>(receiverOf(session, 'form_b_url'));

/** Also returns the headers of the response. */
export const sendFormA = <Route extends keyof FormARows>(
  session: BrowserSession,
  route: Route,
  ...[terms]: Terms<FormARows[Route]>
) => send<RowResponse<FormARows[Route]>>(receiverOf(session, 'form_a_url'), route, terms);

// The page may be open under another name of the same machine (localhost for 127.0.0.1), so only the path is used.
function receiverOf(session: BrowserSession, url: 'form_a_url' | 'form_b_url'): Receiver {
  const headers = { Authorization: `Bearer ${session.api_key}` };
  // A stub's response that the browser cached would still be shown after the stub, or its world, has ended.
  return { baseUrl: new URL(session[url]).pathname, headers: () => headers, cache: 'no-store' };
}

type CacheKey = readonly [QueryGroup, ...unknown[]];

/** A query of the control plane for `useQuery`: its key in the cache, then its route and values. */
export function controlQuery<Route extends Extract<ControlRoute, `GET ${string}`>>(
  queryKey: CacheKey,
  route: Route,
  ...[terms]: Terms<ControlRows[Route]>
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await send<ControlResponse<Route>>(OWN, route, { ...terms, signal })).payload,
  });
}

const ROWS_PER_PAGE = 1_000;

interface PageTerms {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly signal: AbortSignal;
}

/** A list for `useQuery`: reads every page, one after the other. `rows` is the name of the field with the rows. */
export function allPagesQuery<Rows extends string, Page extends { next: string | null } & Record<Rows, unknown[]>>(
  queryKey: CacheKey,
  rows: Rows,
  readPage: (page: PageTerms) => Promise<Page>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const list = await readPage({ query: { limit: ROWS_PER_PAGE }, signal });
      while (list.next !== null) {
        const page = await readPage({ query: { limit: ROWS_PER_PAGE, cursor: list.next }, signal });
        list[rows].push(...page[rows]);
        list.next = page.next;
      }
      return list;
    },
  });
}

/**
 * Resolves once the service responds. If it does not know this page any more (it was restarted without stored data),
 * opens the page that explains how to get in.
 */
export async function findService(): Promise<void> {
  try {
    await ask('GET /session');
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unreachable') throw error;
    if (error.status === 401) window.location.assign('/enter');
  }
}

/** A request of the simulated service as the user wrote it. */
export interface WrittenRequest {
  readonly method: string;
  /** Including its base and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ReceivedResponse {
  /** Null: no response arrived. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Host ms until the body had arrived. */
  readonly durationMs: number;
  /** Its id in the journal; null if the response has none. */
  readonly requestId: string | null;
}

/**
 * Sends a request as a client would, without the cookie of this page. Returns refusals, and a missing response, as
 * results.
 */
export async function sendWritten({ path, ...request }: WrittenRequest): Promise<ReceivedResponse> {
  const startedMs = performance.now();
  const timed = (response: Omit<ReceivedResponse, 'durationMs'>) => ({
    ...response,
    durationMs: performance.now() - startedMs,
  });
  try {
    const response = await fetch(inOwnWorld(path), {
      ...request,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
    });
    const headers = Object.fromEntries(response.headers);
    const requestId = response.headers.get('x-request-id');
    return timed({ status: response.status, headers, requestId, body: await response.text() });
  } catch {
    return timed({ status: null, headers: {}, requestId: null, body: '' });
  }
}

/** Sends a file to the control plane of the first world. Throws ApiError. */
export async function sendFile<Route extends ControlRoute>(
  route: Route,
  mediaType: ControlRows[Route] extends { readonly body: infer Type extends string } ? Type : never,
  file: Blob,
  terms: Omit<ControlTerms<Route>, 'body'>,
): Promise<ControlResponse<Route>> {
  const { method, path } = routeRequest(route, terms);
  const headers = { 'Content-Type': mediaType, ...byPageToken() };
  const { text } = await exchange(`/sim${path}`, { method, headers, body: file });
  markOwnChange(afterControl(`/sim${path}`));
  return parsed(text) as ControlResponse<Route>;
}
