/** The parent's side of `fuzz-server.ts`: starts the server in a new folder, inspects it, and removes both. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadyMessage, StateMessage } from './fuzz-server.ts';

export interface FuzzChild {
  readonly origin: string;
  readonly port: number;
  /** The state that only commands may change: head of the event log and rows of every table but those of traffic. */
  state(): Promise<string>;
  /** Bytes of the heap after a garbage collection. */
  heapBytes(): Promise<number>;
  /** The whole stderr of the child. */
  stderr(): string;
  stop(): Promise<void>;
}

export async function startFuzzChild(): Promise<FuzzChild> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-fuzz-'));
  const file = fileURLToPath(new URL('fuzz-server.ts', import.meta.url));
  const child = fork(file, [folder], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Message listeners wait in a queue: replies come in the order of the questions.
  const waiting: ((message: unknown) => void)[] = [];
  const failing: ((error: Error) => void)[] = [];
  const nextMessage = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push(resolve);
      failing.push(reject);
    });
  child.on('message', (message) => {
    failing.shift();
    waiting.shift()?.(message);
  });
  child.once('error', (error) => {
    for (const reject of failing) reject(error);
  });
  child.once('exit', (code) => {
    for (const reject of failing) reject(new Error(`the server ended with ${code}\n${stderr}`));
  });
  const ask = async (wish: 'state' | 'heap') => {
    const received = nextMessage();
    child.send(wish);
    return (await received) as StateMessage;
  };
  const { origin } = (await nextMessage()) as ReadyMessage;
  return {
    origin,
    port: Number(new URL(origin).port),
    state: async () => (await ask('state')).state,
    heapBytes: async () => (await ask('heap')).heapBytes ?? Number.NaN,
    stderr: () => stderr,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
