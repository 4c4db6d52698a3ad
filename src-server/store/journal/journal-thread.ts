/**
 * The server's side of its journals: batches and queries are posted to one thread that owns their databases, so no
 * response waits for a row. The thread starts with the first batch or query, because most short-lived servers have
 * none, and serves every server of its process, because starting it takes longer than starting a server.
 */
import type { JournalResponse, JournalStore } from '../../engine/ports/journal-port.ts';
import { JournalPacker } from './journal-batch.ts';
import { JournalConnection } from './journal-connection.ts';
import { OpenedJournal } from './opened-journal.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** Bytes of a request without its texts. */
const BYTES_AROUND = 200;

export interface JournalThread {
  /** `onBroken` is called with the reason why requests could not be stored, once for each. */
  open(settings: JournalSettings, onBroken: (error: Error) => void): JournalStore;
}

/** `env`: the environment of the thread if it starts with a journal of this caller. */
export function createJournalThread(env?: NodeJS.ProcessEnv): JournalThread {
  const connect = () => {
    // A thread that failed is replaced with the next query or batch.
    if (connection === null || connection.isOver) connection = new JournalConnection(env);
    return connection;
  };
  return { open: (settings, onBroken) => createJournalStore(connect, settings, onBroken) };
}

/** One for the whole process. */
let connection: JournalConnection | null = null;

function createJournalStore(
  connect: () => JournalConnection,
  settings: JournalSettings,
  onBroken: (error: Error) => void,
): JournalStore {
  const packer = new JournalPacker();
  const missing = { unwritten: 0, lost: 0 };
  let opened: OpenedJournal | null = null;
  const journal = () => {
    opened ??= new OpenedJournal(connect(), settings, {
      missing,
      onBroken,
      onEnd: () => {
        opened = null;
      },
    });
    return opened;
  };
  return {
    missing: () => ({ ...missing }),
    add(record) {
      packer.add(record);
      return packer.bytes;
    },
    flush(secrets) {
      const { count, bytes } = packer;
      if (count === 0) return;
      const kib = Math.ceil((bytes + count * BYTES_AROUND) / 1024);
      journal().append({ batch: packer.take(), count, secrets, kib });
    },
    drop: () => packer.drop(),
    ask: async (ask) => (await journal().ask((of) => ({ kind: 'ask', ...of, ask }))) as JournalResponse,
    clear: async () => Number(await journal().ask((of) => ({ kind: 'clear', ...of }))),
    tidy: () => opened?.tidy(),
    close: async () => opened?.close(),
  };
}
