/** Asks one operation in the name of anybody who could, from any page that could, and says what became of it. */
import { request } from 'node:http';
import type { Operation } from '../../../src-server/contract/openapi/operation.ts';

/** What a caller shows. */
export type Shown = Readonly<Record<string, string>>;

/**
 * `opened`: past every check of who asks, whatever became of it then. `unknown`: a key or token that does not open it.
 * `refused`: another site's page, whatever it shows.
 */
export type Verdict = 'opened' | 'unknown' | 'refused';

/** Parameters of the path stand for what is not there, so nothing is changed by it. */
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

/** By a client that lets `Origin` and the fetch metadata be anything; a stream is left after its first bytes. */
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
