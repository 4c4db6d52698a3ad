/** Why Ballast cannot start, in words for its user. */

/** Exits of decision K: 2 port or data folder taken, 64 usage, 65 bad file; 70 for what should not happen. */
export type StartupExitCode = 2 | 64 | 65 | 70;

export class StartupError extends Error {
  readonly exitCode: StartupExitCode;
  /** One line for every fault. */
  readonly lines: readonly string[];

  constructor(exitCode: StartupExitCode, lines: readonly string[]) {
    super(lines[0] ?? 'Ballast cannot start');
    this.exitCode = exitCode;
    this.lines = lines;
  }
}
