/** A real webhook receiver on loopback: records what comes and answers as the test says. */

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

export interface Receiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when there are at least `count` requests. */
  received(count: number): Promise<void>;
}

const servers = new Set<Server>();

/** `reply` gets the number of the request, from 1; `null` never answers. */
export function startReceiver(reply: (count: number) => Reply | null = () => ({ status: 204 })): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
      const answer = reply(requests.length);
      if (answer === null) return;
      response.writeHead(answer.status, answer.headers);
      response.end();
    });
  });
  servers.add(server);
  const received = (count: number) =>
    new Promise<void>((resolve) => {
      if (requests.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests, received });
    });
  });
}

/** Ends every receiver and what hangs on it. */
export function stopReceivers(): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  servers.clear();
}
