/** The journal's thread: takes groups of exchanges and questions in the order they were posted. Entry of a worker. */
import { parentPort, workerData } from 'node:worker_threads';
import { createBacklog } from './journal-backlog.ts';
import type { FromJournal, JournalStart, ToJournal } from './journal-messages.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal-store.ts';

/** Groups of at most this many leave time to tidy at once; in a rush it is left for later. */
const SMALL_GROUP = 50;
const INDEXED_AT_ONCE = 500;

const port = parentPort;
if (port === null) throw new Error('the journal runs in a thread of its own');
const { settings, shared } = workerData as JournalStart;
const backlog = createBacklog(shared);
let journal: SqliteJournal | null = null;

const tell = (message: FromJournal) => port.postMessage(message);

port.on('message', (message: ToJournal) => {
  try {
    if (message.kind === 'close') close(message.id);
    else {
      journal ??= openSqliteJournal(settings);
      answer(journal, message);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if ('id' in message) tell({ id: message.id, error: reason });
    else tell({ broken: reason });
  } finally {
    // What could not be written is counted off, too: nobody must wait for it.
    if ('parcel' in message) backlog.finish(message);
  }
});

function close(id: number): void {
  journal?.close();
  tell({ id, value: null });
  port?.close();
}

function answer(open: SqliteJournal, message: Exclude<ToJournal, { kind: 'close' }>): void {
  switch (message.kind) {
    case 'append':
      open.append(message.parcel, message.secrets);
      if (message.count <= SMALL_GROUP) open.tidy(INDEXED_AT_ONCE);
      break;
    case 'tidy':
      if (open.tidy(INDEXED_AT_ONCE)) tell({ isUntidy: true });
      break;
    case 'ask':
      tell({ id: message.id, value: open.ask(message.ask) });
      break;
    case 'clear':
      tell({ id: message.id, value: open.clear() });
  }
}
