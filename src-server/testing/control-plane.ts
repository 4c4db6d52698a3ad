/**
 * The connection of all helpers to their server: its control plane over HTTP, as for any script. Refusals become
 * errors.
 */
import { hostClock } from '../system/host-time.ts';
import { createJsonClient } from '../system/http/json-client.ts';
import { BallastRequestError, BallastStoppedError } from './ballast-errors.ts';

/** `Answer` is the contract's type of the operation; the server's own tests hold it to that. */
export interface ControlPlane {
  /** The body of an answer below 300; `path` below `/sim`. Rejects with `BallastRequestError`. */
  ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same at a full address, with the key of the client in place of the admin token. */
  askService<Answer>(method: string, url: string, body?: unknown): Promise<Answer>;
  /** Host time; nothing of the world depends on it. */
  pause(delayMs: number): Promise<void>;
  close(): void;
}

export interface Access {
  readonly controlUrl: string;
  readonly adminToken: string;
  /** Known once the session has been read. */
  apiKey: string;
}

export function createControlPlane(access: Access): ControlPlane {
  const requests = createJsonClient();
  let isClosed = false;
  const ask = async <Answer>(method: string, url: string, token: string, body: unknown): Promise<Answer> => {
    if (isClosed) throw new BallastStoppedError(`${method} ${url}: this Ballast was stopped`);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await requests.send(method, url, headers, body).catch((cause: unknown) => {
      throw new BallastStoppedError(`${method} ${url} was not answered: ${wordsOf(cause)}`, {}, { cause });
    });
    if (answer.status >= 300) throw new BallastRequestError(`${method} ${pathOf(url)}`, answer.status, answer.body);
    return answer.body as Answer;
  };
  return {
    ask: (method, path, body) => ask(method, `${access.controlUrl}${path}`, access.adminToken, body),
    askService: (method, url, body) => ask(method, url, access.apiKey, body),
    pause: (delayMs) => new Promise((resolve) => hostClock.after(delayMs, resolve)),
    close() {
      isClosed = true;
      requests.close();
    },
  };
}

/** A query string; empty without parameters. */
export function queryOf(said: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const pairs = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

function wordsOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
}

/** The most that a list gives at once. */
export const PAGE_LIMIT = 1000;

/** All pages of a list, in its order. */
export async function askAll<Row>(
  plane: ControlPlane,
  path: string,
  name: string,
  query: Parameters<typeof queryOf>[0] = {},
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  do {
    const asked = queryOf({ ...query, limit: PAGE_LIMIT, ...(cursor === null ? {} : { cursor }) });
    const part: Readonly<Record<string, unknown>> = await plane.ask('GET', `${path}${asked}`);
    all.push(...(part[name] as Row[]));
    cursor = typeof part.next === 'string' ? part.next : null;
  } while (cursor !== null);
  return all;
}
