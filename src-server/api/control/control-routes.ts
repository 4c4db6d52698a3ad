/** The control plane under `/sim` (decision L): not the simulated service, but the hands on its world. */

import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { isSameSecret } from '../../engine/secret-hash.ts';
import { bearerToken } from '../http/api-key-index.ts';
import { isFromApp, PAGE_PARAMETER } from '../http/app-admission.ts';
import { guardQueries } from '../http/guard-queries.ts';
import { Problem } from '../http/problem.ts';
import { noteCommands } from '../http/record-commands.ts';
import { newContext, sendJson, setContext } from '../http/send-response.ts';
import type { Service } from '../http/service.ts';
import { addJournalRoutes } from '../journal/journal-routes.ts';
import { addTrafficRoutes } from '../journal/traffic-routes.ts';
import { liveStream } from '../stream/live-stream.ts';
import { addTraceRoutes } from '../trace/trace-routes.ts';
import { addAccountRoutes } from './accounts/account-routes.ts';
import { addKeyRoutes } from './accounts/key-routes.ts';
import { addBarRoutes } from './market/bar-routes.ts';
import { addExchangeRoutes, addFaultRoutes } from './market/fault-routes.ts';
import { addMarketRoutes } from './market/market-routes.ts';
import { addMarketViewRoutes } from './market/market-view-routes.ts';
import { addComparisonRoutes } from './portfolios/comparison-routes.ts';
import { addGainsRoutes } from './portfolios/gains-routes.ts';
import { addMifidRoutes } from './portfolios/mifid-routes.ts';
import { addPlanRoutes } from './portfolios/plan-routes.ts';
import { addPortfolioHistoryRoutes } from './portfolios/portfolio-history-routes.ts';
import { addRecordingRoutes } from './scenarios/recording-routes.ts';
import { addSaveScenarioRoute } from './scenarios/save-scenario-route.ts';
import { addScenarioRoutes } from './scenarios/scenario-routes.ts';
import { addSweepRoutes } from './scenarios/sweep-routes.ts';
import { addSinkRoutes } from './webhooks/sink-routes.ts';
import { addWebhookRoutes } from './webhooks/webhook-routes.ts';
import { addClockRoutes } from './world/clock-routes.ts';
import { addHistoryRoutes } from './world/history-routes.ts';
import { addSnapshotRoutes } from './world/snapshot-routes.ts';
import { addStorageRoutes } from './world/storage-routes.ts';
import { addWorldRoutes } from './world/world-routes.ts';

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
