/**
 * The only file of the app that calls the network: one client for each OpenAPI document, with its types. Every failure
 * is an ApiError. The session cookie and the page's token authorise `/sim`; the simulated service gets an API key, as
 * from any client.
 */
import { queryOptions } from '@tanstack/react-query';
import createClient, {
  type Client,
  type ClientOptions,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type Middleware,
} from 'openapi-fetch';
import { withoutWorld } from '../../src-server/contract/control/worlds/world-address.ts';
import { inOwnWorld } from '../state/own-world.ts';
import { noteSent, settleSent } from '../state/undo-store.ts';
import { ApiError, readApiError } from './api-error.ts';
import { markOwnChange } from './freshness.ts';
import type { paths as ControlPaths, components } from './generated/control.ts';
import type { paths as FormAPaths } from './generated/form-a.ts';
import type { paths as FormBPaths } from './generated/form-b.ts';
import { pageToken } from './page-token.ts';
import { afterControl, type QueryGroup } from './query-keys.ts';

/** Request and response bodies of the control plane, as its OpenAPI document names them. */
export type Schemas = components['schemas'];

const failAsApiError: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw readApiError(response.status, await response.text());
  },
  onError({ request }) {
    if (request.signal.aborted) return undefined;
    return unreachable();
  },
};

function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', 'The Ballast service does not respond. It may have been stopped.');
}

const sendPageToken: Middleware = {
  onRequest({ request }) {
    request.headers.set('X-Ballast-Page', pageToken());
  },
};

const pathOf = ({ url }: Request) => withoutWorld(new URL(url).pathname);

/** Distinguishes this page's changes from those of others, which undo must not take back. */
const noteChanges: Middleware = {
  onRequest: ({ request }) => noteSent(request.method, pathOf(request)),
  onResponse: ({ request, response }) => {
    if (!response.ok) settleSent(request.method, pathOf(request));
  },
  onError: ({ request }) => settleSent(request.method, pathOf(request)),
};

/** This page's own changes show as soon as the response is here, even if this world's stream does not report them. */
const markChanges: Middleware = {
  onResponse: ({ request, response }) => {
    if (request.method !== 'GET' && response.ok) markOwnChange(afterControl(pathOf(request)));
  },
};

type Json = 'application/json';
type Verb = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathsWith<Paths extends object, Method extends Verb> = ClientPathsWithMethod<Client<Paths, Json>, Method> &
  keyof Paths;
type Init<Info, Method> = Method extends keyof Info ? MaybeOptionalInit<Info, Method> : never;
type InitOf<Info, Method> = undefined extends Init<Info, Method> ? [Init<Info, Method>?] : [Init<Info, Method>];
type Operation<Info, Method> = Method extends keyof Info
  ? Extract<Info[Method], Record<string | number, unknown>>
  : never;

/** JSON, or text if the document has no JSON. */
type BodyOf<Data> = NonNullable<Data> extends { readonly 'text/yaml': infer Text } ? Text : NonNullable<Data>;

/**
 * The methods of openapi-fetch infer the type of their options from the argument and so overlook a misspelt optional
 * field. Here the path alone determines the type.
 */
type StrictClient<Paths extends object> = {
  readonly [Method in Verb as Uppercase<Method>]: <Path extends PathsWith<Paths, Method>>(
    path: Path,
    ...init: InitOf<Paths[Path], Method>
  ) => Promise<Call<BodyOf<FetchResponse<Operation<Paths[Path], Method>, Init<Paths[Path], Method>, Json>['data']>>>;
};

function clientFor<Paths extends object>(options: ClientOptions, ...middleware: Middleware[]): StrictClient<Paths> {
  const client = createClient<Paths, Json>(options);
  client.use(...middleware, failAsApiError);
  return client as unknown as StrictClient<Paths>;
}

const controlClient = (signal: AbortSignal | null) =>
  clientFor<ControlPaths>(
    { baseUrl: inOwnWorld('/sim'), headers: { Accept: 'application/json' }, signal },
    sendPageToken,
    noteChanges,
    markChanges,
  );

/** The control plane of another world: `address` is the prefix of its addresses (decision N2). */
export const controlAt = (address: string, signal: AbortSignal | null = null) =>
  clientFor<ControlPaths>(
    { baseUrl: `${address}/sim`, headers: { Accept: 'application/json' }, signal },
    sendPageToken,
    markChanges,
  );

export const control = controlClient(null);

export const formA = (session: Schemas['Session']) => clientFor<FormAPaths>(serviceOptions(session, 'form_a_url'));
export const formB = (session: Schemas['Session']) => clientFor<FormBPaths>(serviceOptions(session, 'form_b_url'));

// The page may be open under another name of the same machine (localhost for 127.0.0.1), so only the path is used.
function serviceOptions(session: Schemas['Session'], url: 'form_a_url' | 'form_b_url'): ClientOptions {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${session.api_key}` };
  // A stub's response that the browser cached would still be shown after the stub, or its world, has ended.
  return { baseUrl: new URL(session[url]).pathname, headers, cache: 'no-store' };
}

export const inPath = <Path>(path: Path) => ({ params: { path } });

interface Call<Answer> {
  readonly data?: Answer;
  readonly response: Response;
}

/**
 * The body of a response. Throws ApiError, or the abort reason of the call's signal; a body that is cut off counts as
 * no response.
 */
export async function answerOf<Answer>(call: Promise<Call<Answer>>): Promise<Answer> {
  try {
    const { data } = await call;
    if (data !== undefined) return data;
  } catch (error) {
    if (error instanceof TypeError) throw unreachable();
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ApiError(200, 'unexpected_answer', 'The service did not respond with JSON.');
}

type CacheKey = readonly [QueryGroup, ...unknown[]];

/** A read of the control plane for `useQuery`: its place in the cache, then its path and parameters. */
export function read<Path extends PathsWith<ControlPaths, 'get'>>(
  queryKey: CacheKey,
  path: Path,
  ...init: InitOf<ControlPaths[Path], 'get'>
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => answerOf(controlClient(signal).GET(path, ...init)),
  });
}

const ROWS_PER_PAGE = 1_000;

type PageOf = { params: { query: { limit: number; cursor?: string } }; signal: AbortSignal };

/** A list for `useQuery`: reads every page, one after the other. `rows` is the name of the field with the rows. */
export function readAll<Rows extends string, Page extends { next: string | null } & Record<Rows, unknown[]>>(
  queryKey: CacheKey,
  rows: Rows,
  readPage: (page: PageOf) => Promise<Call<Page>>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const list = await answerOf(readPage({ params: { query: { limit: ROWS_PER_PAGE } }, signal }));
      while (list.next !== null) {
        const query = { limit: ROWS_PER_PAGE, cursor: list.next };
        const page = await answerOf(readPage({ params: { query }, signal }));
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
    await control.GET('/session');
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

export interface WrittenAnswer {
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
export async function sendWritten({ path, ...request }: WrittenRequest): Promise<WrittenAnswer> {
  const begunMs = performance.now();
  const answered = (answer: Omit<WrittenAnswer, 'durationMs'>) => ({
    ...answer,
    durationMs: performance.now() - begunMs,
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
    return answered({ status: response.status, headers, requestId, body: await response.text() });
  } catch {
    return answered({ status: null, headers: {}, requestId: null, body: '' });
  }
}

/** Sends a file to the control plane of the first world; the response is JSON. Throws ApiError. */
export async function sendFile<Answer>(path: string, mediaType: string, file: Blob): Promise<Answer> {
  const headers = { 'Content-Type': mediaType, 'X-Ballast-Page': pageToken() };
  const response = await fetch(`/sim${path}`, { method: 'POST', headers, body: file });
  const text = await response.text();
  if (!response.ok) throw readApiError(response.status, text);
  markOwnChange(afterControl(`/sim${path}`));
  return JSON.parse(text) as Answer;
}
