/** Opens an HTTP server on loopback, and closes it with every connection it has. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListeningServer {
  readonly port: number;
  /** From now on requests are answered by `listener`. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/** The port is held by another process. */
export class PortInUseError extends Error {}

/** Takes `port` on 127.0.0.1 (0: any free one) at once; requests wait until `serve` says who answers them. */
export function listen(port: number): Promise<ListeningServer> {
  const server = createServer({ keepAliveTimeout: 30_000 });
  const early: Parameters<RequestListener>[] = [];
  const holdBack: RequestListener = (...exchange) => void early.push(exchange);
  server.on('request', holdBack);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(isTaken ? new PortInUseError(`port ${port}: ${error.code}`, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        serve(listener) {
          server.off('request', holdBack);
          server.on('request', listener);
          for (const [request, response] of early.splice(0)) listener(request, response);
        },
        close: () => close(server),
      });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
