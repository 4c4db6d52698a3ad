/**
 * Runs a real `redis-server` as a child of the test: on a free port of loopback, in its own folder, removed with the
 * test. Without the program, tests say how to get it and are skipped; where BALLAST_CI is set they fail instead.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describeWhere } from './describe-where.ts';

export interface RedisServer {
  readonly url: string;
  /** A client of the test's own. */
  readonly client: Redis;
  /** Ends the server as if its machine had lost power; `start` restarts it at the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends everything and removes the folder. */
  close(): Promise<void>;
}

export interface RedisTerms {
  /** Every write is on the disk before its reply, so that nothing is lost by `kill`; else all of it is. */
  readonly isDurable?: boolean;
}

const HOW = 'redis-server is not installed: `.ci/provide-tools`, or `apt-get install redis-server`, brings it';

/** `describe` for tests that need a Redis. */
export function describeWithRedis(title: string, tests: () => void): void {
  describeWhere(spawnSync('redis-server', ['--version']).status === 0 ? null : HOW, title, tests);
}

export async function startRedis({ isDurable = false }: RedisTerms = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  if (isDurable) args.push('--appendonly', 'yes', '--appendfsync', 'always');
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await untilReady(child);
  };
  const kill = async () => {
    const ended = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
    child?.kill('SIGKILL');
    await ended;
    child = null;
  };
  await start();
  const client = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  return {
    url: `redis://127.0.0.1:${port}/0`,
    client,
    kill,
    start,
    async close() {
      client.disconnect();
      if (child !== null) await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('Ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server ended:\n${text}`)));
  });
}

/** Redis takes 0 for "no port at all", so a free one is opened and closed just before. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
