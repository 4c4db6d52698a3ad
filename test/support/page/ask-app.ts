/**
 * Sends requests under the app's own name (decision L132), which browsers resolve to this machine, and Node's `fetch`
 * does not.
 */
import { request } from 'node:http';

export interface AppRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Resolves with the response and its whole body; redirects are not followed. `at`: the address that the name resolves
 * to.
 */
export function askApp(
  address: string,
  { method = 'GET', headers = {}, body = '' }: AppRequest = {},
  at: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<Response> {
  const { host, port, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const whole = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ host: at, port, path: `${pathname}${search}`, method, headers: whole }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const status = response.statusCode ?? 0;
      const given = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const content = [204, 304].includes(status) ? null : Buffer.concat(parts);
      resolve(new Response(content, { status, headers: given }));
    });
    sent.once('error', reject).end(body);
  });
}
