/**
 * What the main process and the server's process say to each other, and nothing else. Refuses anything that does not look
 * exactly like it.
 */

export interface ServerPlace {
  /** Null keeps the world in memory only. */
  readonly dataDir: string | null;
  readonly port: number;
}

export interface ReadyMessage {
  readonly kind: 'ready';
  readonly baseUrl: string;
}

/** The server could not start for a reason that is no bug; trying again would not help. */
export interface FailedMessage {
  readonly kind: 'failed';
  readonly exitCode: number;
  readonly lines: readonly string[];
}

/** To the server's process: close everything and end. */
export const stopRequest = { kind: 'stop' } as const;

export function isReady(message: unknown): message is ReadyMessage {
  return kindOf(message) === 'ready' && isText((message as ReadyMessage).baseUrl);
}

export function isFailed(message: unknown): message is FailedMessage {
  if (kindOf(message) !== 'failed') return false;
  const { exitCode, lines } = message as FailedMessage;
  return Number.isInteger(exitCode) && Array.isArray(lines) && lines.every(isText);
}

export function isStop(message: unknown): boolean {
  return kindOf(message) === 'stop';
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
