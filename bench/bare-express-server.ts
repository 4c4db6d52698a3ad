/**
 * A child process: the minimal Express server that reads the same request and sends the same response at the same path.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { announceReady, childSettings } from './child-server.ts';

const { path, body } = childSettings<{ path: string; body: unknown }>();
const app = express();
app.get(path, (_request, response) => {
  response.json(body);
});
app.post(path, express.json(), (_request, response) => {
  response.status(201).json(body);
});
const server = app.listen(0, '127.0.0.1', () => {
  announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => server.closeAllConnections());
});
