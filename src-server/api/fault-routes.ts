/** `/sim/faults`, `/sim/exchanges` and `/sim/depth`: break the market on purpose, and look at what it is like (decision L). */
import type { Router } from 'express';
import {
  changeExchange as changeExchangeSchema,
  type DepthView,
  depthQuery,
  type ExchangeList,
  type ExchangeView,
} from '../contract/exchange-control.ts';
import { createFault, FAULT_AMOUNTS, type FaultList, type FaultView } from '../contract/faults.ts';
import { changeExchange } from '../engine/commands/change-exchange.ts';
import { endAllFaults, endFault } from '../engine/commands/end-fault.ts';
import { setFault } from '../engine/commands/set-fault.ts';
import { listExchanges, viewDepth, viewExchange } from '../engine/views/view-exchanges.ts';
import { viewFault } from '../engine/views/view-faults.ts';
import { toExchangeChange } from '../scenario/exchange-change.ts';
import { toFaultRequest } from '../scenario/fault-request.ts';
import { sendJson } from './exchange.ts';
import { acceptedOf } from './problem.ts';
import { parseBody, parseWith, readJson } from './read-body.ts';
import type { Service } from './service.ts';

export function addFaultRoutes(router: Router, { world, driver }: Service): void {
  const view = (fault: Parameters<typeof viewFault>[0]): FaultView =>
    viewFault(fault, FAULT_AMOUNTS, world.kernel.nowMs);
  router.get('/faults', (request, response) => {
    driver.nowMs();
    const answer: FaultList = { faults: world.faults.all().map(view) };
    sendJson(request, response, 200, answer);
  });
  router.post('/faults', readJson, (request, response) => {
    const body = parseBody(request, createFault);
    const fault = acceptedOf(setFault(world, toFaultRequest(body, driver.nowMs())));
    driver.afterCommand();
    sendJson(request, response, 201, view(world.faults.find(fault.faultId) ?? fault));
  });
  router.delete('/faults', (request, response) => {
    driver.nowMs();
    const answer: FaultList = { faults: endAllFaults(world).map(view) };
    driver.afterCommand();
    sendJson(request, response, 200, answer);
  });
  router.delete('/faults/:id', (request, response) => {
    driver.nowMs();
    const answer = view(acceptedOf(endFault(world, request.params.id)));
    driver.afterCommand();
    sendJson(request, response, 200, answer);
  });
}

export function addExchangeRoutes(router: Router, { world, driver }: Service): void {
  router.get('/exchanges', (request, response) => {
    const answer: ExchangeList = listExchanges(world, driver.nowMs());
    sendJson(request, response, 200, answer);
  });
  router.get('/exchanges/:mic', (request, response) => {
    const answer: ExchangeView = acceptedOf(viewExchange(world, request.params.mic, driver.nowMs()));
    sendJson(request, response, 200, answer);
  });
  router.patch('/exchanges/:mic', readJson, (request, response) => {
    const change = toExchangeChange(parseBody(request, changeExchangeSchema));
    const mic = String(request.params.mic);
    driver.nowMs();
    acceptedOf(changeExchange(world, mic, change));
    driver.afterCommand();
    const answer: ExchangeView = acceptedOf(viewExchange(world, mic, world.kernel.nowMs));
    sendJson(request, response, 200, answer);
  });
  router.get('/depth', (request, response) => {
    const { isin, exchange } = parseWith(depthQuery, request.query, 'query');
    const answer: DepthView = acceptedOf(viewDepth(world, isin, exchange, driver.nowMs()));
    sendJson(request, response, 200, answer);
  });
}
