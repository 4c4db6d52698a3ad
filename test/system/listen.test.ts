/** Opening a port on loopback: at once, or with an error that it is taken; and closing it. */

import { afterEach, expect, test } from 'vitest';
import { type ListeningServer, listen } from '../../src-server/system/http/listen.ts';
import { PortInUseError } from '../../src-server/system/http/take-address.ts';

const opened: ListeningServer[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

test('port 0 takes any free one', async () => {
  const [one, other] = [await open(0), await open(0)];
  expect(one.port).toBeGreaterThan(0);
  expect(one.port).not.toBe(other.port);
});

test('a port that is taken is refused by name', async () => {
  const { port } = await open(0);
  await expect(listen(port)).rejects.toBeInstanceOf(PortInUseError);
});

test('requests that come before a handler exists are delayed, not lost', async () => {
  const server = await open(0);
  const pending = fetch(`http://127.0.0.1:${server.port}/`);
  const second = await open(0);
  second.serve((_request, response) => void response.end('other'));
  // Another request through the same event loop: the first one has arrived by now.
  await (await fetch(`http://127.0.0.1:${second.port}/`)).text();
  server.serve((_request, response) => void response.end('served'));
  expect(await (await pending).text()).toBe('served');
});

test('closing ends open connections and frees the port', async () => {
  const server = await open(0);
  server.serve((_request, response) => void response.write('never ends'));
  const settled = await fetch(`http://127.0.0.1:${server.port}/`);
  await server.close();
  await expect(settled.text()).rejects.toThrow();
  opened.push(await listen(server.port));
});

async function open(port: number): Promise<ListeningServer> {
  const server = await listen(port);
  opened.push(server);
  return server;
}
