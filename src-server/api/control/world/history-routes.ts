/**
 * The past, of the world that is served and of runs: what happened, and how the world was then (decisions K80, K81).
 */

import type { Request, Response, Router } from 'express';
import {
  historicalWorldQuery,
  type PastEvents,
  pastEventsQuery,
  timelineQuery,
} from '../../../contract/control/world/history.ts';
import { historyOperations } from '../../../contract/control/world/history-operations.ts';
import type { EventStore } from '../../../engine/ports/stores.ts';
import type { World } from '../../../engine/world.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { viewHistoricalWorld } from '../../../scenario/history/view-historical-world.ts';
import { viewPastEvent } from '../../../scenario/history/view-past-event.ts';
import { viewTimeline } from '../../../scenario/history/view-timeline.ts';
import { createWorldHistory, type WorldHistory } from '../../../scenario/history/world-history.ts';
import type { StepResult } from '../../../scenario/run/play-outcome.ts';
import type { ScenarioService } from '../../../scenario/run/scenario-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import type { After } from '../../http/after.ts';
import { numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface HistoryRouteDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  readonly events: EventStore;
  readonly scenarios: ScenarioService;
  readonly after: After;
}

interface Past {
  readonly history: WorldHistory;
  /** Of a run; `null`: nobody took steps. */
  readonly steps: readonly StepResult[] | null;
}

type FindPast = (request: Request) => Past;

export function addHistoryRoutes(router: Router, service: HistoryRouteDependencies): void {
  const ofWorld = pastOfWorld(service);
  const ofRun: FindPast = (request) => acceptedOf(service.scenarios.past(String(request.params.id)));
  addOperation(router, historyOperations.getTimeline, (request, response) => sendTimeline(ofWorld, request, response));
  addOperation(router, historyOperations.listPastEvents, (request, response) => sendEvents(ofWorld, request, response));
  addOperation(router, historyOperations.getHistoricalWorld, (request, response) =>
    sendWorld(ofWorld, request, response),
  );
  addOperation(router, historyOperations.getRunTimeline, (request, response) => sendTimeline(ofRun, request, response));
  addOperation(router, historyOperations.listRunEvents, (request, response) => sendEvents(ofRun, request, response));
  addOperation(router, historyOperations.getRunHistoricalWorld, (request, response) =>
    sendWorld(ofRun, request, response),
  );
}

/** Made when somebody first asks, and read on from there: most worlds are never asked. */
function pastOfWorld({ world, kernel, driver, events, after }: HistoryRouteDependencies): FindPast {
  let history: WorldHistory | null = null;
  return () => {
    driver.nowMs();
    history ??= createWorldHistory({
      world,
      events,
      eventCount: () => kernel.eventCount,
      breathe: () => new Promise((resolve) => after(0, resolve)),
    });
    return { history, steps: null };
  };
}

async function sendTimeline(find: FindPast, request: Request, response: Response): Promise<void> {
  const terms = parseQuery(request, timelineQuery);
  const { history, steps } = find(request);
  sendJson(request, response, 200, viewTimeline(await history.index(), terms, steps ?? []));
}

function sendEvents(find: FindPast, request: Request, response: Response): void {
  const { after, limit, cursor } = parseQuery(request, pastEventsQuery);
  const { source } = find(request).history;
  const found = source.events.after(Math.max(after, numberOfCursor(cursor) ?? 0), limit + 1);
  const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
  const answer: PastEvents = {
    events: rows.map(viewPastEvent),
    next,
    total: source.eventCount(),
  };
  sendJson(request, response, 200, answer);
}

async function sendWorld(find: FindPast, request: Request, response: Response): Promise<void> {
  const { after, portfolio } = parseQuery(request, historicalWorldQuery);
  const { history, steps } = find(request);
  if (after > history.source.eventCount()) {
    const issue = `is after the last event, ${history.source.eventCount()}`;
    throw new Problem('invalid_request', `The query parameter after ${issue}.`, [{ path: '/after', issue }]);
  }
  sendJson(request, response, 200, await viewHistoricalWorld(history, after, { steps, portfolio }));
}
