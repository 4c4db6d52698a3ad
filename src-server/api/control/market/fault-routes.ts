/**
 * `/sim/faults`, with `/sim/stubs`, `/sim/exchanges` and `/sim/depth`: break things on purpose, and look at what the
 * market is like (decision L).
 */

import type { Request, Router } from 'express';
import { interfaceFaultView, webhookFaultView } from '../../../contract/control/http-faults/http-faults.ts';
import {
  changeExchange as changeExchangeSchema,
  depthQuery,
  type ExchangeList,
} from '../../../contract/control/market/exchange-control.ts';
import { exchangeOperations } from '../../../contract/control/market/exchange-operations.ts';
import { faultOperations } from '../../../contract/control/market/fault-operations.ts';
import {
  createFault,
  type EndedFaults,
  FAULT_AMOUNTS,
  type FaultList,
  type FaultView,
  faultsQuery,
  listFaultsQuery,
} from '../../../contract/control/market/faults.ts';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { changeExchange } from '../../../engine/commands/market/change-exchange.ts';
import { endAllFaults, endFault } from '../../../engine/commands/market/end-fault.ts';
import { type HttpFault, scopeOfKind } from '../../../engine/http-faults/http-fault.ts';
import { endAllHttpFaults, endHttpFault } from '../../../engine/http-faults/set-http-fault.ts';
import { exchangeStatus, exchangeStatuses, marketDepth } from '../../../engine/market/exchange-status.ts';
import type { World } from '../../../engine/world.ts';
import { toExchangeChange } from '../../../scenario/run/exchange-change.ts';
import { setAnyFault } from '../../../scenario/run/set-any-fault.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { isUnmet, withUnmet } from '../../http-faults/unmet-faults.ts';
import { viewCoverage } from '../../http-faults/view-coverage.ts';
import type { JournalRecorder } from '../../journal/journal-recorder.ts';
import { viewDepth, viewExchange } from '../../views/market/view-exchanges.ts';
import { viewFault, viewHttpFault } from '../../views/market/view-faults.ts';
import { addStubRoutes, type StubRouteDependencies, withFile, withWarnings } from './stub-routes.ts';

export interface FaultRouteDependencies extends StubRouteDependencies {
  readonly journal: JournalRecorder;
}

const SCOPES = ['market', 'interface', 'webhook'] as const;

export function addFaultRoutes(router: Router, service: FaultRouteDependencies): void {
  addStubRoutes(router, service);
  const { world, driver, webhooks } = service;
  const view = (fault: AnyFault): FaultView => viewAny(fault, world.kernel.nowMs);
  const scopesOf = (request: Request) => {
    const { scope } = parseQuery(request, faultsQuery);
    return scope === undefined ? SCOPES : [scope];
  };
  addOperation(router, faultOperations.listFaults, async (request, response) => {
    const { scope: wanted, unmet, ...page } = parseQuery(request, listFaultsQuery);
    const nowMs = driver.nowMs();
    const all = (wanted === undefined ? SCOPES : [wanted]).flatMap((scope) => [...faultsOf(world, scope)]);
    const listed = all.filter((fault) => !unmet || isUnmet(fault, nowMs));
    const { rows, next } = pageOf<AnyFault>(listed, page, ({ faultId }) => faultId);
    const answer: FaultList = { faults: rows.map(view), ...(await withUnmet(service, unmet, rows, response)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, faultOperations.setFault, readJson, (request, response) => {
    const said = parseBody(request, createFault);
    const body = said.kind === 'api_stub' ? withFile(request, said, service) : said;
    driver.nowMs();
    const { faultId } = acceptedOf<AnyFault>(setAnyFault(world, webhooks, body));
    driver.afterCommand();
    sendJson(request, response, 201, { ...view(findFault(world, faultId)), ...withWarnings(world, faultId) });
  });
  addOperation(router, faultOperations.endAllFaults, (request, response) => {
    const scopes = scopesOf(request);
    driver.nowMs();
    const ended = scopes.flatMap<AnyFault>((scope) =>
      scope === 'market' ? endAllFaults(world) : endAllHttpFaults(world, scope),
    );
    const answer: EndedFaults = { faults: ended.map(view) };
    driver.afterCommand();
    sendJson(request, response, 200, answer);
  });
  addOperation(router, faultOperations.getFaultCoverage, async (request, response) => {
    driver.nowMs();
    sendJson(request, response, 200, await viewCoverage(service));
  });
  addOperation(router, faultOperations.endFault, (request, response) => {
    driver.nowMs();
    const { id } = request.params;
    const answer = view(endHttpFault(world, id) ?? acceptedOf(endFault(world, id)));
    driver.afterCommand();
    sendJson(request, response, 200, answer);
  });
}

type AnyFault = Parameters<typeof viewFault>[0] | HttpFault;

function viewAny(fault: AnyFault, nowMs: number): FaultView {
  if (!('terms' in fault)) return viewFault(fault, FAULT_AMOUNTS, nowMs);
  const shown = viewHttpFault(fault, nowMs);
  return shown.scope === 'interface' ? interfaceFaultView.parse(shown) : webhookFaultView.parse(shown);
}

function faultsOf({ faults, httpFaults }: World, scope: (typeof SCOPES)[number]): readonly AnyFault[] {
  if (scope === 'market') return faults.all();
  return httpFaults.all().filter(({ terms }) => scopeOfKind(terms.kind) === scope);
}

/** One that was just set is there. */
function findFault({ faults, httpFaults }: World, faultId: string): AnyFault {
  const fault = httpFaults.find(faultId) ?? faults.find(faultId);
  if (fault === null) throw new Error(`${faultId} was set, and is not there`);
  return fault;
}

export function addExchangeRoutes(router: Router, { world, driver }: FaultRouteDependencies): void {
  addOperation(router, exchangeOperations.listExchanges, (request, response) => {
    const answer: ExchangeList = { exchanges: exchangeStatuses(world, driver.nowMs()).map(viewExchange) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, exchangeOperations.getExchange, (request, response) => {
    const status = acceptedOf(exchangeStatus(world, request.params.mic, driver.nowMs()));
    sendJson(request, response, 200, viewExchange(status));
  });
  addOperation(router, exchangeOperations.changeExchange, readJson, (request, response) => {
    const change = toExchangeChange(parseBody(request, changeExchangeSchema));
    const mic = String(request.params.mic);
    driver.nowMs();
    acceptedOf(changeExchange(world, mic, change));
    driver.afterCommand();
    sendJson(request, response, 200, viewExchange(acceptedOf(exchangeStatus(world, mic, world.kernel.nowMs))));
  });
  addOperation(router, marketOperations.getDepth, (request, response) => {
    const { isin, exchange } = parseQuery(request, depthQuery);
    sendJson(request, response, 200, viewDepth(acceptedOf(marketDepth(world, isin, exchange, driver.nowMs()))));
  });
}
