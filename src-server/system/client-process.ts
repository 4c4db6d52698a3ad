/** Runs the command of a client under test: a process group of its own, with an end to its time and to what it says. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { hostClock } from './host-time.ts';

export interface ClientCommand {
  readonly command: readonly [program: string, ...args: string[]];
  readonly folder: string;
}

export interface ClientTask {
  /** Added to the variables of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Host ms, after which it and all that it has started are killed. */
  readonly timeoutMs: number;
  /** Kills it early. */
  readonly signal?: AbortSignal | undefined;
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
const MAX_OUTPUT = 64_000;

/** Resolves when the command has ended. */
export function runClient(client: ClientCommand, { environment, timeoutMs, signal }: ClientTask): Promise<ClientRun> {
  return new Promise((resolve) => {
    let isLate = false;
    const child = startClient(client, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
    const output = outputOf(child);
    const cancel = hostClock.after(timeoutMs, () => {
      isLate = true;
      endGroup(child.pid);
    });
    const stop = () => endGroup(child.pid);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const end = (outcome: ClientOutcome) => {
      cancel();
      signal?.removeEventListener('abort', stop);
      resolve({ outcome, output: output() });
    };
    child.once('error', (error) => end({ how: 'not_started', reason: error.message }));
    child.once('exit', stop);
    child.once('close', (code, killedBy) => end(isLate ? { how: 'timed_out' } : clientOutcomeOf(code, killedBy)));
  });
}

/** A group of its own, so that what a shell has started ends with it. */
export function startClient(
  { command: [program, ...args], folder }: ClientCommand,
  options: SpawnOptions,
): ChildProcess {
  return spawn(program, args, { cwd: folder, detached: process.platform !== 'win32', ...options });
}

/** The last of what a process says from now on. */
function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  const listen = (chunk: Buffer) => {
    output = `${output}${chunk.toString('utf8')}`.slice(-MAX_OUTPUT);
  };
  stdout?.on('data', listen);
  stderr?.on('data', listen);
  return () => output;
}

export function clientOutcomeOf(code: number | null, killedBy: string | null): ClientOutcome {
  return code === null ? { how: 'killed', signal: killedBy ?? 'SIGKILL' } : { how: 'exited', code };
}

/** Also what a client has left behind: it would hold its output open. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // All of it has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
