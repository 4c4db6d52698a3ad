/**
 * Runs a JavaScript tool of the build or of Electron in a separate process, and ends it with all its children on
 * request. Prints nothing: the tool's output is part of the result.
 */

import { spawn } from 'node:child_process';

interface ToolEnd {
  /** Null when a signal ended the tool. */
  readonly exitCode: number | null;
  readonly aborted: boolean;
  /** The last 20 000 characters of stdout and stderr together. */
  readonly output: string;
}

/** Runs `script` with this Node. Never rejects: a tool that cannot start returns code 1 and a reason. */
export function runTool(
  script: string,
  args: readonly string[],
  options: { cwd: string; abort: AbortSignal },
): Promise<ToolEnd> {
  return new Promise((resolve) => {
    // A separate process group ends the tool's children with the tool; Windows has no such groups.
    const detached = process.platform !== 'win32';
    const child = spawn(process.execPath, [script, ...args], {
      cwd: options.cwd,
      // The output may go to a log file, so it has no colours.
      // A test runner's NODE_ENV would make it a development build.
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const append = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    const stop = () => endGroup(child.pid, detached);
    const finish = (exitCode: number | null) => {
      options.abort.removeEventListener('abort', stop);
      resolve({ exitCode, aborted: options.abort.aborted, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(1);
    });
    child.once('close', finish);
    if (options.abort.aborted) stop();
    else options.abort.addEventListener('abort', stop, { once: true });
  });
}

function endGroup(pid: number | undefined, detached: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(detached ? -pid : pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
