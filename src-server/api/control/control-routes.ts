/** The control plane under `/sim` (decision L): it is not part of the simulated service, but controls its world. */

import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { accountOperations } from '../../contract/control/accounts/account-operations.ts';
import { keyOperations } from '../../contract/control/accounts/key-operations.ts';
import { explorerOperations } from '../../contract/control/explorer/explorer-operations.ts';
import { stubOperations } from '../../contract/control/http-faults/stub-operations.ts';
import { importOperations } from '../../contract/control/imports/import-operations.ts';
import { labOperations } from '../../contract/control/lab/lab-operations.ts';
import { corporateActionOperations } from '../../contract/control/market/corporate-action-operations.ts';
import { exchangeOperations } from '../../contract/control/market/exchange-operations.ts';
import { faultOperations } from '../../contract/control/market/fault-operations.ts';
import { marketOperations } from '../../contract/control/market/market-operations.ts';
import { bulkOperations } from '../../contract/control/portfolios/bulk-operations.ts';
import { mifidOperations } from '../../contract/control/portfolios/mifid-operations.ts';
import { planOperations } from '../../contract/control/portfolios/plan-operations.ts';
import { portfolioHistoryOperations } from '../../contract/control/portfolios/portfolio-history-operations.ts';
import { portfolioOperations } from '../../contract/control/portfolios/portfolio-operations.ts';
import { rebalanceOperations } from '../../contract/control/portfolios/rebalance-operations.ts';
import { recordingOperations } from '../../contract/control/scenarios/recording-operations.ts';
import { scenarioOperations } from '../../contract/control/scenarios/scenario-operations.ts';
import { sweepOperations } from '../../contract/control/scenarios/sweep-operations.ts';
import { sinkOperations } from '../../contract/control/webhooks/sink-operations.ts';
import { webhookOperations } from '../../contract/control/webhooks/webhook-operations.ts';
import { clockOperations } from '../../contract/control/world/clock-operations.ts';
import { historyOperations } from '../../contract/control/world/history-operations.ts';
import { preferenceOperations } from '../../contract/control/world/preference-operations.ts';
import { recordOperations } from '../../contract/control/world/record-operations.ts';
import { sessionOperations } from '../../contract/control/world/session-operations.ts';
import { snapshotOperations } from '../../contract/control/world/snapshot-operations.ts';
import { storageOperations } from '../../contract/control/world/storage-operations.ts';
import { streamQuery } from '../../contract/control/world/stream.ts';
import { traceOperations } from '../../contract/control/world/trace-operations.ts';
import { worldsOperations } from '../../contract/control/worlds/worlds-operations.ts';
import { READING_METHODS } from '../../domain/world-choices.ts';
import { isSameSecret } from '../../engine/secret-hash.ts';
import { addOperation, operationsAdder } from '../http/add-operations.ts';
import { bearerToken } from '../http/api-key-index.ts';
import { type AppAdmission, isFromApp, PAGE_PARAMETER } from '../http/app-admission.ts';
import { parseQuery } from '../http/parse-query.ts';
import { Problem } from '../http/problem.ts';
import { type RecordingDependencies, recordCommands } from '../http/record-commands.ts';
import { contextOf, newContext, setContext } from '../http/request-context.ts';
import { journalHandlers } from '../journal/journal-handlers.ts';
import type { Services } from '../services.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { traceHandlers } from '../trace/trace-handlers.ts';
import { accountHandlers, keyHandlers } from './accounts/account-handlers.ts';
import { explorerHandlers } from './explorer/explorer-handlers.ts';
import { importHandlers } from './imports/import-handlers.ts';
import { labHandlers } from './lab/lab-handlers.ts';
import { barHandlers } from './market/bar-handlers.ts';
import { corporateActionHandlers } from './market/corporate-action-handlers.ts';
import { depthHandlers, exchangeHandlers, faultHandlers } from './market/fault-handlers.ts';
import { instrumentHandlers, marketHandlers } from './market/market-handlers.ts';
import { marketViewHandlers } from './market/market-view-handlers.ts';
import { stubHandlers } from './market/stub-handlers.ts';
import { accountingHandlers } from './portfolios/accounting-handlers.ts';
import { activityHandlers } from './portfolios/activity-handlers.ts';
import { bulkHandlers } from './portfolios/bulk-handlers.ts';
import { cashFlowHandlers } from './portfolios/cash-flow-handlers.ts';
import { comparisonHandlers } from './portfolios/comparison-handlers.ts';
import { mifidHandlers } from './portfolios/mifid-handlers.ts';
import { performanceHandlers } from './portfolios/performance-handlers.ts';
import { portfolioHandlers } from './portfolios/portfolio-handlers.ts';
import { portfolioHistoryHandlers } from './portfolios/portfolio-history-handlers.ts';
import { planHandlers, rebalanceHandlers } from './portfolios/rebalance-handlers.ts';
import { rebalancingRuleHandlers } from './portfolios/rebalancing-rule-handlers.ts';
import { recordingHandlers } from './scenarios/recording-handlers.ts';
import { saveScenarioHandlers } from './scenarios/save-scenario-handlers.ts';
import { scenarioHandlers, sweepHandlers } from './scenarios/scenario-handlers.ts';
import { deliveryHandlers, signatureHandlers } from './webhooks/delivery-handlers.ts';
import { sinkHandlers } from './webhooks/sink-handlers.ts';
import { addSinkReceiver } from './webhooks/sink-receiver.ts';
import { webhookHandlers } from './webhooks/webhook-handlers.ts';
import { clockHandlers } from './world/clock-handlers.ts';
import { eventHandlers, historyHandlers } from './world/history-handlers.ts';
import { preferenceHandlers } from './world/preference-handlers.ts';
import { snapshotHandlers } from './world/snapshot-handlers.ts';
import { sessionHandlers, storageHandlers } from './world/storage-handlers.ts';
import { worldsHandlers } from './worlds/worlds-handlers.ts';

/** Dependencies of the layers before the operations, and of the handlers. */
export type ControlRouterDependencies = Services &
  LiveStreamDependencies &
  RecordingDependencies & {
    readonly nextRequestId: () => string;
    /** Each of them gives access to the control plane. */
    readonly adminTokens: readonly string[];
    readonly admission: AppAdmission;
    /** Gives access to every world and to operations of the whole server; it is one of `adminTokens`. */
    readonly serverToken: string;
  };

export function createControlRouter(service: ControlRouterDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openExchange(service));
  addSinkReceiver(router, service);
  router.use(authorise(service));
  addServerOperations(router, service);
  router.use(recordCommands(service, 'sim'));
  addOperation(router, traceOperations.streamEvents, liveStream(service));
  addWorldOperations(router, service);
  router.use((request: Request, _response: Response, next: NextFunction) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.baseUrl}${request.path}.`));
  });
  return router;
}

const { streamEvents: _stream, ...traces } = traceOperations;
const { saveScenario, openScenario, ...recordings } = recordingOperations;

/** Operations on other worlds and on scenarios are not commands of this world. */
function addServerOperations(router: Router, service: ControlRouterDependencies): void {
  const add = operationsAdder<Services>(router, service, { refusesParameters: true, areCommands: false });
  add(worldsOperations, worldsHandlers);
  add(preferenceOperations, preferenceHandlers);
  add(scenarioOperations, scenarioHandlers);
  add(historyOperations, { ...historyHandlers, ...comparisonHandlers });
  add({ saveScenario, openScenario }, saveScenarioHandlers);
  add(sweepOperations, sweepHandlers);
  add(labOperations, labHandlers);
  add(explorerOperations, explorerHandlers);
}

function addWorldOperations(router: Router, service: ControlRouterDependencies): void {
  const add = operationsAdder<Services>(router, service, { refusesParameters: true, areCommands: true });
  add(sessionOperations, sessionHandlers);
  add(storageOperations, storageHandlers);
  add(clockOperations, clockHandlers);
  add(portfolioOperations, {
    ...portfolioHandlers,
    ...rebalancingRuleHandlers,
    ...cashFlowHandlers,
    ...accountingHandlers,
  });
  add(rebalanceOperations, rebalanceHandlers);
  add(bulkOperations, bulkHandlers);
  add(importOperations, importHandlers);
  add(planOperations, planHandlers);
  add(accountOperations, accountHandlers);
  add(keyOperations, keyHandlers);
  add(marketOperations, {
    ...instrumentHandlers,
    ...marketHandlers,
    ...marketViewHandlers,
    ...barHandlers,
    ...depthHandlers,
  });
  add(corporateActionOperations, corporateActionHandlers);
  add(portfolioHistoryOperations, { ...portfolioHistoryHandlers, ...activityHandlers, ...performanceHandlers });
  add(mifidOperations, mifidHandlers);
  add(stubOperations, stubHandlers);
  add(faultOperations, faultHandlers);
  add(exchangeOperations, exchangeHandlers);
  add(webhookOperations, { ...webhookHandlers, ...deliveryHandlers, ...signatureHandlers });
  add(sinkOperations, sinkHandlers);
  add(recordOperations, { ...eventHandlers, ...journalHandlers });
  add(traces, traceHandlers);
  add(snapshotOperations, snapshotHandlers);
  add(recordings, recordingHandlers);
}

function openExchange(service: ControlRouterDependencies): RequestHandler {
  return (request, response, next) => {
    const requestId = service.nextRequestId();
    const startedMs = service.monotonicMs();
    // The journal only records the simulated service; actions of the control plane are in the event log.
    setContext(request, newContext({ requestId, startedMs }));
    reportChange(service, request, response);
    // Responses that are not JSON have it, too (decision C).
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}

/** Notifies the subscribers of the stream of a possible change, after the response (decision L129). */
function reportChange({ stream }: LiveStreamDependencies, request: Request, response: Response): void {
  const { method, baseUrl, path } = request;
  // A sink records every request, and responds as configured.
  const isReceived = /^\/sink(\/|$)/.test(path);
  if (!isReceived && READING_METHODS.has(method)) return;
  response.once('finish', () => {
    if (isReceived || response.statusCode < 400) stream.publishControl({ method, path: `${baseUrl}${path}` });
  });
}

/** Admits requests with an admin token, and those of an admitted page of the app (decisions L114, L115). */
function authorise(service: ControlRouterDependencies): RequestHandler {
  return (request, _response, next) => {
    const caller = callerOf(service, request);
    if (caller === null) {
      const isMissing = bearerToken(request.headers.authorization) === null;
      next(new Problem('unauthorized', isMissing ? NO_TOKEN : 'This admin token is unknown.'));
      return;
    }
    contextOf(request).caller = caller;
    if (caller === 'app') request.url = withoutPageToken(request.url);
    next();
  };
}

const NO_TOKEN = 'The control plane needs "Authorization: Bearer <admin token>".';

function callerOf({ adminTokens, serverToken, admission }: ControlRouterDependencies, request: Request) {
  const token = bearerToken(request.headers.authorization);
  if (token !== null && isSameSecret(token, serverToken)) return 'server';
  if (token !== null && adminTokens.some((each) => isSameSecret(token, each))) return 'world';
  return isFromApp(request, admission) ? 'app' : null;
}

/** Removes the page's token, so that later layers do not see credentials. */
function withoutPageToken(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (!searchParams.has(PAGE_PARAMETER)) return url;
  searchParams.delete(PAGE_PARAMETER);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

interface LiveStreamDependencies {
  readonly stream: Pick<EventStream, 'open' | 'publishControl'>;
}

/**
 * `GET /sim/stream`: server-sent events of the world. A client that reconnects with `Last-Event-ID` gets the events
 * that it missed; one that does not read is dropped, never buffered without bound.
 */
function liveStream({ stream }: LiveStreamDependencies): RequestHandler {
  return (request, response) => {
    const { topics } = parseQuery(request, streamQuery);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    // The headers are sent now, whatever the client has subscribed to.
    response.flushHeaders();
    const lastId = request.get('last-event-id') ?? '';
    const close = stream.open(response, topics === undefined ? null : new Set(topics), lastId === '' ? null : lastId);
    response.on('close', close);
  };
}
