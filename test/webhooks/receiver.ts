/**
 * A real webhook receiver on loopback: records requests, checks them against the documents, and responds as the test
 * says.
 */

import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../support/certificates.ts';
import { webhookFaults } from '../support/documents/documented-webhooks.ts';

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
  /** Resolves when there are at least `count` requests; rejects when one of them differs from its documentation. */
  received(count: number): Promise<void>;
}

const servers = new Set<Pick<Server, 'close' | 'closeAllConnections'>>();

/** `reply` gets the number of the request, from 1, and may come later; `null` never responds. With a certificate it uses TLS. */
export function startReceiver(
  reply: (count: number) => Reply | null | Promise<Reply> = () => ({ status: 204 }),
  certificate: Pick<Certificate, 'cert' | 'key'> | null = null,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const faults: string[] = [];
  const waiting: { count: number; resolve: () => void; reject: (fault: Error) => void }[] = [];
  const settle = ({ count, resolve, reject }: (typeof waiting)[number]) => {
    if (faults.length > 0) reject(new Error(`a webhook is not as it is documented: ${faults.join('; ')}`));
    else if (requests.length >= count) resolve();
  };
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      faults.push(...webhookFaults(request.headers, requests.at(-1)?.body ?? ''));
      for (const each of waiting) settle(each);
      const scripted = await reply(requests.length);
      if (scripted === null) return;
      response.writeHead(scripted.status, scripted.headers);
      response.end();
    });
  };
  const server = certificate === null ? createServer(listener) : createSecureServer(certificate, listener);
  servers.add(server);
  const received = (count: number) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ count, resolve, reject });
      settle({ count, resolve, reject });
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const scheme = certificate === null ? 'http' : 'https';
      resolve({ url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests, received });
    });
  });
}

/** Stops every receiver and closes its connections. */
export function stopReceivers(): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  servers.clear();
}
