/**
 * Runs the trials of a client that stays alive (`keep_alive`): it reads each world as a line of JSON from stdin, and
 * reports the end of a trial on stdout with a line `{"exit": 0}`. Everything else it writes is its output. A client
 * that dies is started again.
 */
import type { ChildProcess } from 'node:child_process';
import {
  type ClientCommand,
  type ClientOutcome,
  type ClientRun,
  type ClientTask,
  clientOutcomeOf,
  endGroup,
  startClient,
} from './client-process.ts';
import { hostClock } from './host-time.ts';

/** Limit of a process's output since its trial began. */
const MAX_OUTPUT = 64_000;

interface Listening {
  /** Receives lines of stdout and pieces of stderr. */
  onText(text: string): void;
  onEnd(outcome: ClientOutcome): void;
}

export class ClientSession {
  readonly #client: ClientCommand;
  #child: ChildProcess | null = null;
  #listening: Listening | null = null;

  constructor(client: ClientCommand) {
    this.#client = client;
  }

  /** Runs one trial after the other. Resolves when the client reports the end of the trial, or has died. */
  run({ environment, timeoutMs, signal }: ClientTask): Promise<ClientRun> {
    return new Promise((resolve) => {
      const child = this.#started();
      let output = '';
      const end = (outcome: ClientOutcome) => {
        cancel();
        signal?.removeEventListener('abort', stop);
        this.#listening = null;
        resolve({ outcome, output });
      };
      const giveUp = (outcome: ClientOutcome) => {
        this.close();
        end(outcome);
      };
      const stop = () => giveUp({ how: 'killed', signal: 'SIGKILL' });
      const cancel = hostClock.after(timeoutMs, () => giveUp({ how: 'timed_out' }));
      this.#listening = {
        onText(text) {
          const code = exitIn(text);
          if (code === null) output = `${output}${text}`.slice(-MAX_OUTPUT);
          else end({ how: 'exited', code });
        },
        onEnd: end,
      };
      signal?.addEventListener('abort', stop, { once: true });
      if (signal?.aborted) stop();
      else child.stdin?.write(`${JSON.stringify(environment)}\n`);
    });
  }

  close(): void {
    const child = this.#child;
    this.#child = null;
    endGroup(child?.pid);
  }

  #started(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = startClient(this.#client, { stdio: ['pipe', 'pipe', 'pipe'] });
    const emit = (text: string) => {
      if (this.#child === child) this.#listening?.onText(text);
    };
    const end = (outcome: ClientOutcome) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#listening?.onEnd(outcome);
    };
    let line = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = `${line}${chunk.toString('utf8')}`.split('\n');
      line = (lines.pop() ?? '').slice(-MAX_OUTPUT);
      for (const text of lines) emit(`${text}\n`);
    });
    child.stderr?.on('data', (chunk: Buffer) => emit(chunk.toString('utf8')));
    // The client has died: its exit is reported elsewhere.
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => end({ how: 'not_started', reason: error.message }));
    child.once('exit', () => endGroup(child.pid));
    child.once('close', (code, killedBy) => end(clientOutcomeOf(code, killedBy)));
    this.#child = child;
    return child;
  }
}

/** 75 for `{"exit": 75}`; `null` for any other line. */
function exitIn(line: string): number | null {
  const found = /^\s*\{\s*"exit"\s*:\s*(\d{1,3})\b[^\n]*\}\s*$/.exec(line);
  return found === null ? null : Number(found[1]);
}
