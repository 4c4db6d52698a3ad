/** A client on a separate connection, which reports everything that it received; broken responses are no failures. */
import { type IncomingHttpHeaders, request } from 'node:http';
import type { TestServer } from '../../support/start-ballast.ts';

export interface Seen {
  /** `null`: there was no response. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Number of pieces of the body. */
  readonly pieces: number;
  /** Node's error code of a broken connection; `null`: it did not break. */
  readonly broke: string | null;
}

export interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** Requests an address with the key of the run, unless the headers say otherwise. */
export function ask(server: TestServer, method: string, url: string, sent: Sent = {}): Promise<Seen> {
  const { apiKey } = server.ballast;
  const json = sent.body === undefined ? {} : { 'content-type': 'application/json' };
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}`, ...json, ...sent.headers };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let seen: Pick<Seen, 'status' | 'headers'> = { status: null, headers: {} };
    let broke: string | null = null;
    const end = () => resolve({ ...seen, body: Buffer.concat(chunks).toString('utf8'), pieces: chunks.length, broke });
    const fail = (error: NodeJS.ErrnoException) => {
      broke ??= error.code ?? error.name;
    };
    const outgoing = request(url, { method, headers, agent: false, ...(sent.signal ? { signal: sent.signal } : {}) });
    outgoing.on('response', (response) => {
      seen = { status: response.statusCode ?? null, headers: response.headers };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('close', end);
    });
    outgoing.on('error', fail);
    // A broken response is reported after the connection.
    outgoing.on('close', () => (seen.status === null ? end() : undefined));
    // A client with an expectation sends nothing before the interim response.
    if ('expect' in headers) outgoing.once('continue', () => outgoing.end(sent.body)).flushHeaders();
    else outgoing.end(sent.body);
  });
}
