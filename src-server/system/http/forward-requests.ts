/**
 * Forwards requests to another server and its answers back, unchanged, and tells what went by. Of long bodies only the
 * beginning is told; nothing of them is held back. Follows no redirect.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostClock } from '../host-time.ts';
import { https, request as requestHttp } from './node-http.ts';

export interface ForwardedExchange {
  readonly method: string;
  /** As the target got it. */
  readonly url: string;
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** `null`: the target did not answer. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
  /** Unix ms. */
  readonly startedMs: number;
}

/** Of a body that is told. */
const MOST_BYTES = 10_485_760;
/** They belong to a connection, not to what is sent over it (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** `target`: scheme, host and perhaps a path that all paths are below. */
export function forwardTo(target: URL, onExchange: (exchange: ForwardedExchange) => void): RequestListener {
  const send = target.protocol === 'https:' ? https.request : requestHttp;
  const prefix = target.pathname.replace(/\/+$/, '');
  return (request, response) => {
    const startedMs = hostClock.epochMs();
    const beganMs = hostClock.monotonicMs();
    const url = new URL(`${prefix}${request.url ?? '/'}`, target);
    const sent = tell(request);
    const finish = (answer: Pick<ForwardedExchange, 'status' | 'headers' | 'text'>) =>
      onExchange({
        method: request.method ?? 'GET',
        url: url.href,
        requestHeaders: headersOf(request.headers),
        requestBody: sent(),
        ...answer,
        durationMs: hostClock.monotonicMs() - beganMs,
        startedMs,
      });
    const headers = { ...forwarded(request), host: url.host };
    const upstream = send(url, { method: request.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, rawPairs(answer));
      const text = tell(answer);
      answer.pipe(response);
      answer.once('close', () =>
        finish({ status: answer.statusCode ?? null, headers: headersOf(answer.headers), text: text() }),
      );
    });
    upstream.on('error', (error) => {
      refuse(response, `${url.origin} does not answer: ${error.message}`);
      finish({ status: null, headers: {}, text: '' });
    });
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  };
}

function refuse(response: ServerResponse, reason: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ error: { code: 'bad_gateway', message: reason } });
  response.writeHead(502, { 'content-type': 'application/json' }).end(body);
}

/** Gives what has gone by as text, up to a bound. */
function tell(message: IncomingMessage): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    if (bytes < MOST_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function forwarded({ headers }: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined && !OF_CONNECTION.has(entry[0]),
  );
  // What is compared has to be readable: nothing is packed on the way.
  return { ...Object.fromEntries(kept), 'accept-encoding': 'identity' };
}

/** As they came, in their order and spelling, without those of the connection. */
function rawPairs({ rawHeaders }: IncomingMessage): string[] {
  const pairs: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (!OF_CONNECTION.has(name.toLowerCase())) pairs.push(name, value);
  }
  return pairs;
}

function headersOf(headers: IncomingMessage['headers']): Record<string, string> {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(present);
}
