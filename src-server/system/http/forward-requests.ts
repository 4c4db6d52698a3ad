/**
 * Forwards requests to another server and its answers back, unchanged, and tells what went by. Bodies are streamed. Goes
 * to no other host, whatever a request line says, and follows no redirect.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostClock } from '../host-time.ts';
import { https, request as requestHttp } from './node-http.ts';
import { type StoredBody, storeBody } from './stored-body.ts';

export interface ForwardedExchange {
  readonly method: string;
  /** As the target got it. */
  readonly url: string;
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: StoredBody;
  /** `null`: the target did not answer. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: StoredBody;
  readonly durationMs: number;
  /** Unix ms. */
  readonly startedMs: number;
}

type ForwardedAnswer = Pick<ForwardedExchange, 'status' | 'headers' | 'body'>;

/** They belong to a connection, not to what is sent over it (RFC 9110, 7.6.1); an expectation is met by this server. */
const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
]);
const UNANSWERED: ForwardedAnswer = { status: null, headers: {}, body: { text: null, gap: 'did not come' } };

/** `target`: scheme, host and perhaps a path that all paths are below. */
export function forwardTo(target: URL, onExchange: (exchange: ForwardedExchange) => void): RequestListener {
  const send = target.protocol === 'https:' ? https.request : requestHttp;
  const host = { hostname: target.hostname.replace(/^\[|\]$/g, ''), port: target.port };
  return (request, response) => {
    const path = pathAt(target, request.url);
    const finish = oneExchange(request, `${target.origin}${path}`, onExchange);
    const method = request.method ?? 'GET';
    const upstream = send({ ...host, path, method, headers: headersFor(target, request) }, (answer) => {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, pairsWithout(answer, HOP_OF_ANSWER));
      const body = storeBody(answer);
      answer.pipe(response);
      answer.once('close', () => {
        // What breaks off there breaks off here: nobody may take a part for the whole, or wait for the rest.
        if (!answer.complete) response.destroy();
        finish({ status: answer.statusCode ?? null, headers: headersOf(answer.headers), body: body() });
      });
    });
    upstream.on('error', (error) => {
      refuse(response, `${target.origin} does not answer: ${error.message}`);
      finish(UNANSWERED);
    });
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  };
}

/** Tells an exchange once, with what ends it first. */
function oneExchange(
  request: IncomingMessage,
  url: string,
  onExchange: (exchange: ForwardedExchange) => void,
): (answer: ForwardedAnswer) => void {
  const startedMs = hostClock.epochMs();
  const beganMs = hostClock.monotonicMs();
  const sent = storeBody(request);
  let isTold = false;
  return (answer) => {
    if (isTold) return;
    isTold = true;
    const durationMs = hostClock.monotonicMs() - beganMs;
    const { method = 'GET' } = request;
    const requestHeaders = headersOf(request.headers);
    onExchange({ method, url, requestHeaders, requestBody: sent(), ...answer, durationMs, startedMs });
  };
}

/** Path and query as the client wrote them; of a whole address (RFC 9112, 3.2.2), what follows its host. */
function pathAt(target: URL, written = '/'): string {
  const own = /^[a-z]+:\/\/[^/?#]*(.*)$/i.exec(written)?.[1] ?? written;
  return `${target.pathname.replace(/\/+$/, '')}${own.startsWith('/') ? own : `/${own}`}`;
}

const HOP_OF_REQUEST = new Set([...OF_CONNECTION, 'host']);
const HOP_OF_ANSWER = new Set([...OF_CONNECTION, 'transfer-encoding']);
/** Node sends these in pieces where it is told nothing of their length. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

function headersFor(target: URL, request: IncomingMessage): string[] {
  const { headers, method = '' } = request;
  const hasLength = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const length = !hasLength && WITH_BODY.has(method) ? ['Content-Length', '0'] : [];
  return ['Host', target.host, ...pairsWithout(request, HOP_OF_REQUEST), ...length];
}

/** Names and values as they came, in their order and spelling, without those of the connection. */
function pairsWithout({ rawHeaders, headers }: IncomingMessage, hop: ReadonlySet<string>): string[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const pairs: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (!hop.has(name.toLowerCase()) && !named.has(name.toLowerCase())) pairs.push(name, value);
  }
  return pairs;
}

function refuse(response: ServerResponse, reason: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ error: { code: 'bad_gateway', message: reason } });
  response.writeHead(502, { 'content-type': 'application/json' }).end(body);
}

function headersOf(headers: IncomingMessage['headers']): Record<string, string> {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(present);
}
