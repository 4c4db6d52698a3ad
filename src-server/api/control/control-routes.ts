/** The control plane under `/sim` (decision L): not the simulated service, but the hands on its world. */

import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Fingerprint, Session } from '../../contract/control/world/session.ts';
import { sessionOperations } from '../../contract/control/world/session-operations.ts';
import { traceOperations } from '../../contract/control/world/trace-operations.ts';
import { isSameSecret } from '../../engine/secret-hash.ts';
import { addOperation } from '../http/add-operation.ts';
import { bearerToken } from '../http/api-key-index.ts';
import { type AppAdmission, isFromApp, PAGE_PARAMETER } from '../http/app-admission.ts';
import { guardQueries } from '../http/guard-queries.ts';
import { Problem } from '../http/problem.ts';
import { type RecordingDependencies, recordCommands } from '../http/record-commands.ts';
import { contextOf, newContext, setContext } from '../http/request-context.ts';
import { sendJson } from '../http/send-response.ts';
import { addJournalRoutes, type JournalRouteDependencies } from '../journal/journal-routes.ts';
import { type LiveStreamDependencies, liveStream } from '../stream/live-stream.ts';
import { addTraceRoutes, type TraceRouteDependencies } from '../trace/trace-routes.ts';
import { type AccountRouteDependencies, addAccountRoutes } from './accounts/account-routes.ts';
import { addKeyRoutes, type KeyRouteDependencies } from './accounts/key-routes.ts';
import { addExplorerRoutes, type ExplorerRouteDependencies } from './explorer/explorer-routes.ts';
import { addImportRoutes, type ImportRouteDependencies } from './imports/import-routes.ts';
import { addLabRoutes, type LabRouteDependencies } from './lab/lab-routes.ts';
import { addBarRoutes, type BarRouteDependencies } from './market/bar-routes.ts';
import { addCorporateActionRoutes } from './market/corporate-action-routes.ts';
import { addExchangeRoutes, addFaultRoutes, type FaultRouteDependencies } from './market/fault-routes.ts';
import { addInstrumentRoutes, type InstrumentRouteDependencies } from './market/instrument-routes.ts';
import { addMarketRoutes, type MarketRouteDependencies } from './market/market-routes.ts';
import { addMarketViewRoutes, type MarketViewRouteDependencies } from './market/market-view-routes.ts';
import { addActivityRoutes } from './portfolios/activity-routes.ts';
import { addBulkRoutes } from './portfolios/bulk-routes.ts';
import { addCashFlowRoutes } from './portfolios/cash-flow-routes.ts';
import { addComparisonRoutes, type ComparisonRouteDependencies } from './portfolios/comparison-routes.ts';
import { addConstraintRoutes } from './portfolios/constraint-routes.ts';
import { addDividendRoutes } from './portfolios/dividend-routes.ts';
import { addGainsRoutes, type GainsRouteDependencies } from './portfolios/gains-routes.ts';
import { addMifidRoutes, type MifidRouteDependencies } from './portfolios/mifid-routes.ts';
import { addPerformanceRoutes } from './portfolios/performance-routes.ts';
import { addPlanRoutes, type PlanRouteDependencies } from './portfolios/plan-routes.ts';
import { addPolicyRoutes } from './portfolios/policy-routes.ts';
import { addPortfolioHistoryRoutes, type PortfolioHistoryDependencies } from './portfolios/portfolio-history-routes.ts';
import { addPortfolioRoutes, type PortfolioRouteDependencies } from './portfolios/portfolio-routes.ts';
import { addRebalanceRoutes, type RebalanceRouteDependencies } from './portfolios/rebalance-routes.ts';
import { addSettlementRoutes } from './portfolios/settlement-routes.ts';
import { addRecordingRoutes, type RecordingRouteDependencies } from './scenarios/recording-routes.ts';
import { addSaveScenarioRoute, type SaveScenarioDependencies } from './scenarios/save-scenario-route.ts';
import { addScenarioRoutes, type ScenarioRouteDependencies } from './scenarios/scenario-routes.ts';
import { addSweepRoutes, type SweepRouteDependencies } from './scenarios/sweep-routes.ts';
import { addSinkReceiver, type SinkReceiverDependencies } from './webhooks/sink-receiver.ts';
import { addSinkRoutes, type SinkRouteDependencies } from './webhooks/sink-routes.ts';
import { addWebhookRoutes, type WebhookRouteDependencies } from './webhooks/webhook-routes.ts';
import { addClockRoutes, type ClockRouteDependencies } from './world/clock-routes.ts';
import { addEventRoutes, type EventRouteDependencies } from './world/event-routes.ts';
import { addHistoryRoutes, type HistoryRouteDependencies } from './world/history-routes.ts';
import { addPreferenceRoutes, type PreferenceRouteDependencies } from './world/preference-routes.ts';
import { addSnapshotRoutes, type SnapshotRouteDependencies } from './world/snapshot-routes.ts';
import { addStorageRoutes, type StorageRouteDependencies } from './world/storage-routes.ts';
import { addWorldsRoutes, type WorldsRouteDependencies } from './worlds/worlds-routes.ts';

/** What the control plane itself needs, and what its routers need. */
export type ControlRouterDependencies = AccountRouteDependencies &
  BarRouteDependencies &
  ClockRouteDependencies &
  ComparisonRouteDependencies &
  EventRouteDependencies &
  ExplorerRouteDependencies &
  FaultRouteDependencies &
  GainsRouteDependencies &
  HistoryRouteDependencies &
  ImportRouteDependencies &
  JournalRouteDependencies &
  KeyRouteDependencies &
  InstrumentRouteDependencies &
  LabRouteDependencies &
  LiveStreamDependencies &
  MarketRouteDependencies &
  MarketViewRouteDependencies &
  MifidRouteDependencies &
  PlanRouteDependencies &
  PortfolioHistoryDependencies &
  PreferenceRouteDependencies &
  RecordingDependencies &
  RecordingRouteDependencies &
  SaveScenarioDependencies &
  ScenarioRouteDependencies &
  SinkReceiverDependencies &
  SinkRouteDependencies &
  SnapshotRouteDependencies &
  StorageRouteDependencies &
  SweepRouteDependencies &
  TraceRouteDependencies &
  WebhookRouteDependencies &
  WorldsRouteDependencies &
  PortfolioRouteDependencies &
  RebalanceRouteDependencies & {
    readonly nextRequestId: () => string;
    /** Each of them opens the control plane. */
    readonly adminTokens: readonly string[];
    readonly admission: AppAdmission;
    /** Opens every world and what lies beyond them; it is among `adminTokens`. */
    readonly serverToken: string;
    readonly session: () => Session;
    readonly fingerprint: () => Fingerprint;
  };

export function createControlRouter(service: ControlRouterDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openExchange(service));
  addSinkReceiver(router, service);
  router.use(authorise(service));
  router.use(guardQueries);
  addServerRoutes(router, service);
  router.use(recordCommands(service, 'sim'));
  addOperation(router, sessionOperations.getSession, (request, response) =>
    sendJson(request, response, 200, service.session()),
  );
  addOperation(router, sessionOperations.getFingerprint, (request, response) => {
    service.driver.nowMs();
    sendJson(request, response, 200, service.fingerprint());
  });
  addOperation(router, traceOperations.streamEvents, liveStream(service));
  addStorageRoutes(router, service);
  addClockRoutes(router, service);
  addPortfolioRoutes(router, service);
  addCashFlowRoutes(router, service);
  addConstraintRoutes(router, service);
  addDividendRoutes(router, service);
  addSettlementRoutes(router, service);
  addPolicyRoutes(router, service);
  addRebalanceRoutes(router, service);
  addBulkRoutes(router, service);
  addImportRoutes(router, service);
  addPlanRoutes(router, service);
  addAccountRoutes(router, service);
  addKeyRoutes(router, service);
  addInstrumentRoutes(router, service);
  addMarketRoutes(router, service);
  addCorporateActionRoutes(router, service);
  addMarketViewRoutes(router, service);
  addGainsRoutes(router, service);
  addPortfolioHistoryRoutes(router, service);
  addActivityRoutes(router, service);
  addPerformanceRoutes(router, service);
  addMifidRoutes(router, service);
  addBarRoutes(router, service);
  addFaultRoutes(router, service);
  addExchangeRoutes(router, service);
  addWebhookRoutes(router, service);
  addEventRoutes(router, service);
  addSinkRoutes(router, service);
  addJournalRoutes(router, service);
  addTraceRoutes(router, service);
  addSnapshotRoutes(router, service);
  addRecordingRoutes(router, service);
  router.use((request: Request, _response: Response, next: NextFunction) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.baseUrl}${request.path}.`));
  });
  return router;
}

/** What is made or played beside the world is no command of it. */
function addServerRoutes(router: Router, service: ControlRouterDependencies): void {
  addWorldsRoutes(router, service);
  addPreferenceRoutes(router, service);
  addScenarioRoutes(router, service);
  addHistoryRoutes(router, service);
  addComparisonRoutes(router, service);
  addSaveScenarioRoute(router, service);
  addSweepRoutes(router, service);
  addLabRoutes(router, service);
  addExplorerRoutes(router, service);
}

function openExchange(service: ControlRouterDependencies): RequestHandler {
  return (request, response, next) => {
    const requestId = service.nextRequestId();
    const startedMs = service.monotonicMs();
    // The journal is of the simulated service; what the control plane does shows in the event log.
    setContext(request, newContext({ requestId, startedMs }));
    reportChange(service, request, response);
    // Answers that are no JSON have it, too (decision C).
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}

/** Tells the subscribers of the stream what may have changed, once it is answered (decision L129). */
function reportChange({ stream }: LiveStreamDependencies, request: Request, response: Response): void {
  const { method, baseUrl, path } = request;
  // A sink keeps whatever it receives, and answers as it was told.
  const isReceived = /^\/sink(\/|$)/.test(path);
  if (!isReceived && ['GET', 'HEAD', 'OPTIONS'].includes(method)) return;
  response.once('finish', () => {
    if (isReceived || response.statusCode < 400) stream.publishControl({ method, path: `${baseUrl}${path}` });
  });
}

/** The admin token, or a page of the app that was let in (decisions L114, L115). */
function authorise(service: ControlRouterDependencies): RequestHandler {
  return (request, _response, next) => {
    const caller = callerOf(service, request);
    if (caller === null) {
      next(new Problem('unauthorized', 'The control plane needs "Authorization: Bearer <admin token>".'));
      return;
    }
    contextOf(request).caller = caller;
    if (caller === 'app') request.url = withoutPageToken(request.url);
    next();
  };
}

function callerOf({ adminTokens, serverToken, admission }: ControlRouterDependencies, request: Request) {
  const token = bearerToken(request.headers.authorization);
  if (token !== null && isSameSecret(token, serverToken)) return 'server';
  if (token !== null && adminTokens.some((each) => isSameSecret(token, each))) return 'world';
  return isFromApp(request, admission) ? 'app' : null;
}

/** What comes after knows nothing of who asked. */
function withoutPageToken(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (!searchParams.has(PAGE_PARAMETER)) return url;
  searchParams.delete(PAGE_PARAMETER);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
