/**
 * Operations of the control plane: the history of the served world and of runs, and their state in the past
 * (decisions K80 to K83).
 */

import { operations } from '../../openapi/operation.ts';
import { runComparison, runComparisonQuery, scenarioRunList } from '../scenarios/run-comparison.ts';
import {
  historicalWorld,
  historicalWorldQuery,
  pastEvents,
  pastEventsQuery,
  timeline,
  timelineQuery,
} from './history.ts';

const identified = { id: 'Identifier of a run that has ended.' };
const AT_A_GLANCE = 'Shows where entries of each kind are, in equal columns of virtual time or of the event log.';
const IN_SHORT = 'Describes each entry in a few words; `GET /events` and the historical world return whole entries.';
const AT_EVENT =
  'Returns portfolios with cash and holdings, valued at the prices of that instant, rebalances and orders with their ' +
  'statuses, and the faults in effect. Everything is read from the event log alone; nothing changes.';

export const historyOperations = operations({
  getTimeline: {
    method: 'get',
    path: '/timeline',
    tag: 'Records',
    summary: 'Read the timeline of the world',
    description: AT_A_GLANCE,
    source: 'decision K81',
    query: timelineQuery,
    success: { status: 200, description: 'The timeline.', content: [timeline] },
  },
  listPastEvents: {
    method: 'get',
    path: '/timeline/events',
    tag: 'Records',
    summary: 'Read the event log in brief',
    description: IN_SHORT,
    source: 'decision K81',
    query: pastEventsQuery,
    success: { status: 200, description: 'The entries.', content: [pastEvents] },
  },
  getHistoricalWorld: {
    method: 'get',
    path: '/timeline/world',
    tag: 'Records',
    summary: 'Read the world as it was after an event',
    description: AT_EVENT,
    source: 'decision K81',
    query: historicalWorldQuery,
    success: { status: 200, description: 'The world at that time.', content: [historicalWorld] },
  },
  getRunTimeline: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/timeline',
    tag: 'Scenarios',
    summary: 'Read the timeline of a run',
    description: `${AT_A_GLANCE} Includes the steps of the run.`,
    source: 'decision K80',
    parameters: identified,
    query: timelineQuery,
    success: { status: 200, description: 'The timeline.', content: [timeline] },
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
    summary: 'Read the world of a run as it was after an event',
    description: AT_EVENT,
    source: 'decision K80',
    parameters: identified,
    query: historicalWorldQuery,
    success: { status: 200, description: 'The world at that time.', content: [historicalWorld] },
    errors: ['not_found'],
  },
  listScenarioRuns: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs',
    tag: 'Scenarios',
    summary: 'List the stored runs',
    description: 'Lists the latest 20 runs, which are stored for as long as the server runs.',
    source: 'decision K82',
    success: { status: 200, description: 'The runs.', content: [scenarioRunList] },
  },
  compareScenarioRun: {
    access: 'server',
    method: 'get',
    path: '/scenario-runs/{id}/comparison',
    tag: 'Scenarios',
    summary: 'Compare a run with another or with its golden log',
    description:
      'Reports whether both logs are the same; if not, the first entry at which they diverge, what led to it and what ' +
      'follows on both sides; also the differences in results. The run with which it is compared is the first of the ' +
      'two.',
    source: 'decisions K82, K83',
    parameters: identified,
    query: runComparisonQuery,
    success: { status: 200, description: 'The comparison.', content: [runComparison] },
    errors: ['not_found'],
  },
});
