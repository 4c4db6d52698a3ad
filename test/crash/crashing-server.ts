/**
 * Runs `ballast serve` on a data folder as a process that can be killed at any moment, and sends requests that may get
 * no response.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProcess, runBallast } from '../support/run-process.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface CrashResponse {
  readonly status: number;
  readonly body: Body;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** Sends a request; `null` if the server ended before it responded. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<CrashResponse | null>;

export interface CrashingServer {
  readonly process: RunningProcess;
  readonly ask: Ask;
  /** Resolves once the process has ended. */
  kill(): Promise<void>;
}

export const TOKEN = 'crash-test-token';
export const KEY = 'ak_crash_test';
const SEED = 7;

/** Starts a server; its first line reports that it is ready. */
export function spawnServer(folder: string, webhookUrl: string): RunningProcess {
  const args = ['serve', '--port', '0', '--json', '--data', join(folder, 'data'), '--seed', String(SEED)];
  const flags = [
    '--clock-mode',
    'manual',
    '--rate-limit',
    'off',
    '--tier',
    'enterprise',
    '--allow-commands',
    '--webhook',
    webhookUrl,
  ];
  const scenarios = ['--scenarios', join(folder, 'scenarios')];
  const secrets = ['--admin-token', TOKEN, '--api-key', KEY];
  return runBallast([...args, ...flags, ...scenarios, ...secrets], { env: { TMPDIR: join(folder, 'tmp') } });
}

/** Rejects with the server's output if it does not start. */
export async function readyServer(process: RunningProcess): Promise<CrashingServer> {
  const ready = JSON.parse(await process.firstLine) as { readonly control_url: string };
  const { origin } = new URL(ready.control_url);
  return {
    process,
    ask: (method, path, body) => ask(origin, method, path, body),
    kill: () => kill(process),
  };
}

export async function kill(process: RunningProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}

/** Number of reads and writes of a process so far; `null` if the system does not report it. */
export function stepsOf({ child }: RunningProcess): number | null {
  try {
    const text = readFileSync(`/proc/${child.pid}/io`, 'utf8');
    return Number(/syscr: (\d+)/.exec(text)?.[1]) + Number(/syscw: (\d+)/.exec(text)?.[1]);
  } catch {
    return null;
  }
}

async function ask(origin: string, method: string, path: string, body: unknown): Promise<CrashResponse | null> {
  const authorization = `Bearer ${path.includes('/sim') ? TOKEN : KEY}`;
  const isBytes = body instanceof Uint8Array;
  const type = isBytes ? 'application/zip' : 'application/json';
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': type }) };
  const text = isBytes ? new Uint8Array(body) : JSON.stringify(body);
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: text }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, body: bodyOf(response.headers, bytes) };
  } catch (error) {
    // `fetch` throws this when the server is gone, before or during its response.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function bodyOf(headers: Headers, bytes: Uint8Array): Body {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? (JSON.parse(new TextDecoder().decode(bytes)) as Body) : {};
}
