/** The thread of the journals: handles batches and queries in the order they were posted. Entry of a worker. */
import { parentPort } from 'node:worker_threads';
import type { FromJournals, ToJournals } from './journal-messages.ts';
import { JournalOnThread } from './journal-on-thread.ts';

const port = parentPort;
if (port === null) throw new Error('journals run in a thread of their own');
const journals = new Map<number, JournalOnThread>();
const send = (message: FromJournals) => port.postMessage(message);

port.on('message', (message: ToJournals) => {
  const { journal } = message;
  if (message.kind === 'open') {
    journals.set(journal, new JournalOnThread(message, send));
    return;
  }
  journals.get(journal)?.handle(message);
  if (message.kind === 'close') journals.delete(journal);
});
