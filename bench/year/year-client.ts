/** The client of the year: sends requests over HTTP that have to succeed. */
import type { BallastServer } from '../../src-server/app.ts';
import { requestJson } from '../../test/support/request-json.ts';

export type Call = <T>(method: 'POST' | 'PUT', path: string, body: unknown) => Promise<T>;

export function callerOf(ballast: BallastServer): Call {
  return async <T>(method: 'POST' | 'PUT', path: string, body: unknown) => {
    const token = path.startsWith('/sim') ? ballast.adminToken : ballast.apiKey;
    const url = new URL(path, ballast.baseUrl).href;
    const response = await requestJson(method, url, { authorization: `Bearer ${token}` }, body);
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as T;
  };
}
