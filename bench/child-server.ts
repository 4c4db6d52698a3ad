/**
 * Starts servers under load in processes of their own, so that the client's work is not counted as theirs. A child
 * reports its address once it is ready, and ends when its parent disconnects or is gone.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ChildServer {
  readonly origin: string;
  /** Stops the server and waits until it has ended. */
  stop(): Promise<void>;
}

export interface StartedServer extends ChildServer {
  /** Resident memory now, from `ps`. */
  residentMb(): number;
}

/** Starts `file` (beside this one) with `settings`; rejects if it ends before it is ready. */
export function startChild(file: string, settings: unknown): Promise<StartedServer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(settings)]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
    child.once('message', (origin) => {
      resolve({
        origin: String(origin),
        residentMb: () => residentMbOf(child),
        stop: () => letGo(child, ended),
      });
    });
  });
}

export function residentMbOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** For the child: the settings that it was started with. */
export function childSettings<T>(): T {
  return JSON.parse(process.argv[2] ?? 'null') as T;
}

/** For the child: reports its address; `stop` runs once the parent disconnects. */
export function announceReady(origin: string, stop: () => void | Promise<void>): void {
  process.once('disconnect', async () => {
    await stop();
    process.exit(0);
  });
  process.send?.(origin);
}

function letGo(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect();
  return ended;
}
