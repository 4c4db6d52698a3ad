/**
 * Supervises the server's process: starts it, restarts it with the same data when it crashes, and gives up when it
 * crashes too often. A server that reported why it cannot start is not restarted.
 */

import type { UtilityProcess } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import type { LogFile } from '../logs/log-file.ts';
import {
  type FailedMessage,
  isFailed,
  isReady,
  type OpenRequest,
  type ReadyMessage,
  type ServerPlace,
  stopRequest,
} from './server-messages.ts';

interface SupervisorSettings {
  readonly place: ServerPlace;
  readonly serverScript: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A restarted server recognises the pages of the previous one by this secret. */
  readonly sessionSecret: string;
  readonly monotonicMs: () => number;
  /** Receives the server's output, and the state changes of its process. */
  readonly log: Pick<LogFile, 'write' | 'note'>;
}

interface SupervisorEvents {
  /** Called after every start and restart; the address may change. */
  onReady(ready: ReadyMessage, isRestart: boolean): void;
  /** Any other message of the server's process. */
  onMessage(message: unknown): void;
  onGivenUp(message: string, exitCode: number): void;
}

export type Supervisor = ReturnType<typeof superviseServer>;

const restartsPerMinute = 3;
/** A server that needs longer to close hangs; its data is safe. */
const stopLimitMs = 5000;

export function superviseServer(
  utilityProcess: ElectronApi['utilityProcess'],
  settings: SupervisorSettings,
  events: SupervisorEvents,
) {
  let child: UtilityProcess | null = null;
  let ready: ReadyMessage | null = null;
  let wasReady = false;
  let failed: FailedMessage | null = null;
  let stopping: (() => void) | null = null;
  const mayRestart = countRestarts(settings.monotonicMs);

  const start = () => {
    child = forkServer(utilityProcess, settings);
    followOutput(child, settings.log);
    child.on('message', (message: unknown) => {
      if (isFailed(message)) failed = message;
      if (!isReady(message)) return events.onMessage(message);
      ready = message;
      const isRestart = wasReady;
      wasReady = true;
      events.onReady(message, isRestart);
    });
    child.once('exit', afterExit);
  };
  const afterExit = (code: number) => {
    settings.log.note(`The server exited with code ${code}.`);
    child = null;
    ready = null;
    if (stopping !== null) return stopping();
    if (failed !== null) return events.onGivenUp(failed.lines.join('\n'), failed.exitCode);
    if (mayRestart()) return start();
    events.onGivenUp(
      `The Ballast server stopped ${restartsPerMinute + 1} times within a minute (last exit code ${code}).`,
      70,
    );
  };
  start();
  return {
    /** The ready message of the current server; null if none is ready. */
    ready: () => ready,
    /** False if no server is ready to receive it. */
    send(request: OpenRequest): boolean {
      if (ready === null || child === null) return false;
      child.postMessage(request);
      return true;
    },
    /** Asks the server to close and resolves when its process has ended. */
    stop: () =>
      new Promise<void>((resolve) => {
        if (child === null) return resolve();
        const timeout = setTimeout(() => child?.kill(), stopLimitMs);
        stopping = () => {
          clearTimeout(timeout);
          resolve();
        };
        child.postMessage(stopRequest);
      }),
  };
}

function forkServer(
  utilityProcess: ElectronApi['utilityProcess'],
  { serverScript, place, environment, sessionSecret }: SupervisorSettings,
): UtilityProcess {
  return utilityProcess.fork(serverScript, [JSON.stringify(place)], {
    serviceName: 'Ballast server',
    stdio: 'pipe',
    // Every user of the machine can read arguments, so the secret goes through the environment.
    env: { ...environment, BALLAST_SESSION_SECRET: sessionSecret },
  });
}

/** An installed app has no terminal; the developer of a checkout reads the terminal. */
function followOutput({ stdout, stderr }: UtilityProcess, log: Pick<LogFile, 'write'>): void {
  stdout?.on('data', (text: Buffer) => {
    log.write(text);
    process.stdout.write(text);
  });
  stderr?.on('data', (text: Buffer) => {
    log.write(text);
    process.stderr.write(text);
  });
}

/** True for each restart that is one of at most `restartsPerMinute` within a minute. */
function countRestarts(monotonicMs: () => number): () => boolean {
  let restartsMs: number[] = [];
  return () => {
    const nowMs = monotonicMs();
    restartsMs = restartsMs.filter((atMs) => nowMs - atMs < 60_000);
    if (restartsMs.length >= restartsPerMinute) return false;
    restartsMs.push(nowMs);
    return true;
  };
}
