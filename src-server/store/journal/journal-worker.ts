/** The journal's thread: handles batches and queries in the order they were posted. Entry of a worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { JournalAnswer, JournalAsk } from '../../engine/ports/journal-port.ts';
import { createBacklog } from './journal-backlog.ts';
import { isSmallBatch } from './journal-batch.ts';
import type { FromJournal, JournalStart, ToJournal } from './journal-messages.ts';
import { SqliteJournal } from './sqlite-journal-store.ts';
import { isTemporary, UnwrittenBatches } from './unwritten-batches.ts';

const INDEXED_AT_ONCE = 500;

const port = parentPort;
if (port === null) throw new Error('the journal runs in a thread of its own');
const { settings, shared } = workerData as JournalStart;
const backlog = createBacklog(shared);
let journal: SqliteJournal | null = null;

const send = (message: FromJournal) => port.postMessage(message);
const opened = () => {
  journal ??= new SqliteJournal(settings);
  return journal;
};
const batches = new UnwrittenBatches(({ batch, secrets }) => opened().append(batch, secrets));
let reportedUnwritten = 0;

/** Everything that came before is written first, as far as the disk takes it. */
function writeBatches(): void {
  const reason = batches.write();
  const [unwritten, lost] = [batches.count(), batches.takeLost()];
  if (reason === null && lost === 0 && unwritten === reportedUnwritten) return;
  reportedUnwritten = unwritten;
  send({ unwritten, lost, reason });
}

port.on('message', (message: ToJournal) => {
  try {
    if (message.kind === 'append') batches.add(message);
    writeBatches();
    handle(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if ('id' in message) send({ id: message.id, error: reason, code });
    else send({ unwritten: batches.count(), lost: 0, reason });
  } finally {
    // A batch that could not be written leaves the backlog, too: nobody must wait for it.
    if (message.kind === 'append') backlog.finish(message);
  }
});

function close(id: number): void {
  const lost = batches.clear();
  if (lost > 0) send({ unwritten: 0, lost, reason: 'the server ends' });
  journal?.close();
  send({ id, value: null });
  port?.close();
}

function handle(message: ToJournal): void {
  switch (message.kind) {
    case 'append':
      if (batches.count() === 0 && isSmallBatch(message.batch)) opened().tidy(INDEXED_AT_ONCE);
      break;
    case 'tidy':
      if (batches.count() === 0 && opened().tidy(INDEXED_AT_ONCE)) send({ isUntidy: true });
      break;
    case 'ask':
      send({ id: message.id, value: ask(message.ask) });
      break;
    case 'clear':
      send({ id: message.id, value: batches.clear() + opened().clear() });
      break;
    case 'close':
      close(message.id);
  }
}

/** A journal whose disk was full before it was opened is empty. */
function ask(query: JournalAsk): JournalAnswer {
  try {
    return opened().ask(query);
  } catch (error) {
    if (journal !== null || !isTemporary(error)) throw error;
    return { rows: [], total: 0 };
  }
}
