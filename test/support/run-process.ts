/**
 * Runs real processes for tests: the command line, built from the sources, with the Node that runs the tests, in
 * folders that belong to the test. Waits for lines and for the end, never for a fixed time.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { threadEnvironment } from '../../src-server/system/thread-environment.ts';
import { builtBallast } from './built-ballast.ts';

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Everything on stdout and stderr so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The first line of stdout; rejects with stderr when the process ends before there is one. */
  readonly firstLine: Promise<string>;
  /** Rejects when the process could not be started. */
  readonly ended: Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to this process's variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs `ballast …` as a package has it; `npx ballast` in this checkout runs the sources. */
export function runBallast(args: readonly string[], options: RunOptions = {}): RunningProcess {
  return runProcess(process.execPath, [builtBallast(), ...args], options);
}

export function runProcess(command: string, args: readonly string[], options: RunOptions = {}): RunningProcess {
  const env = Object.fromEntries(
    Object.entries({ ...threadEnvironment(), ...options.env }).filter(([, value]) => value !== undefined),
  );
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
    // A process that cannot be started has no end either: there is no such program, or no such folder.
    child.once('error', (error) => reject(new Error(`${command} in ${options.cwd ?? '.'}: ${error.message}`)));
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    ended.then(() => reject(new Error(`the process ended without a line on stdout; stderr:\n${stderr}`)), reject);
  });
  // A test that waits only for one of them must not fail for an unhandled rejection of the other.
  firstLine.catch(() => undefined);
  ended.catch(() => undefined);
  return { child, stdout: () => stdout, stderr: () => stderr, firstLine, ended };
}
