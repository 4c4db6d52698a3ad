/**
 * A client of a server in this process: sends requests one after the other over one persistent connection, or several
 * at once, each on its own connection and received in order. A missing response is reported like any other.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from './node-http.ts';
import { withLength } from './send-request.ts';
import { type RequestFailure, type RequestResult, startRequest } from './start-request.ts';

export interface ClientRequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Host ms. */
  readonly timeoutMs: number;
}

export interface ClientResponse {
  /** `null`: there is no complete response. */
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Why there is no complete response; `null` where there is one. */
  readonly failure: string | null;
}

interface HttpClient {
  send(request: ClientRequestParts): Promise<ClientResponse>;
  /** Returns the responses in the order of the requests. */
  sendTogether(requests: readonly ClientRequestParts[]): Promise<ClientResponse[]>;
  close(): void;
}

export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (request) => begin(request, agent).response,
    async sendTogether(requests) {
      const own = new Agent({ keepAlive: false });
      const responses: Promise<ClientResponse>[] = [];
      for (const request of requests) {
        const { sent, response } = begin(request, own);
        responses.push(response);
        // The next request is sent once the server has read this one, so the server acts in the order of the list.
        if (sent !== null) await Promise.race([isTaken(sent), response]);
      }
      return Promise.all(responses);
    },
    close: () => agent.destroy(),
  };
}

function begin(request: ClientRequestParts, agent: InstanceType<typeof Agent>) {
  const { sent, result } = startRequest(withLength({ ...request, agent }));
  return { sent, response: result.then((ended) => clientResponseOf(ended, request)) };
}

function clientResponseOf(
  { status, headers, body, failure }: RequestResult,
  { timeoutMs }: ClientRequestParts,
): ClientResponse {
  if (failure === null) return { status: status ?? 0, headers, text: body.toString('utf8'), failure: null };
  return { status: null, headers: {}, text: '', failure: whyNoResponse(failure, timeoutMs) };
}

function whyNoResponse(failure: RequestFailure, timeoutMs: number): string {
  switch (failure.kind) {
    case 'unsendable':
      return `it cannot be sent: ${failure.error instanceof Error ? failure.error.message : String(failure.error)}`;
    case 'connection':
      return `the connection broke off (${failure.error.code ?? failure.error.message})`;
    case 'timeout':
      return `no complete response within ${timeoutMs} ms`;
    case 'cut_off':
      return 'the response broke off';
  }
}

/** Resolves once the server, which is in this process, has read all of a request and run its synchronous part. */
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
