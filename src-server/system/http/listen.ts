/**
 * Opens an HTTP server, on loopback unless told otherwise, and closes it with every connection it has. What is no HTTP,
 * and what Node would refuse by itself with an answer of its own (CONNECT, foreign expectations, no Host), is answered
 * in the service's words.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer } from './node-http.ts';

export interface ListeningServer {
  readonly port: number;
  /** From now on requests are answered by `listener`, and what is none by `answerBroken`. */
  serve(listener: RequestListener, answerBroken?: AnswerBroken): void;
  close(): Promise<void>;
}

/** The answer to bytes that are no request; `code` is Node's word for what is wrong with them. */
export type AnswerBroken = (code: string) => BrokenAnswer;

export interface BrokenAnswer {
  /** Of the status line, as `400 Bad Request`. */
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Loopback alone, every IPv4 address of this machine, or every address. */
export const LISTENING_HOSTS = ['127.0.0.1', '0.0.0.0', '::'] as const;
export type ListeningHost = (typeof LISTENING_HOSTS)[number];

/** The port is held by another process. */
export class PortInUseError extends Error {}

/** This machine has no such address. */
export class NoSuchHostError extends Error {}

const ADDRESS_FAILURES = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/** How long a request may take to arrive, and what follows an answer that came before all of it was there. */
export interface ArrivalBounds {
  readonly headersMs: number;
  /** With its body. */
  readonly wholeMs: number;
  /** How often the two are looked at. */
  readonly checkMs: number;
  /** How long the rest of a request that was answered already may go on coming. */
  readonly restMs: number;
}

const ARRIVAL_BOUNDS: ArrivalBounds = { headersMs: 20_000, wholeMs: 60_000, checkMs: 2_000, restMs: 5_000 };

/** Takes `port` (0: any free one) at once; requests wait until `serve` says who answers them. */
export function listen(
  port: number,
  host: ListeningHost = '127.0.0.1',
  bounds: ArrivalBounds = ARRIVAL_BOUNDS,
): Promise<ListeningServer> {
  const server = createServer({
    keepAliveTimeout: 30_000,
    requireHostHeader: false,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.wholeMs,
    connectionsCheckingInterval: bounds.checkMs,
  });
  server.on('request', (request, response) => cutRest(request, response, bounds.restMs));
  const early: Parameters<RequestListener>[] = [];
  const holdBack: RequestListener = (...exchange) => void early.push(exchange);
  server.on('request', holdBack);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (isTaken) reject(new PortInUseError(`port ${port}: ${error.code}`, { cause: error }));
      else if (ADDRESS_FAILURES.includes(error.code ?? '')) reject(new NoSuchHostError(`${host}: ${error.code}`));
      else reject(error);
    });
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        serve(listener, answerBroken) {
          server.off('request', holdBack);
          server.on('request', listener);
          if (answerBroken !== undefined) answerWhatIsNoRequest(server, answerBroken);
          for (const [request, response] of early.splice(0)) listener(request, response);
        },
        close: () => close(server),
      });
    });
  });
}

function answerWhatIsNoRequest(server: Server, answerBroken: AnswerBroken): void {
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
      socket.end(textOf(answerBroken(code)), () => socket.destroy());
    } else socket.destroy();
  };
  server.on('request', (request, response) => void answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error.code ?? '', socket));
  server.on('connect', (_request, socket) => refuse('CONNECT', socket));
  // An expectation that is not known here may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
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

function textOf({ status, headers, body }: BrokenAnswer): string {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
