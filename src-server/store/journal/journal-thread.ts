/**
 * The journal as the server sees it: groups and questions are posted to a thread that owns the database, so no answer
 * waits for a row of it. The thread starts with the first group or question, because most short lives have none.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { JournalAnswer, JournalStore } from '../../engine/ports/journal-port.ts';
import { createBacklog, newBacklogMemory } from './journal-backlog.ts';
import { createPacker, type JournalBatch } from './journal-batch.ts';
import type { FromJournal, JournalStart, ToJournal } from './journal-messages.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** What an exchange is beside its texts. */
const BYTES_AROUND = 200;

/** `onBroken` hears why exchanges could not be kept, once for every reason; `env` has the thread's environment variables. */
export function createJournalThread(
  settings: JournalSettings,
  onBroken: (error: Error) => void,
  env?: NodeJS.ProcessEnv,
): JournalStore {
  const packer = createPacker();
  const missing = { unwritten: 0, lost: 0 };
  let line: Line | null = null;
  const thread = () => {
    // One that broke down is replaced by the next question or group.
    line ??= openLine(settings, env, missing, onBroken, () => {
      line = null;
    });
    return line;
  };
  return {
    missing: () => ({ ...missing }),
    add(exchange) {
      packer.add(exchange);
      return packer.bytes;
    },
    flush(secrets) {
      const { count, bytes } = packer;
      if (count === 0) return;
      const kib = Math.ceil((bytes + count * BYTES_AROUND) / 1024);
      thread().append({ kind: 'append', parcel: packer.take(), count, secrets, kib });
    },
    drop: packer.drop,
    ask: async (ask) => (await thread().ask((id) => ({ kind: 'ask', id, ask }))) as JournalAnswer,
    clear: async () => Number(await thread().ask((id) => ({ kind: 'clear', id }))),
    tidy: () => line?.post({ kind: 'tidy' }),
    close: async () => line?.close(),
  };
}

type Answered = JournalAnswer | number | null;

interface Line {
  append(group: Extract<ToJournal, { kind: 'append' }>): void;
  post(message: ToJournal): void;
  ask(message: (id: number) => ToJournal): Promise<Answered>;
  close(): Promise<void>;
}

/** A thread, and what is said to it and by it until it ends. */
function openLine(
  settings: JournalSettings,
  env: NodeJS.ProcessEnv | undefined,
  missing: { unwritten: number; lost: number },
  onBroken: (error: Error) => void,
  onEnd: () => void,
): Line {
  const shared = newBacklogMemory();
  const backlog = createBacklog(shared);
  const worker = new Worker(workerFile(), { workerData: { settings, shared } satisfies JournalStart, env });
  // A server that nobody stops ends with its process; whoever waits for an answer keeps it alive.
  worker.unref();
  const questions = createQuestions(() => worker.unref());
  const post = (message: ToJournal) =>
    worker.postMessage(message, message.kind === 'append' ? memoryOf(message.parcel) : []);
  let told = '';
  const tell = (reason: string, what = 'the journal loses requests') => {
    if (`${what}: ${reason}` !== told) onBroken(new Error(`${what}: ${reason}`));
    told = `${what}: ${reason}`;
  };
  const miss = (unwritten: number, lost: number, reason: string | null) => {
    missing.unwritten = unwritten;
    missing.lost += lost;
    if (unwritten > 0) tell(reason ?? '', 'requests wait to be written to the journal');
    else if (reason !== null) tell(reason);
    else told = '';
  };
  worker.on('error', (error) => tell(error instanceof Error ? error.message : String(error)));
  worker.on('message', (message: FromJournal) => {
    if ('isUntidy' in message) post({ kind: 'tidy' });
    else if ('lost' in message) miss(message.unwritten, message.lost, message.reason);
    else questions.answer(message);
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      // What was on its way to it, or waited in it, is gone with it.
      missing.lost += backlog.count() + missing.unwritten;
      missing.unwritten = 0;
      onEnd();
      questions.giveUp();
      resolve();
    });
  });
  const ask: Line['ask'] = (message) => {
    worker.ref();
    return questions.ask((id) => post(message(id)));
  };
  return {
    append(group) {
      try {
        backlog.begin(group);
      } catch (stuck) {
        missing.lost += group.count;
        tell(stuck instanceof Error ? stuck.message : String(stuck));
        return;
      }
      post(group);
    },
    post,
    ask,
    async close() {
      await ask((id) => ({ kind: 'close', id }));
      worker.ref();
      await ended;
    },
  };
}

interface Waiting {
  resolve(value: Answered): void;
  reject(error: Error): void;
}

/** Questions under way; `onNone` is called when the last one was answered. */
function createQuestions(onNone: () => void) {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  return {
    ask: (post: (id: number) => void) =>
      new Promise<Answered>((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        post(asked);
      }),
    answer(message: Extract<FromJournal, { id: number }>) {
      const question = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) onNone();
      if ('error' in message)
        question?.reject(Object.assign(new Error(`the journal: ${message.error}`), { code: message.code }));
      else question?.resolve(message.value);
    },
    giveUp() {
      for (const { reject } of waiting.values()) reject(new Error('the journal has ended'));
      waiting.clear();
    },
  };
}

/** Beside this file: among the sources, or as the second entry of a bundle, whose parts may lie one folder deeper. */
function workerFile(): URL {
  const places = ['./journal-worker.ts', './journal-worker.js', '../journal-worker.js'];
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`there is no journal-worker near ${import.meta.url}`);
  return found;
}

/** It goes over to the thread instead of being copied. */
function memoryOf({ numbers, answerHeads, texts }: JournalBatch): ArrayBuffer[] {
  return [numbers.buffer, answerHeads.buffer, texts.buffer];
}
