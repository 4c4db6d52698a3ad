/**
 * Opens an HTTP server, on loopback unless told otherwise, and closes it with every connection it has. Refuses what did
 * not mean this server (`request-gate.ts`). That, what is no HTTP, and what Node would refuse by itself with an answer of
 * its own (CONNECT, foreign expectations, no Host), is answered in the words of whoever serves.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LISTENING_HOSTS } from '../../domain/server-choices.ts';
import { oneAtATime } from './connection-turns.ts';
import { createServer } from './node-http.ts';
import { LOOPBACK_ALONE, type RequestGateRules, refusalOf, requestTargetOf } from './request-gate.ts';
import { feeding, takeAddress } from './take-address.ts';

export interface ListeningServer {
  readonly port: number;
  /**
   * From now on requests that pass the gate are answered by `listener`, which gets a path (or the `*` of OPTIONS) as the
   * `url` of each, and all else, also bytes that are no request, by `refuse`.
   */
  serve(listener: RequestListener, refuse?: Refuse, gate?: RequestGateRules): void;
  /** Answers at the same port of another address, too; rejects like `listen`. */
  alsoAt(host: ListeningHost): Promise<void>;
  close(): Promise<void>;
}

/** The answer to what is refused; `why` is a sentence, `path` null for what has none, as bytes that are no request. */
export type Refuse = (why: string, path: string | null) => RefusedAnswer;

interface RefusedAnswer {
  /** Of the status line, as `400 Bad Request`. */
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ListeningHost = (typeof LISTENING_HOSTS)[number];

/** Whether other machines reach what listens there. */
export function isOpenHost(host: ListeningHost): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The origin by which this machine reaches what listens there. */
export function originOf(host: ListeningHost, port: number): string {
  return `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`;
}

/** How long a request may take to arrive, and its answer to be taken. */
export interface ArrivalBounds {
  readonly headersMs: number;
  /** With its body. */
  readonly wholeMs: number;
  /** How often the two are looked at. */
  readonly checkMs: number;
  /** How long the rest of a request that was answered already may go on coming. */
  readonly restMs: number;
  /** How long an answer that is there may stand still, because its client takes nothing of it. */
  readonly unreadMs: number;
}

const ARRIVAL_BOUNDS: ArrivalBounds = {
  headersMs: 20_000,
  wholeMs: 60_000,
  checkMs: 2_000,
  restMs: 5_000,
  unreadMs: 600_000,
};

/** What is answered before `serve`: requests that pass `gate` and for which `answer` returns true. Others wait. */
export interface EarlyAnswers {
  readonly gate: RequestGateRules;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** For whoever serves no words of its own. */
const PLAIN_REFUSAL: Refuse = (why) => ({
  status: '400 Bad Request',
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${why}\n`,
});

/**
 * Listens at `port` (0: any free port). Until `serve` is called, `early` answers the requests that it can, and the others
 * wait.
 */
export async function listen(
  port: number,
  host: ListeningHost = '127.0.0.1',
  bounds: ArrivalBounds = ARRIVAL_BOUNDS,
  early?: EarlyAnswers,
): Promise<ListeningServer> {
  const server = createServer({
    keepAliveTimeout: 30_000,
    requireHostHeader: false,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.wholeMs,
    connectionsCheckingInterval: bounds.checkMs,
  });
  server.on('request', (request, response) => cutRest(request, response, bounds.restMs));
  server.on('checkContinue', (request, response) => {
    continueOnceRead(request, response);
    server.emit('request', request, response);
  });
  const waiting: Parameters<RequestListener>[] = [];
  let answer: RequestListener = (...call) => {
    if (!answersEarly(early, ...call)) waiting.push(call);
  };
  server.on(
    'request',
    oneAtATime((request, response) => answer(request, response), bounds.unreadMs),
  );
  const own = await takeAddress(server, port, host);
  const others: NetServer[] = [];
  return {
    port: own,
    serve(listener, refuse = PLAIN_REFUSAL, gate = LOOPBACK_ALONE) {
      answer = gated(listener, refuse, gate);
      answerWhatIsNoRequest(server, refuse);
      for (const [request, response] of waiting.splice(0)) answer(request, response);
    },
    async alsoAt(another) {
      const other = feeding(server);
      await takeAddress(other, own, another);
      others.push(other);
    },
    close: () => close(server, others),
  };
}

function answersEarly(early: EarlyAnswers | undefined, ...[request, response]: Parameters<RequestListener>): boolean {
  if (early === undefined || refusalOf(request, requestTargetOf(request), early.gate) !== null) return false;
  return early.answer(request, response);
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

function answerWhatIsNoRequest(server: Server, refuseWith: Refuse): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refuse = (code: string, socket: Duplex) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.writableFinished === false && answer.req.complete;
    if (isAnswering && (answer.writableEnded || !answer.headersSent)) {
      // What came whole before the broken bytes keeps its answer, and its place.
      answer.once('finish', () => refuse(code, socket));
      return;
    }
    // More would be read as part of a stream, or as the answer to a request that has one before all of it was there.
    const isAnswered = answer?.headersSent === true && (isAnswering || !answer.req.complete);
    if (socket.writable && !isAnswered && code !== 'ECONNRESET') {
      const why = REASONS[code] ?? 'This is not a valid HTTP/1.1 request.';
      socket.end(textOf(refuseWith(why, null)), () => socket.destroy());
    } else socket.destroy();
  };
  server.on('request', (request, response) => void answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error.code ?? '', socket));
  server.on('connect', (_request, socket) => refuse('CONNECT', socket));
  // An expectation that is not known here may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

/**
 * A client that waits for `100 Continue` gets it once somebody reads its body, and nothing but the answer where the head
 * alone decides it. What comes after such an answer could be that body, so the connection ends with it (RFC 9110, 10.1.1).
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

/** Whoever goes on sending what nobody reads any more holds a connection, and the answer may wait behind it. */
function cutRest(request: IncomingMessage, response: ServerResponse, restMs: number): void {
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, restMs);
    cut.unref();
    request.once('close', () => clearTimeout(cut));
  });
}

function textOf({ status, headers, body }: RefusedAnswer): string {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

async function close(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
  server.closeAllConnections();
  await Promise.all(closed);
}

/** A port of loopback that nobody holds, for a process that is about to listen on it. */
export async function freePort(): Promise<number> {
  const server = await listen(0);
  await server.close();
  return server.port;
}
