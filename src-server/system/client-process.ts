/** Runs the command of a client under test: a process group of its own, with an end to its time and to what it says. */
import { spawn } from 'node:child_process';
import { hostClock } from './host-time.ts';

export interface ClientCommand {
  readonly command: readonly [program: string, ...args: string[]];
  readonly folder: string;
  /** Added to the variables of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Host ms, after which it and all that it has started are killed. */
  readonly timeoutMs: number;
}

export type ClientOutcome =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string }
  | { readonly how: 'timed_out' }
  /** There is no such program, or it may not be run. */
  | { readonly how: 'not_started'; readonly reason: string };

export interface ClientRun {
  readonly outcome: ClientOutcome;
  /** The last of what it said on stdout and stderr, as it came. */
  readonly output: string;
}

/** What a client says is for people, who read its end; one that floods its output costs no memory. */
const MOST_OUTPUT = 64_000;

/** Resolves when the command has ended. */
export function runClient({
  command: [program, ...args],
  folder,
  environment,
  timeoutMs,
}: ClientCommand): Promise<ClientRun> {
  return new Promise((resolve) => {
    let output = '';
    let isLate = false;
    // A group of its own, so that what a shell has started ends with it.
    const client = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const listen = (chunk: Buffer) => {
      output = `${output}${chunk.toString('utf8')}`.slice(-MOST_OUTPUT);
    };
    client.stdout.on('data', listen);
    client.stderr.on('data', listen);
    const cancel = hostClock.after(timeoutMs, () => {
      isLate = true;
      endGroup(client.pid);
    });
    const end = (outcome: ClientOutcome) => {
      cancel();
      resolve({ outcome, output });
    };
    client.once('error', (error) => end({ how: 'not_started', reason: error.message }));
    client.once('exit', () => endGroup(client.pid));
    client.once('close', (code, signal) => {
      if (isLate) end({ how: 'timed_out' });
      else end(code === null ? { how: 'killed', signal: signal ?? 'SIGKILL' } : { how: 'exited', code });
    });
  });
}

/** Also what a client has left behind: it would hold its output open. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // All of it has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
