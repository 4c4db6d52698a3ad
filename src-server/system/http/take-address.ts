/** Listens at an address and a port, or reports why not: the port is taken, or this machine has no such address. */
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Another process uses the port. */
export class PortInUseError extends Error {}

/** This machine has no such address. */
export class NoSuchHostError extends Error {}

const ADDRESS_FAILURES = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/** Resolves with the port (for 0: a free one). */
export function takeAddress(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (isTaken) reject(new PortInUseError(`port ${port}: ${error.code}`, { cause: error }));
      else if (ADDRESS_FAILURES.includes(error.code ?? '')) reject(new NoSuchHostError(`${host}: ${error.code}`));
      else reject(error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Returns a server whose connections `target` handles as its own, with HTTP's settings for them. */
export function feeding(target: HttpServer): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void target.emit('connection', socket));
}
