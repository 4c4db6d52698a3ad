/**
 * Sends requests to a server of a benchmark over HTTP, with the key or the token of its base; throws if one is refused.
 */
import { ADMIN_TOKEN, API_KEY } from './ballast-server.ts';

export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

export function askOf(origin: string): Ask {
  return async (method, path, body) => {
    const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed)}`);
    return parsed;
  };
}
