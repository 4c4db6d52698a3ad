/** The journal's thread: takes groups of exchanges and questions in the order they were posted. Entry of a worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { JournalAnswer, JournalAsk } from '../../engine/ports/journal-port.ts';
import { createUnwrittenGroups, isPassing } from '../unwritten-groups.ts';
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
const opened = () => {
  journal ??= openSqliteJournal(settings);
  return journal;
};
const groups = createUnwrittenGroups(({ parcel, secrets }) => opened().append(parcel, secrets));
let toldUnwritten = 0;

/** Everything that came before is written first, as far as the disk takes it. */
function writeGroups(): void {
  const reason = groups.write();
  const [unwritten, lost] = [groups.count(), groups.takeLost()];
  if (reason === null && lost === 0 && unwritten === toldUnwritten) return;
  toldUnwritten = unwritten;
  tell({ unwritten, lost, reason });
}

port.on('message', (message: ToJournal) => {
  try {
    if (message.kind === 'append') groups.add(message);
    writeGroups();
    answer(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if ('id' in message) tell({ id: message.id, error: reason, code });
    else tell({ unwritten: groups.count(), lost: 0, reason });
  } finally {
    // What could not be written is counted off, too: nobody must wait for it.
    if ('parcel' in message) backlog.finish(message);
  }
});

function close(id: number): void {
  const lost = groups.clear();
  if (lost > 0) tell({ unwritten: 0, lost, reason: 'the server ends' });
  journal?.close();
  tell({ id, value: null });
  port?.close();
}

function answer(message: ToJournal): void {
  switch (message.kind) {
    case 'append':
      if (groups.count() === 0 && message.count <= SMALL_GROUP) opened().tidy(INDEXED_AT_ONCE);
      break;
    case 'tidy':
      if (groups.count() === 0 && opened().tidy(INDEXED_AT_ONCE)) tell({ isUntidy: true });
      break;
    case 'ask':
      tell({ id: message.id, value: ask(message.ask) });
      break;
    case 'clear':
      tell({ id: message.id, value: groups.clear() + opened().clear() });
      break;
    case 'close':
      close(message.id);
  }
}

/** A journal whose disk was full before it began has nothing to tell yet. */
function ask(question: JournalAsk): JournalAnswer {
  try {
    return opened().ask(question);
  } catch (error) {
    if (journal !== null || !isPassing(error)) throw error;
    return { rows: [], total: 0 };
  }
}
