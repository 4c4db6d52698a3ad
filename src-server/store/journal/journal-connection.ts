/** A thread of the journal, and what is sent to it and received from it until it ends. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { JournalAnswer } from '../../engine/ports/journal-port.ts';
import { type Backlog, createBacklog, newBacklogMemory } from './journal-backlog.ts';
import type { AppendMessage, FromJournal, JournalReply, JournalStart, ToJournal } from './journal-messages.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

type ReplyValue = JournalAnswer | number | null;

export interface JournalConnectionOptions {
  /** Changed as the thread reports it. */
  readonly missing: { unwritten: number; lost: number };
  readonly onBroken: (error: Error) => void;
  readonly onEnd: () => void;
}

export class JournalConnection {
  readonly #options: JournalConnectionOptions;
  readonly #worker: Worker;
  readonly #backlog: Backlog;
  readonly #queries: PendingQueries;
  readonly #ended: Promise<void>;
  #lastReport = '';

  constructor(settings: JournalSettings, env: NodeJS.ProcessEnv | undefined, options: JournalConnectionOptions) {
    const shared = newBacklogMemory();
    const worker = new Worker(workerFile(), { workerData: { settings, shared } satisfies JournalStart, env });
    // A server that nobody stops ends with its process; a pending query keeps the thread alive.
    worker.unref();
    this.#options = options;
    this.#worker = worker;
    this.#backlog = createBacklog(shared);
    this.#queries = new PendingQueries(() => worker.unref());
    worker.on('error', (error) => this.#report(error instanceof Error ? error.message : String(error)));
    worker.on('message', (message: FromJournal) => this.#receive(message));
    this.#ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.#end();
        resolve();
      });
    });
  }

  append(message: AppendMessage): void {
    try {
      this.#backlog.begin(message);
    } catch (stuck) {
      this.#options.missing.lost += message.count;
      this.#report(stuck instanceof Error ? stuck.message : String(stuck));
      return;
    }
    this.post(message);
  }

  post(message: ToJournal): void {
    this.#worker.postMessage(message, message.kind === 'append' ? memoryOf(message) : []);
  }

  ask(message: (id: number) => ToJournal): Promise<ReplyValue> {
    this.#worker.ref();
    return this.#queries.add((id) => this.post(message(id)));
  }

  async close(): Promise<void> {
    await this.ask((id) => ({ kind: 'close', id }));
    this.#worker.ref();
    await this.#ended;
  }

  #receive(message: FromJournal): void {
    if ('isUntidy' in message) this.post({ kind: 'tidy' });
    else if ('lost' in message) this.#miss(message.unwritten, message.lost, message.reason);
    else this.#queries.resolve(message);
  }

  #miss(unwritten: number, lost: number, reason: string | null): void {
    const { missing } = this.#options;
    missing.unwritten = unwritten;
    missing.lost += lost;
    if (unwritten > 0) this.#report(reason ?? '', 'requests wait to be written to the journal');
    else if (reason !== null) this.#report(reason);
    else this.#lastReport = '';
  }

  #report(reason: string, what = 'the journal loses requests'): void {
    const report = `${what}: ${reason}`;
    if (report !== this.#lastReport) this.#options.onBroken(new Error(report));
    this.#lastReport = report;
  }

  #end(): void {
    const { missing, onEnd } = this.#options;
    // What was on its way to the thread, or waited in it, is lost with it.
    missing.lost += this.#backlog.count() + missing.unwritten;
    missing.unwritten = 0;
    onEnd();
    this.#queries.rejectAll();
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

  /** `onNone` is called when the last one was answered. */
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

/** Beside this file: among the sources, or as an entry of a bundle, whose chunks may lie one folder deeper. */
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
