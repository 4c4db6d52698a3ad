/**
 * The only file of the app that calls the network: one client for each OpenAPI document, with its types. Every failure is an
 * ApiError. The session cookie and the page's token authorise `/sim`; the simulated service gets an API key like any client's.
 */
import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, readApiError } from './api-error.ts';
import type { paths as ControlPaths, components } from './generated/control.ts';
import type { paths as FormAPaths } from './generated/form-a.ts';
import type { paths as FormBPaths } from './generated/form-b.ts';
import { pageToken } from './page-token.ts';

/** Bodies and answers of the control plane, as its OpenAPI document names them. */
export type Schemas = components['schemas'];

const failAsApiError: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw readApiError(response.status, await response.text());
  },
  onError({ request }) {
    if (request.signal.aborted) return undefined;
    return new ApiError(0, 'unreachable', 'The Ballast service does not answer. It may have been stopped.');
  },
};

const sendPageToken: Middleware = {
  onRequest({ request }) {
    request.headers.set('X-Ballast-Page', pageToken());
  },
};

export const control = createClient<ControlPaths, 'application/json'>({
  baseUrl: '/sim',
  headers: { Accept: 'application/json' },
});
control.use(sendPageToken, failAsApiError);

interface ServiceSession {
  readonly form_a_url: string;
  readonly form_b_url: string;
  readonly api_key: string;
}

export function formA({ form_a_url: url, api_key: key }: ServiceSession) {
  const client = createClient<FormAPaths, 'application/json'>(serviceOptions(url, key));
  client.use(failAsApiError);
  return client;
}

export function formB({ form_b_url: url, api_key: key }: ServiceSession) {
  const client = createClient<FormBPaths, 'application/json'>(serviceOptions(url, key));
  client.use(failAsApiError);
  return client;
}

// The page may be open under another name of the same machine (localhost for 127.0.0.1), so only the path is used.
function serviceOptions(url: string, key: string) {
  return { baseUrl: new URL(url).pathname, headers: { Accept: 'application/json', Authorization: `Bearer ${key}` } };
}

interface Call<Answer> {
  readonly data?: Answer;
  readonly response: Response;
}

/** The body of an answer. Throws ApiError, or the abort reason of the call's signal. */
export async function answerOf<Answer>(call: Promise<Call<Answer>>): Promise<Answer> {
  try {
    const { data } = await call;
    if (data !== undefined) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ApiError(200, 'unexpected_answer', 'The service did not answer JSON.');
}

const ROWS_PER_PAGE = 1_000;

/** Reads every page of a list, one behind the other. Throws like `answerOf`. */
export async function allPages<Page extends { readonly next: string | null }, Row>(
  readPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Call<Page>>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let query: { limit: number; cursor?: string } | null = { limit: ROWS_PER_PAGE };
  while (query !== null) {
    const page: Page = await answerOf(readPage(query));
    rows.push(...rowsOf(page));
    query = page.next === null ? null : { limit: ROWS_PER_PAGE, cursor: page.next };
  }
  return rows;
}

/**
 * Resolves once the service answers. One that does not know this page any more (it was started anew, and keeps nothing) gives
 * it the page that says how to get in.
 */
export async function findService(): Promise<void> {
  try {
    await control.GET('/session');
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unreachable') throw error;
    if (error.status === 401) window.location.assign('/enter');
  }
}
