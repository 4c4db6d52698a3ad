/** A real `ballast serve` in its own folder that can be killed at any moment and restarts by itself. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestJson } from '../support/request-json.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';

const TOKEN = 'killed-server';
const KEY = 'ak_killed_server';

export interface KilledServer {
  readonly folder: string;
  kills(): number;
  /** `kill -9`, now; the next call waits for the restarted server. */
  kill(): void;
  /**
   * Repeats a request until a live server responds, if it reads or moves the clock; returns the body of the response.
   */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Resolves when no advance is running, however many servers die meanwhile. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export async function startKilledServer(seed: number): Promise<KilledServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-killed-'));
  let kills = 0;
  let present = start(folder, seed);
  await present.origin;
  return {
    folder,
    kills: () => kills,
    kill() {
      kills += 1;
      const { process } = present;
      process.child.kill('SIGKILL');
      present = after(process.ended, () => start(folder, seed));
    },
    async call(method, path, body) {
      for (;;) {
        const current = present;
        const authorization = `Bearer ${path.startsWith('/sim') ? TOKEN : KEY}`;
        const response = await requestJson(method, `${await current.origin}${path}`, { authorization }, body).catch(
          (error: unknown) => {
            if (current === present) throw error;
            return null;
          },
        );
        if (response === null) continue;
        if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
        return response.body as Record<string, unknown>;
      }
    },
    async ready() {
      for (;;) {
        const current = present;
        try {
          if (await isReady(await current.origin)) return;
        } catch (error) {
          if (current === present) throw error;
        }
      }
    },
    async close() {
      await present.origin.catch(() => undefined);
      present.process.child.kill('SIGKILL');
      await present.process.ended;
    },
  };
}

/** Follows the clock until it stops; returns false if the server ended before. */
async function isReady(origin: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { body } = await fetch(`${origin}/sim/stream?topics=clock`, { headers });
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('"status":"ready"')) return true;
    text = text.slice(text.lastIndexOf('\n\n') + 1);
  }
  return false;
}

interface Life {
  process: RunningProcess;
  origin: Promise<string>;
}

function start(folder: string, seed: number): Life {
  const args = ['serve', '--port', '0', '--json', '--data', folder, '--seed', String(seed), '--clock-mode', 'manual'];
  const flags = ['--admin-token', TOKEN, '--api-key', KEY, '--rate-limit', 'off', '--tier', 'enterprise'];
  const process = runBallast([...args, ...flags, '--journal-rows', '0']);
  const origin = process.firstLine.then((line) => new URL(JSON.parse(line).control_url).origin);
  origin.catch(() => undefined);
  return { process, origin };
}

/** A server locks the folder until its process has ended. */
function after(ended: Promise<unknown>, begin: () => Life): Life {
  const life = {} as Life;
  life.origin = ended.then(() => {
    const next = begin();
    life.process = next.process;
    return next.origin;
  });
  life.origin.catch(() => undefined);
  return life;
}
