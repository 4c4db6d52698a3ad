/** The control plane: what happened, and requests to the simulated service and their responses (decision L). */

import { operations } from '../../openapi/operation.ts';
import { archive, foreignArchive, replay, replayQuery } from './archive.ts';
import {
  archiveQuery,
  clearedJournal,
  journalDetail,
  journalList,
  journalQuery,
  verification,
  verifyRequests,
} from './journal.ts';
import { eventList, eventsQuery } from './records.ts';

export const recordOperations = operations({
  listEvents: {
    method: 'get',
    path: '/events',
    tag: 'Records',
    summary: 'Read the event log',
    description: 'What happened, each event chained to the one before by its hash.',
    source: 'decision L1',
    query: eventsQuery,
    success: { status: 200, description: 'The events.', content: [eventList] },
  },
  listJournal: {
    method: 'get',
    path: '/journal',
    tag: 'Records',
    summary: 'Read the journal',
    description:
      'Requests to the simulated service with their responses, the latest first. Filters select, `q` searches for ' +
      'words, and `full` adds headers and bodies. Secrets are redacted.',
    source: 'decisions L6, L34',
    query: journalQuery,
    success: { status: 200, description: 'The entries.', content: [journalList] },
  },
  getJournalEntry: {
    method: 'get',
    path: '/journal/{request_id}',
    tag: 'Records',
    summary: 'Read a request and its answer',
    description: 'Word for word, and as a command for curl that sends it again.',
    source: 'decision L35',
    parameters: { request_id: 'Request, by its identifier (`X-Request-Id`).' },
    success: { status: 200, description: 'The entry.', content: [journalDetail] },
    errors: ['not_found'],
  },
  clearJournal: {
    method: 'delete',
    path: '/journal',
    tag: 'Records',
    summary: 'Forget the journal',
    description: 'Nothing else changes; numbers of entries begin at 1 again.',
    source: 'decision L32',
    success: { status: 200, description: 'It is empty.', content: [clearedJournal] },
  },
  verifyJournal: {
    method: 'post',
    path: '/journal/verify',
    tag: 'Records',
    summary: 'Check what clients have sent',
    description:
      'Whether as many requests of a kind came as expected. Where too few did, the answer has the nearest misses with ' +
      'their differences. `within` and `within_virtual` wait until enough have come.',
    source: 'decision L36',
    body: verifyRequests,
    success: { status: 200, description: 'Whether the expectation is met.', content: [verification] },
    errors: ['already_executing'],
  },
  getArchive: {
    method: 'get',
    path: '/journal.har',
    tag: 'Records',
    summary: 'Take the journal along',
    description: 'As an HTTP archive (HAR 1.2), which browsers and proxies can open. Filters are those of the journal.',
    source: 'decision L37',
    query: archiveQuery,
    success: {
      status: 200,
      description: 'The archive.',
      content: [archive],
      headers: ['Content-Disposition'],
    },
  },
  replayArchive: {
    method: 'post',
    path: '/journal/replay',
    tag: 'Records',
    summary: 'Send a recorded session again',
    description:
      'Sends the requests of an HTTP archive, ours or that of a browser or proxy, to this server in their order, and ' +
      'compares the answers. Requests of other paths are skipped. At most 16 MiB.',
    source: 'decision L38',
    query: replayQuery,
    body: foreignArchive,
    success: { status: 200, description: 'How it went.', content: [replay] },
  },
});
