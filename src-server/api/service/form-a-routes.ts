/**
 * Form A of the service (specification 4.1), but for creating portfolios: each route validates, asks once, and answers.
 */

import type { Request, Router } from 'express';
import { isKey, type RebalanceA, type StartedRebalanceA, startRebalanceA } from '../../contract/service/form-a.ts';
import { formAOperations } from '../../contract/service/form-a-operations.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { rebalancePortfolioA } from '../../engine/commands/rebalances/rebalance-portfolio-a.ts';
import { viewStartedA } from '../../engine/event-payloads.ts';
import { findMifidRecord, findRebalanceA } from '../../engine/find-owned.ts';
import { findIdempotentResponse } from '../../engine/idempotent-responses.ts';
import { writeKeyReuse } from '../../engine/key-reuse.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { validateTargetIsins } from '../../engine/planning/plan-portfolio-a.ts';
import type { World } from '../../engine/world.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { addOperation } from '../http/add-operation.ts';
import { parseBody, readJson } from '../http/bodies/read-body.ts';
import { acceptedOf } from '../http/problem.ts';
import { contextOf } from '../http/request-context.ts';
import { sendJson, sendText } from '../http/send-response.ts';
import { viewRebalanceA } from '../views/service/view-rebalance-a.ts';
import { compareReuse } from './compare-reuse.ts';

export interface FormARouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addFormARoutes(router: Router, service: FormARouteDependencies): void {
  const { world, driver } = service;
  const account = (request: Request) => contextOf(request).accountId;

  addOperation(router, formAOperations.startRebalance, readJson, (request, response) => {
    driver.nowMs();
    const key = memberOf(request.body, 'idempotency_key');
    const kept = typeof key === 'string' && isKey(key) ? findIdempotentResponse(world, account(request), key) : null;
    if (kept !== null) {
      const reuse = compareReuse(world, kept, String(request.params.id), request.body);
      contextOf(request).keyReuse = reuse === null ? null : writeKeyReuse(reuse);
      response.setHeader('Idempotency-Replayed', 'true');
      sendText(request, response, kept.status, kept.body);
      return;
    }
    const body = parseBody(request, startRebalanceA, readableTargetFaults(world));
    const rebalance = acceptedOf(rebalancePortfolioA(world, account(request), String(request.params.id), body));
    const answer: StartedRebalanceA = viewStartedA(rebalance);
    sendJson(request, response, 202, answer);
    driver.afterCommand();
  });

  addOperation(router, formAOperations.getRebalanceA, (request, response) => {
    const nowMs = driver.nowMs();
    const rebalance = acceptedOf(findRebalanceA(world, account(request), request.params.id, nowMs));
    const answer: RebalanceA = viewRebalanceA(world, rebalance);
    sendJson(request, response, 200, answer);
  });

  addOperation(router, formAOperations.getMifidRecord, (request, response) => {
    const nowMs = driver.nowMs();
    const record = acceptedOf(findMifidRecord(world, account(request), request.params.id, nowMs));
    sendJson(request, response, 200, record.body);
  });
}

/** Faults of the sound ISINs of a body that failed validation, so that one answer tells every fault (decision C). */
export function readableTargetFaults(world: Pick<World, 'market'>): (unread: unknown) => ValidationIssue[] {
  return (unread) => {
    const weights = memberOf(unread, 'target_weights');
    const isins = typeof weights === 'object' && weights !== null ? Object.keys(weights).filter(isIsin) : [];
    return validateTargetIsins(world, isins);
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
