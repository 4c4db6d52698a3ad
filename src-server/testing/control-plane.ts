/** Connects all helpers to their server: its control plane over HTTP, as for any script. Refusals become errors. */
import type { ControlResponse, ControlRoute, TermsOf } from '../contract/control/control-routes.ts';
import { routeRequest } from '../contract/openapi/request-terms.ts';
import { hostClock } from '../system/host-time.ts';
import { createJsonClient } from '../system/http/json-client.ts';
import { BallastRequestError, BallastStoppedError } from './ballast-errors.ts';

export interface ControlPlane {
  /** Resolves with the body of a response below 300, typed by the operation. Rejects with `BallastRequestError`. */
  ask<Route extends ControlRoute>(route: Route, ...terms: TermsOf<Route>): Promise<ControlResponse<Route>>;
  /** Does the same for any method and path below `/sim`. */
  askAny(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Does the same at a full address, with the key of the client instead of the admin token. */
  askService<Result>(method: string, url: string, body?: unknown): Promise<Result>;
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
  const ask = async <Result>(method: string, url: string, token: string, body: unknown): Promise<Result> => {
    if (isClosed) throw new BallastStoppedError(`${method} ${url}: this Ballast was stopped`);
    const headers = { authorization: `Bearer ${token}` };
    const response = await requests.send(method, url, headers, body).catch((cause: unknown) => {
      throw new BallastStoppedError(`${method} ${url} got no response: ${messageOf(cause)}`, {}, { cause });
    });
    if (response.status >= 300)
      throw new BallastRequestError(`${method} ${pathOf(url)}`, response.status, response.body);
    return response.body as Result;
  };
  return {
    ask: (route, ...[terms]) => {
      const { method, path, body } = routeRequest(route, terms);
      return ask(method, `${access.controlUrl}${path}`, access.adminToken, body);
    },
    askAny: (method, path, body) => ask(method, `${access.controlUrl}${path}`, access.adminToken, body),
    askService: (method, url, body) => ask(method, url, access.apiKey, body),
    pause: (delayMs) => new Promise((resolve) => hostClock.after(delayMs, resolve)),
    close() {
      isClosed = true;
      requests.close();
    },
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

function messageOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
}

/** The page size limit of lists. */
export const PAGE_LIMIT = 1000;

/**
 * Returns the rows of all pages of a list, in its order. `read` requests a page, from the cursor of the previous one.
 */
export async function askAll<Row>(
  read: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<{
    readonly rows: readonly Row[];
    readonly next: string | null;
  }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await read({ limit: PAGE_LIMIT, cursor });
    all.push(...rows);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
