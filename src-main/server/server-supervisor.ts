/**
 * Keeps the server's process alive: starts it, starts it again with the same data when it dies, and gives up when it dies
 * too often to be a whim. Refuses to restart a server that said itself why it cannot start.
 */

import type { UtilityProcess } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import {
  type FailedMessage,
  isFailed,
  isReady,
  type OpenRequest,
  type ReadyMessage,
  type ServerPlace,
  stopRequest,
} from './server-messages.ts';

export interface SupervisorSettings {
  readonly place: ServerPlace;
  readonly serverScript: string;
  readonly environment: Readonly<Record<string, string>>;
  /** By which a server that is started again knows the pages of the one before. */
  readonly sessionSecret: string;
  readonly monotonicMs: () => number;
}

export interface SupervisorEvents {
  /** After every start, so also after a restart, when the address may be another one. */
  onReady(ready: ReadyMessage, isRestart: boolean): void;
  /** Whatever else the server's process says. */
  onMessage(message: unknown): void;
  onGivenUp(message: string, exitCode: number): void;
}

export interface Supervisor {
  /** What the living server said when it was ready; null while there is none. */
  ready(): ReadyMessage | null;
  /** Whether a server is ready to hear it. */
  send(request: OpenRequest): boolean;
  /** Asks the server to close and resolves when its process has ended. */
  stop(): Promise<void>;
}

export const restartsPerMinute = 3;
/** Closing takes a moment; a server that needs longer hangs, and its data is safe anyway. */
const stopLimitMs = 5000;

export function superviseServer(
  utilityProcess: ElectronApi['utilityProcess'],
  settings: SupervisorSettings,
  events: SupervisorEvents,
): Supervisor {
  let child: UtilityProcess | null = null;
  let ready: ReadyMessage | null = null;
  let wasReady = false;
  let failed: FailedMessage | null = null;
  let stopping: (() => void) | null = null;
  let restartsMs: number[] = [];

  const start = () => {
    child = utilityProcess.fork(settings.serverScript, [JSON.stringify(settings.place)], {
      serviceName: 'Ballast server',
      stdio: 'inherit',
      // Not among the arguments, which every user of the machine can read.
      env: { ...settings.environment, BALLAST_SESSION_SECRET: settings.sessionSecret },
    });
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
    child = null;
    ready = null;
    if (stopping !== null) return stopping();
    if (failed !== null) return events.onGivenUp(failed.lines.join('\n'), failed.exitCode);
    const nowMs = settings.monotonicMs();
    restartsMs = restartsMs.filter((atMs) => nowMs - atMs < 60_000);
    if (restartsMs.length >= restartsPerMinute) {
      return events.onGivenUp(
        `Its server ended ${restartsPerMinute + 1} times within a minute (last code ${code}).`,
        70,
      );
    }
    restartsMs.push(nowMs);
    start();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child === null) return resolve();
      const impatience = setTimeout(() => child?.kill(), stopLimitMs);
      stopping = () => {
        clearTimeout(impatience);
        resolve();
      };
      child.postMessage(stopRequest);
    });
  start();
  return {
    ready: () => ready,
    send(request) {
      if (ready === null || child === null) return false;
      child.postMessage(request);
      return true;
    },
    stop,
  };
}
