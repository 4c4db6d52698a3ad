/**
 * The control plane: the past of the world that is served and of runs, and the world as it was then (decisions K80 to
 * K83).
 */

import { operations } from '../../openapi/operation.ts';
import { comparisonQuery, runComparison, scenarioRunList } from '../scenarios/run-comparison.ts';
import {
  historicalWorld,
  historicalWorldQuery,
  pastEvents,
  pastEventsQuery,
  timeline,
  timelineQuery,
} from './history.ts';

const identified = { id: 'Run that has ended, by its identifier.' };
const AT_A_GLANCE = 'Where on it what kind of entry is, in equal columns of virtual time or of the log.';
const IN_SHORT = 'Each in a few words; `GET /events` and the world then have all of an entry.';
const THEN =
  'Portfolios with cash and holdings, valued at the prices of that instant, how rebalances and orders stood, and what was broken. ' +
  'Read from the log alone: nothing changes.';

export const historyOperations = operations({
  getTimeline: {
    method: 'get',
    path: '/timeline',
    tag: 'Records',
    summary: 'The past of the world at a glance',
    description: AT_A_GLANCE,
    source: 'decision K81',
    query: timelineQuery,
    success: { status: 200, description: 'The past.', content: [timeline] },
  },
  listPastEvents: {
    method: 'get',
    path: '/timeline/events',
    tag: 'Records',
    summary: 'Read the event log in short',
    description: IN_SHORT,
    source: 'decision K81',
    query: pastEventsQuery,
    success: { status: 200, description: 'The entries.', content: [pastEvents] },
  },
  getHistoricalWorld: {
    method: 'get',
    path: '/timeline/world',
    tag: 'Records',
    summary: 'The world as it was after an event',
    description: THEN,
    source: 'decision K81',
    query: historicalWorldQuery,
    success: { status: 200, description: 'The world then.', content: [historicalWorld] },
  },
  getRunTimeline: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/timeline',
    tag: 'Scenarios',
    summary: 'The past of a run at a glance',
    description: `${AT_A_GLANCE} The steps of the run besides.`,
    source: 'decision K80',
    parameters: identified,
    query: timelineQuery,
    success: { status: 200, description: 'The past.', content: [timeline] },
    errors: ['not_found'],
  },
  listRunEvents: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/events',
    tag: 'Scenarios',
    summary: 'Read the event log of a run',
    description: IN_SHORT,
    source: 'decision K80',
    parameters: identified,
    query: pastEventsQuery,
    success: { status: 200, description: 'The entries.', content: [pastEvents] },
    errors: ['not_found'],
  },
  getRunHistoricalWorld: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/world',
    tag: 'Scenarios',
    summary: 'The world of a run as it was after an event',
    description: THEN,
    source: 'decision K80',
    parameters: identified,
    query: historicalWorldQuery,
    success: { status: 200, description: 'The world then.', content: [historicalWorld] },
    errors: ['not_found'],
  },
  listScenarioRuns: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs',
    tag: 'Scenarios',
    summary: 'List the stored runs',
    description: 'The latest 20, for as long as the server runs.',
    source: 'decision K82',
    success: { status: 200, description: 'The runs.', content: [scenarioRunList] },
  },
  compareScenarioRun: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/comparison',
    tag: 'Scenarios',
    summary: 'Hold a run against another or its golden log',
    description:
      'Whether both logs are the same, else the first entry at which they diverge, what led there and what follows on ' +
      'both sides; and the differences in results. The run that it is compared with is the first of the two.',
    source: 'decisions K82, K83',
    parameters: identified,
    query: comparisonQuery,
    success: { status: 200, description: 'Both logs.', content: [runComparison] },
    errors: ['not_found'],
  },
});
