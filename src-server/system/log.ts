/** The server's log on stderr: always bugs and machine failures, the rest on request. */
import { pino } from 'pino';
import { type KnownList, redactText, secretsIn } from '../engine/redact-secrets.ts';
import { callText, type LoggedCall } from './call-text.ts';
import type { LogFormat, LogLevel } from './log-levels.ts';
import { terminalText } from './terminal-text.ts';

export interface Log {
  info(message: string): void;
  /** `null`: requests and webhooks are not logged. */
  readonly call: ((call: LoggedCall) => void) | null;
  /** Reports a problem of this machine that the user has to solve; at every level. */
  trouble(message: string): void;
  /** Reports a bug: one line, and the stack at level `debug`. */
  bug(error: unknown): void;
}

/** `secrets`: redacted in every line. */
export function createLog(level: LogLevel, secrets: () => KnownList = () => [], format: LogFormat = 'text'): Log {
  const stderr = pino.destination({ fd: 2, sync: true });
  // The log may be a file on the disk that is full: a line that cannot be written must not end the process.
  stderr.on('error', () => undefined);
  const safe = (text: string) => terminalText(redactText(text, secretsIn('', secrets())));
  const logger = pino(
    { level: PINO_LEVELS[level], base: null },
    {
      write: (line) => void stderr.write(safe(line)),
    },
  );
  const call = (logged: LoggedCall) => {
    if (format === 'json') logger.info(logged);
    else stderr.write(`${callText(logged, safe, format === 'colour')}\n`);
  };
  return {
    info: (message) => logger.info(message),
    call: level === 'requests' || level === 'debug' ? call : null,
    trouble: (message) => logger.error(message),
    bug: (error) => (level === 'debug' ? logger.error(error) : logger.error(`internal error: ${describe(error)}`)),
  };
}

const PINO_LEVELS = { silent: 'error', info: 'info', requests: 'info', debug: 'debug' } as const;

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
