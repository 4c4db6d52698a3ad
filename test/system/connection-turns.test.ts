/**
 * Tests the bounds of a connection that sends much and reads nothing (decision A19): one response, and a bounded part
 * of its requests, however long it continues.
 */
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ArrivalBounds, type ListeningServer, listen } from '../../src-server/system/http/listen.ts';
import { proves } from '../conformance/proves.ts';

const opened: ListeningServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of opened.splice(0)) await server.close();
});

/** More than all buffers between two sockets of a machine. */
const LARGE = Buffer.alloc(48 * 1_048_576, 'x');
const PLAIN = 'Host: localhost\r\n\r\n';

async function serve(listener: RequestListener, bounds?: ArrivalBounds): Promise<number> {
  const server = await listen(0, '127.0.0.1', bounds);
  opened.push(server);
  server.serve(listener);
  return server.port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends complete requests of other clients, one after the other, so that the server has had time for everything else.
 */
async function askOften(port: number): Promise<void> {
  for (let time = 0; time < 20; time += 1) await (await fetch(`http://127.0.0.1:${port}/other`)).text();
}

test(
  'a client that reads nothing has one response made, whatever it requests, and all of them once it reads',
  proves('A19'),
  async () => {
    let started = 0;
    const port = await serve((request, response) => {
      if (request.url === '/other') return void response.end('other');
      started += 1;
      response.end(LARGE);
    });
    const clients = await Promise.all([1, 2, 3].map(() => open(port)));
    for (const client of clients) client.pause().write(`GET /large HTTP/1.1\r\n${PLAIN}`.repeat(4));
    await askOften(port);
    expect(started).toBe(clients.length);
    const [client] = clients;
    let bytes = 0;
    const whole = new Promise<void>((resolve) => {
      client?.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > 4 * LARGE.length) resolve();
      });
    });
    client?.resume();
    await whole;
    expect(started).toBe(clients.length + 3);
  },
);

test(
  'responses come in the order of their requests, and none is begun before the previous one has ended',
  proves('A19'),
  async () => {
    const order: string[] = [];
    const before: ServerResponse[] = [];
    const ends: (() => void)[] = [];
    const port = await serve((request, response) => {
      order.push(`${request.url} after ${before.filter(({ writableFinished }) => writableFinished).length}`);
      before.push(response);
      if (request.url === '/0') ends.push(() => response.end('0'));
      else request.resume().once('end', () => response.end(`${request.url}`));
    });
    const client = await open(port);
    const body = 'y'.repeat(200_000);
    const post = (path: string) => `POST ${path} HTTP/1.1\r\nContent-Length: ${body.length}\r\n${PLAIN}${body}`;
    client.write(
      `GET /0 HTTP/1.1\r\n${PLAIN}${post('/1')}${post('/2')}GET /3 HTTP/1.1\r\nConnection: close\r\n${PLAIN}`,
    );
    await expect.poll(() => ends.length).toBe(1);
    expect(order).toEqual(['/0 after 0']);
    ends[0]?.();
    let text = '';
    client.on('data', (part) => {
      text += part;
    });
    await once(client, 'close');
    expect(text.match(/\r\n\r\n(?:\/?\d)/g)?.map((end) => end.trim())).toEqual(['0', '/1', '/2', '/3']);
    expect(order).toEqual(['/0 after 0', '/1 after 1', '/2 after 2', '/3 after 3']);
  },
);

test(
  'a connection with requests that wait is not read from, even when its client reads slowly',
  proves('A19'),
  async () => {
    const seen: Socket[] = [];
    const ends: (() => void)[] = [];
    const port = await serve((request, response) => {
      if (request.url === '/other') return void response.end('other');
      seen.push(request.socket);
      ends.push(() => response.end('x'.repeat(100_000)));
    });
    const client = await open(port);
    client.pause();
    const many = `GET / HTTP/1.1\r\n${PLAIN}`.repeat(1000);
    for (let time = 0; time < 400; time += 1) client.write(many);
    await askOften(port);
    expect(seen).toHaveLength(1);
    // 16 MB were sent. Node reads at most 64 KiB at once.
    const first = seen[0]?.bytesRead ?? 0;
    expect(first).toBeLessThan(300_000);
    for (let time = 0; time < 20; time += 1) {
      ends[time]?.();
      await expect.poll(() => ends.length).toBe(time + 2);
    }
    await askOften(port);
    expect(seen[0]?.bytesRead).toBeLessThan(600_000);
  },
);

test('requests that wait on a connection that closes are not begun', proves('A19'), async () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const port = await serve((request, response) => {
    if (request.url === '/other') return void response.end('other');
    started.push(`${request.url}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    ends.push(() => void promise.then(() => response.end('late')));
  });
  const client = await open(port);
  client.write(`GET /1 HTTP/1.1\r\n${PLAIN}GET /2 HTTP/1.1\r\n${PLAIN}`);
  await expect.poll(() => started).toEqual(['/1']);
  client.destroy();
  ends[0]?.();
  await askOften(port);
  expect(started).toEqual(['/1']);
});

test(
  'a response that is not read for too long is given up, and one that is being made is not',
  proves('A19'),
  async () => {
    const bounds = { headersMs: 20_000, wholeMs: 60_000, checkMs: 2_000, restMs: 5_000, unreadMs: 200 };
    const { promise: cut, resolve: isCut } = Promise.withResolvers<boolean>();
    const late: (() => void)[] = [];
    const port = await serve((request, response) => {
      if (request.url === '/late') {
        late.push(() => response.end('late'));
        return;
      }
      response.once('close', () => isCut(response.writableFinished));
      response.end(LARGE);
    }, bounds);
    const waiting = await open(port);
    waiting.write(`GET /late HTTP/1.1\r\nConnection: close\r\n${PLAIN}`);
    const client = await open(port);
    client.pause().write(`GET / HTTP/1.1\r\n${PLAIN}`);
    expect(await cut).toBe(false);
    let text = '';
    waiting.on('data', (part) => {
      text += part;
    });
    await expect.poll(() => late.length).toBe(1);
    late[0]?.();
    await once(waiting, 'close');
    expect(text).toContain('late');
  },
);
