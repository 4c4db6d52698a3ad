/**
 * A client of a server in this process: requests one after the other over one kept connection, or several at once, each on
 * a connection of its own and taken in their order. Refuses to judge answers; that none came is an answer here.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ClientRequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Host ms. */
  readonly timeoutMs: number;
}

export interface ClientAnswer {
  /** `null`: nothing whole was answered. */
  readonly status: number | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Why nothing whole was answered, in words; `null` where it was. */
  readonly failure: string | null;
}

export interface HttpClient {
  send(request: ClientRequestParts): Promise<ClientAnswer>;
  /** The answers in the order of the requests. */
  sendTogether(requests: readonly ClientRequestParts[]): Promise<ClientAnswer[]>;
  close(): void;
}

export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (request) => begin(request, agent).answer,
    async sendTogether(requests) {
      const own = new Agent({ keepAlive: false });
      const answers: Promise<ClientAnswer>[] = [];
      for (const request of requests) {
        const { sent, answer } = begin(request, own);
        answers.push(answer);
        // The next one leaves when the server has all of this one: what it does comes in the order of the list.
        if (sent !== null) await Promise.race([isTaken(sent), answer]);
      }
      return Promise.all(answers);
    },
    close: () => agent.destroy(),
  };
}

interface Exchange {
  readonly sent: ClientRequest | null;
  readonly answer: Promise<ClientAnswer>;
}

/** What cannot even be written as a request (a line break in a header) is not answered, like what is lost on the way. */
function begin(request: ClientRequestParts, agent: Agent): Exchange {
  try {
    return exchange(request, agent);
  } catch (error) {
    const failure = `it cannot be sent: ${error instanceof Error ? error.message : String(error)}`;
    return { sent: null, answer: Promise.resolve({ status: null, headers: {}, text: '', failure }) };
  }
}

function exchange(request: ClientRequestParts, agent: Agent): Exchange {
  const { method, url, headers, body, timeoutMs } = request;
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = requestHttp(url, { method, agent, headers: { ...headers, ...length } });
  const answer = new Promise<ClientAnswer>((resolve) => {
    const fail = (failure: string) => {
      clearTimeout(timer);
      resolve({ status: null, headers: {}, text: '', failure });
    };
    const timer = setTimeout(() => {
      fail(`no whole answer within ${timeoutMs} ms`);
      sent.destroy();
    }, timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) =>
      fail(`the connection broke off (${error.code ?? error.message})`),
    );
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => fail('the answer broke off'));
      response.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), text, failure: null });
      });
    });
  });
  sent.end(body ?? undefined);
  return { sent, answer };
}

/** Resolves when the server, which is in this process, has read all of a request and run what it does at once. */
function isTaken(sent: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const onStart = (message: unknown) => {
      const { request, response, socket } = message as {
        request: IncomingMessage;
        response: ServerResponse;
        socket: Socket;
      };
      const own = sent.socket?.address() as Partial<AddressInfo> | undefined;
      if (own?.port === undefined || own.port !== socket.remotePort) return;
      unsubscribe(START, onStart);
      const taken = () => setImmediate(resolve);
      request.once('end', taken);
      response.once('close', taken);
    };
    subscribe(START, onStart);
    sent.once('close', () => {
      unsubscribe(START, onStart);
      resolve();
    });
  });
}

const START = 'http.server.request.start';

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
