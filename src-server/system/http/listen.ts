/**
 * Opens an HTTP server, on loopback by default, and closes it with all its connections. Refuses requests that are not
 * meant for this server (`request-gate.ts`). These, bytes that are not HTTP, and what Node itself would refuse
 * (CONNECT, unknown expectations, no Host) get the refusal of the caller.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LISTENING_HOSTS } from '../../domain/server-choices.ts';
import { type OneAtATime, oneAtATime, type TurnBounds } from './connection-turns.ts';
import { createServer } from './node-http.ts';
import { LOOPBACK_ALONE, type RequestGateRules, refusalOf, requestTargetOf } from './request-gate.ts';
import { feeding, takeAddress } from './take-address.ts';

export interface ListeningServer {
  readonly port: number;
  /**
   * From now on `listener` handles requests that pass the gate, with a path (or the `*` of OPTIONS) as their `url`, and
   * `refuse` everything else, including bytes that are no request.
   */
  serve(listener: RequestListener, refuse?: Refuse, gate?: RequestGateRules): void;
  /** Listens at the same port of another address, too; rejects like `listen`. */
  alsoAt(host: ListeningHost): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the response to a refused request; `why` is a sentence, `path` is null where there is none, as for bytes that
 * are no request.
 */
export type Refuse = (why: string, path: string | null) => RefusalResponse;

interface RefusalResponse {
  /** Status and reason, as `400 Bad Request`. */
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ListeningHost = (typeof LISTENING_HOSTS)[number];

/** Whether other machines can reach a server on this host. */
export function isOpenHost(host: ListeningHost): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The origin at which this machine reaches a server on this host. */
export function originOf(host: ListeningHost, port: number): string {
  return `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`;
}

/** How long a request may take to arrive, and its response to be read. */
export interface ArrivalBounds extends TurnBounds {
  readonly headersMs: number;
  /** Including the body. */
  readonly wholeMs: number;
  /** Interval between checks of the two. */
  readonly checkMs: number;
}

const ARRIVAL_BOUNDS: ArrivalBounds = {
  headersMs: 20_000,
  wholeMs: 60_000,
  checkMs: 2_000,
  restMs: 5_000,
  unreadMs: 600_000,
};

/** Handles requests before `serve`: those that pass `gate` and for which `handle` returns true. Others wait. */
export interface EarlyHandler {
  readonly gate: RequestGateRules;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** For callers without a refusal of their own. */
const PLAIN_REFUSAL: Refuse = (why) => ({
  status: '400 Bad Request',
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${why}\n`,
});

/**
 * Listens at `port` (0: any free port). Until `serve` is called, `early` handles the requests that it can, and the
 * others wait.
 */
export async function listen(
  port: number,
  host: ListeningHost = '127.0.0.1',
  bounds: ArrivalBounds = ARRIVAL_BOUNDS,
  early?: EarlyHandler,
): Promise<ListeningServer> {
  const server = createServer({
    keepAliveTimeout: 30_000,
    requireHostHeader: false,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.wholeMs,
    connectionsCheckingInterval: bounds.checkMs,
  });
  server.on('checkContinue', (request, response) => {
    continueOnceRead(request, response);
    server.emit('request', request, response);
  });
  const waiting: Parameters<RequestListener>[] = [];
  let handle: RequestListener = (...call) => {
    if (!handlesEarly(early, ...call)) waiting.push(call);
  };
  const turns = oneAtATime((request, response) => handle(request, response), bounds);
  server.on('request', turns.listener);
  const own = await takeAddress(server, port, host);
  const others: NetServer[] = [];
  return {
    port: own,
    serve(listener, refuse = PLAIN_REFUSAL, gate = LOOPBACK_ALONE) {
      handle = gated(listener, refuse, gate);
      refuseWhatIsNoRequest(server, refuse, turns.lastOf);
      for (const [request, response] of waiting.splice(0)) handle(request, response);
    },
    async alsoAt(another) {
      const other = feeding(server);
      await takeAddress(other, own, another);
      others.push(other);
    },
    close: () => close(server, others),
  };
}

function handlesEarly(early: EarlyHandler | undefined, ...[request, response]: Parameters<RequestListener>): boolean {
  if (early === undefined || refusalOf(request, requestTargetOf(request), early.gate) !== null) return false;
  return early.handle(request, response);
}

function gated(listener: RequestListener, refuse: Refuse, gate: RequestGateRules): RequestListener {
  return (request, response) => {
    const target = requestTargetOf(request);
    const why = refusalOf(request, target, gate);
    if (why === null) {
      request.url = target?.path;
      listener(request, response);
      return;
    }
    const { status, headers, body } = refuse(why, target?.path ?? null);
    response
      .writeHead(Number.parseInt(status, 10), { ...headers, 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  };
}

const REASONS: Readonly<Record<string, string>> = {
  CONNECT: 'CONNECT is not served here.',
  HPE_HEADER_OVERFLOW: 'The headers or the path of the request are too long.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions of the request body are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive completely in time.',
};

function refuseWhatIsNoRequest(server: Server, refuseWith: Refuse, lastOf: OneAtATime['lastOf']): void {
  const refuse = (code: string, socket: Duplex) => {
    const latest = lastOf(socket);
    const isResponding = latest?.writableFinished === false && latest.req.complete;
    if (isResponding && (latest.writableEnded || !latest.headersSent)) {
      // A complete request before the broken bytes still gets its response, in its order.
      latest.once('finish', () => refuse(code, socket));
      return;
    }
    // More would be read as part of a stream, or as the response to a request that has one before all of it had
    // arrived.
    const hasResponse = latest?.headersSent === true && (isResponding || !latest.req.complete);
    if (socket.writable && !hasResponse && code !== 'ECONNRESET') {
      const why = REASONS[code] ?? 'This is not a valid HTTP/1.1 request.';
      socket.end(textOf(refuseWith(why, null)), () => socket.destroy());
    } else socket.destroy();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error.code ?? '', socket));
  server.on('connect', (_request, socket) => refuse('CONNECT', socket));
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

/**
 * A client that waits for `100 Continue` gets it once its body is read, and only the response where the headers alone
 * decide it. What follows such a response could be that body, so the connection ends with it (RFC 9110, 10.1.1).
 */
function continueOnceRead(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  request.on('newListener', function read(event: string | symbol) {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', read);
    if (response.headersSent) return;
    response.removeHeader('Connection');
    response.writeContinue();
  });
}

function textOf({ status, headers, body }: RefusalResponse): string {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

async function close(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
  server.closeAllConnections();
  await Promise.all(closed);
}

/** Returns a free port of loopback, for a process that is about to listen on it. */
export async function freePort(): Promise<number> {
  const server = await listen(0);
  await server.close();
  return server.port;
}
