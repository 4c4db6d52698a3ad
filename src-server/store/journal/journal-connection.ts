/**
 * Connects to the one thread for all journals of a process: sends its messages and receives its replies until it ends.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { JournalResponse } from '../../engine/ports/journal-port.ts';
import type { AppendMessage, FromJournals, JournalReply, JournalReport, ToJournals } from './journal-messages.ts';

export type ReplyValue = JournalResponse | number | null;

/** Receives what the thread reports about a journal. */
export interface JournalListener {
  onReport(report: JournalReport): void;
  /** Called when the thread fails. */
  onFailure(reason: string): void;
  /** Called when the thread has ended. */
  onEnd(): void;
}

export class JournalConnection {
  readonly #worker: Worker;
  readonly #queries: PendingQueries;
  readonly #listeners = new Map<number, JournalListener>();
  #lastJournal = 0;
  #isOver = false;

  constructor(env: NodeJS.ProcessEnv | undefined) {
    const worker = new Worker(workerFile(), { env });
    // The thread ends with its process; only a pending query prevents both from ending.
    worker.unref();
    this.#worker = worker;
    this.#queries = new PendingQueries(() => worker.unref());
    worker.on('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      for (const listener of this.#listeners.values()) listener.onFailure(reason);
    });
    worker.on('message', (message: FromJournals) => {
      if ('id' in message) this.#queries.resolve(message);
      else this.#listeners.get(message.journal)?.onReport(message);
    });
    worker.once('exit', () => {
      this.#isOver = true;
      for (const listener of this.#listeners.values()) listener.onEnd();
      this.#queries.rejectAll();
    });
  }

  /** True once it opens no more journals, because it has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns the number of a new journal. */
  add(listener: JournalListener): number {
    this.#lastJournal += 1;
    this.#listeners.set(this.#lastJournal, listener);
    return this.#lastJournal;
  }

  post(message: ToJournals): void {
    this.#worker.postMessage(message, message.kind === 'append' ? memoryOf(message) : []);
  }

  ask(message: (id: number) => ToJournals): Promise<ReplyValue> {
    this.#worker.ref();
    return this.#queries.add((id) => this.post(message(id)));
  }

  /** Resolves once the journal is closed; the thread waits for the next one. */
  async close(journal: number): Promise<void> {
    await this.ask((id) => ({ kind: 'close', journal, id }));
    this.#listeners.delete(journal);
  }
}

interface PendingQuery {
  resolve(value: ReplyValue): void;
  reject(error: Error): void;
}

class PendingQueries {
  readonly #onNone: () => void;
  readonly #pending = new Map<number, PendingQuery>();
  #lastId = 0;

  /** `onNone` is called once the last one has its reply. */
  constructor(onNone: () => void) {
    this.#onNone = onNone;
  }

  add(post: (id: number) => void): Promise<ReplyValue> {
    return new Promise<ReplyValue>((resolve, reject) => {
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      post(this.#lastId);
    });
  }

  resolve(reply: JournalReply): void {
    const query = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) this.#onNone();
    if ('error' in reply) query?.reject(Object.assign(new Error(`the journal: ${reply.error}`), { code: reply.code }));
    else query?.resolve(reply.value);
  }

  rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new Error('the journal has ended'));
    this.#pending.clear();
  }
}

/** Beside this file: among the sources, or as an entry of a bundle, whose chunks may be one folder deeper. */
function workerFile(): URL {
  const places = ['./journal-worker.ts', './journal-worker.js', '../journal-worker.js'];
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`there is no journal-worker near ${import.meta.url}`);
  return found;
}

/** It is transferred to the thread instead of being copied. */
function memoryOf({ batch: { numbers, responseHeaders, texts } }: AppendMessage): ArrayBuffer[] {
  return [numbers.buffer, responseHeaders.buffer, texts.buffer];
}
