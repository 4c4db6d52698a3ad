/**
 * Runs the command line in this process, for tests of its arguments, its messages and its exit codes: a process of its
 * own takes a hundred times as long to start. One call at a time; tests that need signals, a port or an environment use
 * `runBallast`.
 */
import { runCommand } from '../../src-server/cli/main.ts';

export interface CalledBallast {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** It is never asked to end. */
const NEVER = { requested: new Promise<never>(() => undefined), isRequested: () => false };

/** `ballast …` in a folder, by default the current one. */
export async function callBallast(args: readonly string[], cwd = process.cwd()): Promise<CalledBallast> {
  const folder = process.cwd();
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  process.chdir(cwd);
  try {
    const exitCode = await runCommand(args, NEVER);
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(folder);
    stdout.end();
    stderr.end();
  }
}

/** Captures what is written to a stream of this process. */
function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const written = more.find((each) => typeof each === 'function');
    if (written !== undefined) written();
    return true;
  };
  return {
    text: () => text,
    end: () => {
      stream.write = write;
    },
  };
}
