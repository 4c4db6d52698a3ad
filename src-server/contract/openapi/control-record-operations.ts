/** The control plane: what happened, and what clients and the simulated service said to each other (decision L). */
import { eventList, journalList } from '../records.ts';
import { eventsQuery, latestQuery } from './control-queries.ts';
import type { Operation } from './operation.ts';

export const controlRecordOperations: readonly Operation[] = [
  {
    id: 'listEvents',
    method: 'get',
    path: '/events',
    tag: 'Records',
    summary: 'Read the event log',
    description: 'What happened, each event chained to the one before by its hash.',
    source: 'decision L1',
    query: eventsQuery,
    success: { status: 200, description: 'The events.', content: [eventList] },
  },
  {
    id: 'listJournal',
    method: 'get',
    path: '/journal',
    tag: 'Records',
    summary: 'Read the journal',
    description: 'What clients and the simulated service said to each other.',
    source: 'decision L6',
    query: latestQuery,
    success: { status: 200, description: 'The entries.', content: [journalList] },
  },
];
