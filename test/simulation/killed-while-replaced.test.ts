/** Kills a server while one state of its world replaces another: the folder has one of them, complete. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { requestJson } from '../support/request-json.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

const ADMIN_TOKEN = 'killed-while-replaced';
const API_KEY = 'ak_killed';
const KILLS = 8;

const running = new Set<RunningProcess>();
afterEach(async () => {
  for (const server of running) await kill(server);
  await stopAll();
});

test(`${KILLS} kill -9 between resets and restores leave a known world`, {
  tags: ['deep'],
  ...proves('L47.2', 'L49.1'),
}, async () => {
  const dataDir = newFolder();
  let server = await start(dataDir);
  const made = await headOf(server);
  await server.ask('POST', '/form-b/v1/portfolios', samplePortfolio());
  await server.ask('POST', '/sim/snapshots', { name: 'one' });
  const known = new Set([made, await headOf(server)]);
  const met = new Set<string>();
  for (let round = 0; round < KILLS; round += 1) {
    // The responses come one after the other; the kill comes after one of the first of them.
    await killAfter(server, 1 + (round % 5), 12);
    server = await start(dataDir);
    const head = await headOf(server);
    expect(known).toContain(head);
    met.add(head);
    const { body } = await server.ask('GET', '/sim/portfolios');
    expect((body.portfolios as unknown[]).length).toBe(head === made ? 0 : 1);
    expect((await server.ask('POST', '/sim/snapshots/one/restore')).status).toBe(200);
  }
  expect(met.size).toBe(2);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Server {
  readonly process: RunningProcess;
  readonly port: number;
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Sends `count` changes of the world at once, reset and restore in turn, and kills after `responses` responses. */
async function killAfter(server: Server, responses: number, count: number): Promise<void> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const paths = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? '/sim/reset' : '/sim/snapshots/one/restore',
  );
  const head = `Host: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nContent-Length: 0`;
  socket.write(paths.map((path) => `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`).join(''));
  let text = '';
  socket.on('error', () => undefined);
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.split('HTTP/1.1 200').length > responses) break;
  }
  await kill(server.process);
}

async function headOf(server: Server): Promise<string> {
  return String((await server.ask('GET', '/sim/fingerprint')).body.head);
}

async function start(folder: string): Promise<Server> {
  const args = ['serve', '--port', '0', '--json', '--data', folder, '--seed', '7', '--clock-mode', 'manual'];
  const process = runBallast([...args, '--admin-token', ADMIN_TOKEN, '--api-key', API_KEY, '--rate-limit', 'off']);
  running.add(process);
  const ready = JSON.parse(await process.firstLine) as { control_url: string };
  const { origin, port } = new URL(ready.control_url);
  return {
    process,
    port: Number(port),
    async ask(method, path, body) {
      const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
      const response = await requestJson(method, `${origin}${path}`, { authorization: `Bearer ${token}` }, body);
      return { status: response.status, body: response.body as Record<string, unknown> };
    },
  };
}

async function kill(process: RunningProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
  running.delete(process);
}
