/** The control plane under `/sim` (decision L): not the simulated service, but the hands on its world. */

import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { isSameSecret } from '../engine/secret-hash.ts';
import { addAccountRoutes } from './account-routes.ts';
import { isFromApp, PAGE_PARAMETER } from './app-admission.ts';
import { addBarRoutes } from './bar-routes.ts';
import { addClockRoutes } from './clock-routes.ts';
import { addComparisonRoutes } from './comparison-routes.ts';
import { newContext, sendJson, setContext } from './exchange.ts';
import { addExchangeRoutes, addFaultRoutes } from './fault-routes.ts';
import { addGainsRoutes } from './gains-routes.ts';
import { guardQueries } from './guard-queries.ts';
import { addHistoryRoutes } from './history-routes.ts';
import { addJournalRoutes } from './journal-routes.ts';
import { bearerToken } from './key-ring.ts';
import { addKeyRoutes } from './key-routes.ts';
import { liveStream } from './live-stream.ts';
import { addMarketRoutes } from './market-routes.ts';
import { addMarketViewRoutes } from './market-view-routes.ts';
import { addMifidRoutes } from './mifid-routes.ts';
import { noteCommands } from './note-commands.ts';
import { addPlanRoutes } from './plan-routes.ts';
import { addPortfolioHistoryRoutes } from './portfolio-history-routes.ts';
import { Problem } from './problem.ts';
import { addRecordingRoutes } from './recording-routes.ts';
import { addSaveScenarioRoute } from './save-scenario-route.ts';
import { addScenarioRoutes } from './scenario-routes.ts';
import type { Service } from './service.ts';
import { addSinkRoutes } from './sink-routes.ts';
import { addSnapshotRoutes } from './snapshot-routes.ts';
import { addStorageRoutes } from './storage-routes.ts';
import { addSweepRoutes } from './sweep-routes.ts';
import { addTraceRoutes } from './trace-routes.ts';
import { addTrafficRoutes } from './traffic-routes.ts';
import { addWebhookRoutes } from './webhook-routes.ts';
import { addWorldRoutes } from './world-routes.ts';

export function createControlRouter(service: Service): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openExchange(service));
  addSinkRoutes(router, service);
  router.use(authorise(service));
  router.use(guardQueries);
  // What is played beside the world is no command of it.
  addScenarioRoutes(router, service);
  addHistoryRoutes(router, service);
  addComparisonRoutes(router, service);
  addSaveScenarioRoute(router, service);
  addSweepRoutes(router, service);
  router.use(noteCommands(service, 'sim'));
  router.get('/session', (request, response) => sendJson(request, response, 200, service.session()));
  router.get('/fingerprint', (request, response) => {
    service.driver.nowMs();
    sendJson(request, response, 200, service.fingerprint());
  });
  router.get('/stream', liveStream(service));
  addStorageRoutes(router, service);
  addClockRoutes(router, service);
  addWorldRoutes(router, service);
  addPlanRoutes(router, service);
  addAccountRoutes(router, service);
  addKeyRoutes(router, service);
  addMarketRoutes(router, service);
  addMarketViewRoutes(router, service);
  addGainsRoutes(router, service);
  addPortfolioHistoryRoutes(router, service);
  addMifidRoutes(router, service);
  addBarRoutes(router, service);
  addFaultRoutes(router, service);
  addExchangeRoutes(router, service);
  addWebhookRoutes(router, service);
  addTrafficRoutes(router, service);
  addJournalRoutes(router, service);
  addTraceRoutes(router, service);
  addSnapshotRoutes(router, service);
  addRecordingRoutes(router, service);
  router.use((request: Request, _response: Response, next: NextFunction) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.baseUrl}${request.path}.`));
  });
  return router;
}

/** What browsers say of a request that another page makes; a GET of it, such as a picture, has no `Origin` that would tell. */
const ELSEWHERE = new Set(['cross-site', 'same-site']);

function openExchange(service: Service): RequestHandler {
  return (request, response, next) => {
    const requestId = service.nextRequestId();
    const startedMs = service.monotonicMs();
    // The journal is of the simulated service; what the control plane does shows in the event log.
    setContext(request, newContext({ requestId, startedMs }));
    if (ELSEWHERE.has(request.get('sec-fetch-site') ?? '')) {
      next(new Problem('invalid_request', 'Pages of other sites, and of other ports, may not ask the control plane.'));
      return;
    }
    // Answers that are no JSON have it, too (decision C).
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}

/** The admin token, or a page of the app that was let in (decisions L114, L115). */
function authorise({ adminToken, admission }: Service): RequestHandler {
  return (request, _response, next) => {
    const token = bearerToken(request.headers.authorization);
    const isAdmin = token !== null && isSameSecret(token, adminToken);
    const isApp = !isAdmin && isFromApp(request, admission);
    if (!isAdmin && !isApp) {
      next(new Problem('unauthorized', 'The control plane needs "Authorization: Bearer <admin token>".'));
      return;
    }
    if (isApp) request.url = withoutPageToken(request.url);
    next();
  };
}

/** What comes after knows nothing of who asked. */
function withoutPageToken(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (!searchParams.has(PAGE_PARAMETER)) return url;
  searchParams.delete(PAGE_PARAMETER);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
