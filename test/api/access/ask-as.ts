/** Requests one operation as any possible caller, from any possible page, and returns the outcome. */
import { request } from 'node:http';
import type { Operation } from '../../../src-server/contract/openapi/operation.ts';

/** The credentials of a caller. */
export type Shown = Readonly<Record<string, string>>;

/**
 * `opened`: past every check of the caller, whatever the response. `unknown`: a key or token that is not valid.
 * `refused`: the page of another site, with any credential.
 */
export type Verdict = 'opened' | 'unknown' | 'refused';

/** Parameters of the path name things that do not exist, so the request changes nothing. */
export async function askAs(
  origin: string,
  base: string,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  headers: Shown,
): Promise<Verdict> {
  const address = new URL(`${origin}${base}${path.replaceAll(/\{\w+\}/g, 'none')}`);
  const { status, text } = await send(address, method.toUpperCase(), headers);
  if (status === 401) return 'unknown';
  return /^Pages of other sites|^Requests from /.test(messageOf(text)) ? 'refused' : 'opened';
}

/** By a client that sets any `Origin` and fetch metadata; a stream is closed after its first bytes. */
function send(address: URL, method: string, headers: Shown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers: { ...headers, 'content-length': '0' } }, (response) => {
      const status = response.statusCode ?? 0;
      let text = '';
      response.setEncoding('utf8');
      const end = () => {
        resolve({ status, text });
        sent.destroy();
      };
      response.on('data', (chunk: string) => {
        text += chunk;
        if (response.headers['content-type']?.startsWith('text/event-stream')) end();
      });
      response.on('end', end);
    });
    sent.on('error', reject);
    sent.end();
  });
}

function messageOf(text: string): string {
  if (!text.startsWith('{"error"')) return '';
  return (JSON.parse(text) as { error: { message: string } }).error.message;
}
