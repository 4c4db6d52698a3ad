/**
 * What the server tells the person who started it, on stderr: bugs and what the machine lacks always, the rest when
 * asked for.
 */
import { pino } from 'pino';
import { type KnownList, redactText, secretsIn } from '../engine/redact-secrets.ts';
import { terminalText } from './terminal-text.ts';

export type LogLevel = 'silent' | 'info' | 'debug';

export interface Log {
  info(message: string): void;
  /** Something about this machine that a person has to mend; told at every level. */
  trouble(message: string): void;
  /** A bug: one line, and the stack at level `debug`. */
  bug(error: unknown): void;
}

/** `secrets`: in no line. */
export function createLog(level: LogLevel, secrets: () => KnownList = () => []): Log {
  const stderr = pino.destination({ fd: 2, sync: true });
  // It may go to a file on the very disk that is full: a line that cannot be written ends nothing.
  stderr.on('error', () => undefined);
  const logger = pino(
    { level: level === 'silent' ? 'error' : level, base: null },
    {
      write: (line) => void stderr.write(terminalText(redactText(line, secretsIn('', secrets())))),
    },
  );
  return {
    info: (message) => logger.info(message),
    trouble: (message) => logger.error(message),
    bug: (error) => (level === 'debug' ? logger.error(error) : logger.error(`internal error: ${describe(error)}`)),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
