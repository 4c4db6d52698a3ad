/** Runs the command of a client under test in a process group of its own, with limits for its time and its output. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { hostClock } from './host-time.ts';

export interface ClientCommand {
  readonly command: readonly [program: string, ...args: string[]];
  readonly folder: string;
}

export interface ClientTask {
  /** Added to the variables of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Host ms after which it and all that it has started are killed. */
  readonly timeoutMs: number;
  /** Kills it before its timeout. */
  readonly signal?: AbortSignal | undefined;
}

export type ClientOutcome =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string }
  | { readonly how: 'timed_out' }
  /** The program does not exist, or must not be run. */
  | { readonly how: 'not_started'; readonly reason: string };

export interface ClientRun {
  readonly outcome: ClientOutcome;
  /** Its last output, stdout and stderr interleaved as it came. */
  readonly output: string;
}

/** People read the end of a client's output; a client that floods it costs no memory. */
const MAX_OUTPUT = 64_000;

/** Resolves once the command has ended. */
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

/** In a group of its own, so that whatever a shell has started ends with it. */
export function startClient(
  { command: [program, ...args], folder }: ClientCommand,
  options: SpawnOptions,
): ChildProcess {
  return spawn(program, args, { cwd: folder, detached: process.platform !== 'win32', ...options });
}

/** Returns a function that gives the last output of a process from now on. */
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

/** Also ends processes that a client has left behind: they would keep its output open. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // The whole group has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
