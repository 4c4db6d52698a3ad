/** Form A of the service (specification 4.1), but for creating portfolios: each route validates, asks once, and answers. */
import type { Request, Router } from 'express';
import { isKey, type RebalanceA, type StartedRebalanceA, startRebalanceA } from '../contract/form-a.ts';
import { isIsin } from '../domain/isin.ts';
import { rebalancePortfolioA, targetFaults } from '../engine/commands/rebalance-portfolio-a.ts';
import { findMifidRecord, findRebalanceA } from '../engine/find-owned.ts';
import { keptAnswer } from '../engine/kept-answers.ts';
import { viewRebalanceA, viewStartedA } from '../engine/views/view-rebalance-a.ts';
import { contextOf, sendJson, sendText } from './exchange.ts';
import { acceptedOf } from './problem.ts';
import { parseBody, readJson } from './read-body.ts';
import type { Service } from './service.ts';

export function addFormARoutes(router: Router, service: Service): void {
  const { world, driver } = service;
  const account = (request: Request) => contextOf(request).accountId;

  router.post('/portfolios/:id/rebalance', readJson, (request, response) => {
    driver.nowMs();
    const key = memberOf(request.body, 'idempotency_key');
    const kept = typeof key === 'string' && isKey(key) ? keptAnswer(world, account(request), key) : null;
    if (kept !== null) {
      response.setHeader('Idempotency-Replayed', 'true');
      sendText(request, response, kept.status, kept.body);
      return;
    }
    const body = parseBody(request, startRebalanceA, (unread) => targetFaults(world, readableIsins(unread)));
    const rebalance = acceptedOf(rebalancePortfolioA(world, account(request), String(request.params.id), body));
    const answer: StartedRebalanceA = viewStartedA(rebalance);
    sendJson(request, response, 202, answer);
    driver.afterCommand();
  });

  router.get('/rebalances/:id', (request, response) => {
    const nowMs = driver.nowMs();
    const rebalance = acceptedOf(findRebalanceA(world, account(request), request.params.id, nowMs));
    const answer: RebalanceA = viewRebalanceA(world, rebalance);
    sendJson(request, response, 200, answer);
  });

  router.get('/mifid-records/:id', (request, response) => {
    const nowMs = driver.nowMs();
    const record = acceptedOf(findMifidRecord(world, account(request), request.params.id, nowMs));
    sendText(request, response, 200, record.body);
  });
}

/** Sound ISINs of a body that failed validation, so that one answer tells every fault (decision C). */
function readableIsins(body: unknown): string[] {
  const weights = memberOf(body, 'target_weights');
  return typeof weights === 'object' && weights !== null ? Object.keys(weights).filter(isIsin) : [];
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
