/**
 * The only file of the app that calls the network. Every answer is JSON but for files; every failure is an ApiError.
 * The session cookie and the page's token authorise `/sim`; a call of the simulated service carries the API key like any client's.
 */
import { ApiError, readApiError } from './api-error.ts';
import { pageToken } from './page-token.ts';

export interface SendOptions {
  readonly body?: unknown;
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
}

/** Reads `path` (relative to this origin). Throws ApiError, or the abort reason when `signal` fired. */
export function getJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return sendJson('GET', path, signal === undefined ? {} : { signal });
}

/** Reads every page of a list under `/sim`, one behind the other, as one list. Throws like `getJson`. */
export async function getAllPages<Name extends string, Row>(
  path: string,
  name: Name,
  signal?: AbortSignal,
): Promise<Record<Name, Row[]>> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '1000', ...(cursor === null ? {} : { cursor }) });
    const part: Record<Name, Row[]> & { next: string | null } = await getJson(`${path}?${query}`, signal);
    rows.push(...part[name]);
    cursor = part.next;
  } while (typeof cursor === 'string');
  return { [name]: rows } as Record<Name, Row[]>;
}

/** Sends `method path`. Throws ApiError, or the abort reason when `options.signal` fired. */
export async function sendJson<Answer>(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  return (await sendForHeaders<Answer>(method, path, options)).answer;
}

/** The same for who has to know the headers of the answer, too. */
export async function sendForHeaders<Answer>(
  method: string,
  path: string,
  options: SendOptions,
): Promise<{ readonly answer: Answer; readonly headers: Headers }> {
  const response = await request(method, path, options);
  const text = await response.text();
  if (!response.ok) throw readApiError(response.status, text);
  const { headers } = response;
  if (text === '') return { answer: undefined as Answer, headers };
  try {
    return { answer: JSON.parse(text) as Answer, headers };
  } catch {
    throw new ApiError(response.status, 'unexpected_answer', `${method} ${path} did not answer JSON.`);
  }
}

/** Reads a file as its text. Throws like `getJson`. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await request('GET', path, signal === undefined ? {} : { signal });
  const text = await response.text();
  if (!response.ok) throw readApiError(response.status, text);
  return text;
}

/**
 * Resolves once the service answers. One that does not know this page any more (it was started anew, and keeps nothing) gives
 * it the page that says how to get in.
 */
export async function findService(): Promise<void> {
  const response = await request('GET', '/sim/session', {});
  if (response.status === 401) window.location.assign('/enter');
}

async function request(method: string, path: string, options: SendOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (path.startsWith('/sim/')) headers['X-Ballast-Page'] = pageToken();
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.apiKey !== undefined) headers.Authorization = `Bearer ${options.apiKey}`;
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal !== undefined) init.signal = options.signal;
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, 'unreachable', 'The Ballast service does not answer. It may have been stopped.');
  }
}
