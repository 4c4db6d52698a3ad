/**
 * Forwards requests to another server and returns its responses unchanged, and reports both. Bodies are streamed.
 * Connects to no other host, whatever a request line says, and follows no redirect.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostClock } from '../host-time.ts';
import { https, request as requestHttp } from './node-http.ts';
import { type StoredBody, storeBody } from './stored-body.ts';

export interface ForwardedExchange {
  readonly method: string;
  /** As the target received it. */
  readonly url: string;
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: StoredBody;
  /** `null`: the target did not respond, or its response cannot be passed on. */
  readonly status: number | null;
  /** Why a response was not passed on, as a clause; `null`: it was, or there was none. */
  readonly unpassable: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: StoredBody;
  readonly durationMs: number;
  /** Unix ms. */
  readonly startedMs: number;
}

type ForwardedResponse = Pick<ForwardedExchange, 'status' | 'unpassable' | 'headers' | 'body'>;

/** They belong to a connection, not to its messages (RFC 9110, 7.6.1); this server handles expectations. */
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
const NO_RESPONSE = { status: null, headers: {}, body: { text: null, gap: 'did not come' } };

/** `target`: scheme, host and optionally a path that prefixes all paths. */
export function forwardTo(target: URL, onExchange: (exchange: ForwardedExchange) => void): RequestListener {
  const send = target.protocol === 'https:' ? https.request : requestHttp;
  const host = { hostname: target.hostname.replace(/^\[|\]$/g, ''), port: target.port };
  return (request, response) => {
    const path = pathAt(target, request.url);
    const finish = oneExchange(request, `${target.origin}${path}`, onExchange);
    const method = request.method ?? 'GET';
    const upstream = send({ ...host, path, method, headers: headersFor(target, request) });
    let isWhole = () => false;
    const giveUp = (reason: string, unpassable: string | null) => {
      refuse(response, `${target.origin} ${reason}`);
      finish({ ...NO_RESPONSE, unpassable });
    };
    const dontPassOn = (why: string) => {
      upstream.destroy();
      giveUp(`sent a response that cannot be forwarded: ${why}`, `the response could not be forwarded: ${why}`);
    };
    upstream.once('response', (incoming) => {
      const why = passHead(incoming, response);
      if (why !== null) return dontPassOn(why);
      isWhole = () => incoming.complete;
      const body = storeBody(incoming);
      incoming.pipe(response);
      incoming.once('close', () => {
        // A response that breaks off is broken off here, too: nobody may take a part for the whole, or wait for the
        // rest.
        if (!incoming.complete) response.destroy();
        const { statusCode: status = null, headers } = incoming;
        finish({ status, unpassable: null, headers: headersOf(headers), body: body() });
      });
    });
    upstream.once('upgrade', ({ statusCode }) => dontPassOn(`its status ${statusCode} changes the protocol`));
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // Bytes after a complete response do not belong to it.
      if (isWhole()) return;
      if (error.code?.startsWith('HPE_')) dontPassOn(error.message);
      else giveUp(`does not respond: ${error.message}`, null);
    });
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  };
}

/**
 * Sends status and headers of a response. Returns why that is impossible, which leaves `response` unchanged; or `null`.
 */
function passHead(incoming: IncomingMessage, response: ServerResponse): string | null {
  const { statusCode = 0, statusMessage = '', headers } = incoming;
  const coding = headers['transfer-encoding'] ?? 'chunked';
  // Node would read any other until the connection ends, and pass it on without its name.
  if (coding.toLowerCase() !== 'chunked') return `its Transfer-Encoding is ${coding}`;
  if (statusCode < 200) return `its status is ${String(statusCode).padStart(3, '0')}`;
  response.sendDate = false;
  try {
    response.writeHead(statusCode, statusMessage.replace(NO_TEXT, ''), pairsWithout(incoming, HOP_OF_RESPONSE));
    return null;
  } catch (error) {
    response.sendDate = true;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reports a request and its response once, at the first of the events that end it. */
function oneExchange(
  request: IncomingMessage,
  url: string,
  onExchange: (exchange: ForwardedExchange) => void,
): (received: ForwardedResponse) => void {
  const startedMs = hostClock.epochMs();
  const beganMs = hostClock.monotonicMs();
  const sent = storeBody(request);
  let isReported = false;
  return (received) => {
    if (isReported) return;
    isReported = true;
    const durationMs = hostClock.monotonicMs() - beganMs;
    const { method = 'GET' } = request;
    const requestHeaders = headersOf(request.headers);
    onExchange({ method, url, requestHeaders, requestBody: sent(), ...received, durationMs, startedMs });
  };
}

/** Path and query as the client wrote them; `*` is the whole server (RFC 9110, 9.3.7). */
function pathAt(target: URL, written = '/'): string {
  return written === '*' ? written : `${target.pathname.replace(/\/+$/, '')}${written}`;
}

const HOP_OF_REQUEST = new Set([...OF_CONNECTION, 'host']);
const HOP_OF_RESPONSE = new Set([...OF_CONNECTION, 'transfer-encoding']);
/** They define where a body ends, so a `Connection` header must not remove them. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);
/** Characters that a status line cannot contain. */
const NO_TEXT = /[^\t\x20-\x7e\x80-\xff]/g;
/** Node sends these in chunks where their length is not set. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

function headersFor(target: URL, request: IncomingMessage): string[] {
  const { headers, method = '' } = request;
  const hasLength = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const length = !hasLength && WITH_BODY.has(method) ? ['Content-Length', '0'] : [];
  return ['Host', target.host, ...pairsWithout(request, HOP_OF_REQUEST), ...length];
}

/** Names and values as received, in their order and case, without those of the connection. */
function pairsWithout({ rawHeaders, headers }: IncomingMessage, hop: ReadonlySet<string>): string[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const pairs: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    const known = name.toLowerCase();
    if (!hop.has(known) && (FRAMING.has(known) || !named.has(known))) pairs.push(name, value);
  }
  return pairs;
}

function refuse(response: ServerResponse, reason: string): void {
  // It is refused already, so its end is not reported.
  if (response.writableEnded) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ error: { code: 'bad_gateway', message: reason } });
  response.writeHead(502, 'Bad Gateway', { 'content-type': 'application/json' }).end(body);
}

function headersOf(headers: IncomingMessage['headers']): Record<string, string> {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(present);
}
