/** Why Ballast cannot start, in words for its user. */
import { storageFailureOf } from '../kernel/storage-failure.ts';

/** Exits of decision K: 2 port or data folder taken, 64 usage, 65 bad file, 74 what the machine refuses; 70 for what should not happen. */
export type StartupExitCode = 2 | 64 | 65 | 70 | 74;

/**
 * What a disk refuses at the start is nobody's bug: one line, 64 (decisions K3, K100). Anything else stays what it is.
 */
export function asStartupError(error: unknown, dataDir: string | null): unknown {
  const failure = storageFailureOf(error);
  if (failure === null) return error;
  const where = dataDir === null ? 'the world cannot be held in memory' : `--data ${dataDir}`;
  return new StartupError(64, [`${where}: ${failure.message}`], error);
}

export class StartupError extends Error {
  readonly exitCode: StartupExitCode;
  /** One line for every fault. */
  readonly lines: readonly string[];

  constructor(exitCode: StartupExitCode, lines: readonly string[], cause?: unknown) {
    super(lines[0] ?? 'Ballast cannot start', { cause });
    this.exitCode = exitCode;
    this.lines = lines;
  }
}
