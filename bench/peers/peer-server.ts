/** A third-party mock server as a child process on loopback: started with a document, awaited, and ended by its id. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ChildServer } from '../child-server.ts';
import type { Peer } from './install-peer.ts';

const START_MS = 30_000;
const POLL_MS = 100;

/** `words` are its arguments for a port; it is ready once `path` has a response. It writes its files to `home`. */
export async function startPeer(
  { program }: Peer,
  args: (port: string) => readonly string[],
  path: string,
  home: string,
): Promise<ChildServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, ...args(String(port))], {
    env: { ...process.env, HOME: home, USERPROFILE: home },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  const stop = () => {
    child.kill();
    return ended;
  };
  const deadlineMs = performance.now() + START_MS;
  while (!(await isServing(origin + path))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error(`it ended with ${child.exitCode}, or did not answer within ${START_MS / 1000} s`);
    }
    await setTimeout(POLL_MS);
  }
  return { origin, stop };
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** These servers do not support port 0, so a free one is found for them. */
function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
