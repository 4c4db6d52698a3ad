/** A child process: a receiver that accepts every webhook at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceReady } from '../child-server.ts';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  announceReady(`http://127.0.0.1:${port}`, () => {
    server.closeAllConnections();
    server.close();
  });
});
