/** Why Ballast cannot start, as messages for its user. */
import { machineFailureOf } from '../system/machine-failure.ts';

/**
 * Exits of decision K: 2 port or data folder taken, 64 usage, 65 bad file, 74 machine failure; 70 for what should not
 * happen.
 */
type StartupExitCode = 2 | 64 | 65 | 70 | 74;

/**
 * A machine failure at the start is not a bug: one line with its cause, 64 where another folder would solve it, and 74
 * otherwise (decisions K3, K100). Other errors are returned unchanged.
 */
export function asStartupError(error: unknown, dataDir: string | null): unknown {
  const failure = error instanceof StartupError ? null : machineFailureOf(error);
  if (failure === null) return error;
  const where = dataDir === null ? 'the world cannot be held in memory' : `--data ${dataDir}`;
  return new StartupError(failure.isOfFolder ? 64 : 74, [`${where}: ${failure.line}`], error);
}

export class StartupError extends Error {
  readonly exitCode: StartupExitCode;
  /** One line for each issue. */
  readonly lines: readonly string[];

  constructor(exitCode: StartupExitCode, lines: readonly string[], cause?: unknown) {
    super(lines[0] ?? 'Ballast cannot start', { cause });
    this.exitCode = exitCode;
    this.lines = lines;
  }
}

/** A folder has lost the database of its world, but still has other files of it. `what`: the folder, and its files. */
export class LostDatabaseError extends StartupError {
  readonly what: string;

  constructor(folder: string, issue: string) {
    super(64, [`--data ${folder}: ${issue}; restore it, or choose another folder`]);
    this.what = `${folder} ${issue}`;
  }
}
