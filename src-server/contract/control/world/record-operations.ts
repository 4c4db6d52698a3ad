/** Operations of the control plane: the event log, and the journal of the simulated service (decision L). */

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
    description: 'Lists what happened; each event is chained to the one before by its hash.',
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
      'Lists requests to the simulated service with their responses, latest first. Filters select, `q` searches for ' +
      'words, and `full` adds headers and bodies. Secrets are redacted.',
    source: 'decisions L6, L34',
    query: journalQuery,
    success: { status: 200, description: 'The entries.', content: [journalList] },
  },
  getJournalEntry: {
    method: 'get',
    path: '/journal/{request_id}',
    tag: 'Records',
    summary: 'Read a request and its response',
    description: 'Returns the request and its response in full, and a curl command that sends the request again.',
    source: 'decision L35',
    parameters: { request_id: 'Identifier of the request (`X-Request-Id`).' },
    success: { status: 200, description: 'The entry.', content: [journalDetail] },
    errors: ['not_found'],
  },
  clearJournal: {
    method: 'delete',
    path: '/journal',
    tag: 'Records',
    summary: 'Clear the journal',
    description: 'Deletes all entries; nothing else changes. The numbers of entries begin at 1 again.',
    source: 'decision L32',
    runsOn: false,
    success: { status: 200, description: 'The journal is empty.', content: [clearedJournal] },
  },
  verifyJournal: {
    method: 'post',
    path: '/journal/verify',
    tag: 'Records',
    summary: 'Check what clients have sent',
    description:
      'Checks whether as many requests of a kind were received as expected. If there were too few, the response has ' +
      'the nearest misses with their differences. `within` and `within_virtual` wait until there are enough.',
    source: 'decision L36',
    body: verifyRequests,
    runsOn: false,
    success: { status: 200, description: 'Whether the expectation is met.', content: [verification] },
    errors: ['already_executing'],
  },
  getArchive: {
    method: 'get',
    path: '/journal.har',
    tag: 'Records',
    summary: 'Export the journal',
    description:
      'Returns an HTTP archive (HAR 1.2), which browsers and proxies can open. The filters are those of the journal.',
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
      'Sends the requests of an HTTP archive from Ballast, a browser or a proxy to this server, in order, and ' +
      'compares the responses. Requests with other paths are skipped. The archive has at most 16 MiB.',
    source: 'decision L38',
    query: replayQuery,
    body: foreignArchive,
    bodyReading: 'archive',
    runsOn: false,
    success: { status: 200, description: 'The result of the replay.', content: [replay] },
  },
});
