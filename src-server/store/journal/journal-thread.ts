/**
 * The journal as the server sees it: batches and queries are posted to a thread that owns the database, so no response
 * waits for a row of it. The thread starts with the first batch or query, because most short-lived servers have none.
 */
import type { JournalAnswer, JournalStore } from '../../engine/ports/journal-port.ts';
import { JournalPacker } from './journal-batch.ts';
import { JournalConnection } from './journal-connection.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

/** The memory of a request besides its texts. */
const BYTES_AROUND = 200;

/**
 * `onBroken` is called with the reason why requests could not be stored, once for each; `env` has the thread's
 * environment.
 */
export function createJournalThread(
  settings: JournalSettings,
  onBroken: (error: Error) => void,
  env?: NodeJS.ProcessEnv,
): JournalStore {
  const packer = new JournalPacker();
  const missing = { unwritten: 0, lost: 0 };
  let connection: JournalConnection | null = null;
  const thread = () => {
    // A thread that broke down is replaced by the next query or batch.
    connection ??= new JournalConnection(settings, env, {
      missing,
      onBroken,
      onEnd: () => {
        connection = null;
      },
    });
    return connection;
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
      thread().append({ kind: 'append', batch: packer.take(), count, secrets, kib });
    },
    drop: () => packer.drop(),
    ask: async (ask) => (await thread().ask((id) => ({ kind: 'ask', id, ask }))) as JournalAnswer,
    clear: async () => Number(await thread().ask((id) => ({ kind: 'clear', id }))),
    tidy: () => connection?.post({ kind: 'tidy' }),
    close: async () => connection?.close(),
  };
}
