/**
 * The messages between the main process and the server's process, and the checks of their exact shapes.
 */

export interface ServerPlace {
  /** Null keeps the world in memory only. */
  readonly dataDir: string | null;
  readonly port: number;
}

export interface ReadyMessage {
  readonly kind: 'ready';
  readonly baseUrl: string;
  /** An address of the app that lets its window in once. */
  readonly address: string;
}

/** The server could not start for a reason that is no bug; a restart would not help. */
export interface FailedMessage {
  readonly kind: 'failed';
  readonly exitCode: number;
  readonly lines: readonly string[];
}

/** A file from outside the library is now among the scenarios, under this name. */
export interface OpenedMessage {
  readonly kind: 'scenario-opened';
  readonly path: string;
  readonly file: string;
}

export interface RefusedMessage {
  readonly kind: 'scenario-refused';
  readonly path: string;
  readonly reason: string;
}

/** To the server's process: close everything and end. */
export const stopRequest = { kind: 'stop' } as const;

/** To the server's process: a file that the user chose. No HTTP request can name a path; this is the only way. */
export interface OpenRequest {
  readonly kind: 'open-scenario';
  readonly path: string;
}

export function isReady(message: unknown): message is ReadyMessage {
  return (
    kindOf(message) === 'ready' &&
    ['baseUrl', 'address'].every((name) => isText((message as unknown as Record<string, unknown>)[name]))
  );
}

export function isFailed(message: unknown): message is FailedMessage {
  if (kindOf(message) !== 'failed') return false;
  const { exitCode, lines } = message as FailedMessage;
  return Number.isInteger(exitCode) && Array.isArray(lines) && lines.every(isText);
}

export function isStop(message: unknown): boolean {
  return kindOf(message) === 'stop';
}

export function isOpened(message: unknown): message is OpenedMessage {
  if (kindOf(message) !== 'scenario-opened') return false;
  const { path, file } = message as OpenedMessage;
  return isText(path) && isText(file);
}

export function isRefused(message: unknown): message is RefusedMessage {
  if (kindOf(message) !== 'scenario-refused') return false;
  const { path, reason } = message as RefusedMessage;
  return isText(path) && isText(reason);
}

export function isOpenRequest(message: unknown): message is OpenRequest {
  return kindOf(message) === 'open-scenario' && isText((message as OpenRequest).path);
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
