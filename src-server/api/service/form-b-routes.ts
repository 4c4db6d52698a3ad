/** Form B of the service (specification 4.2): each route validates, calls one command or view, and answers. */

import type { Request, Response, Router } from 'express';
import {
  createPlan as createPlanSchema,
  executePlan as executePlanSchema,
  type RebalanceB,
  type RebalancePlan,
} from '../../contract/service/form-b.ts';
import { formBOperations } from '../../contract/service/form-b-operations.ts';
import type { Prices } from '../../contract/service/prices.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { deletePortfolio } from '../../engine/commands/portfolios/delete-portfolio.ts';
import { cancelPlan } from '../../engine/commands/rebalances/cancel-plan.ts';
import { createPlan } from '../../engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../engine/commands/rebalances/execute-plan.ts';
import { findPortfolioB, findRebalanceB } from '../../engine/find-owned.ts';
import type { World } from '../../engine/world.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { addOperation } from '../http/add-operation.ts';
import { parseBody, readJson } from '../http/bodies/read-body.ts';
import { acceptedOf, Problem } from '../http/problem.ts';
import { contextOf } from '../http/request-context.ts';
import { sendJson } from '../http/send-response.ts';
import { viewDeleted, viewPortfolioB } from '../views/service/view-portfolio-b.ts';
import { viewPrices } from '../views/service/view-prices.ts';
import { viewPlanB, viewRebalanceB } from '../views/service/view-rebalance-b.ts';

export interface FormBRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addFormBRoutes(router: Router, service: FormBRouteDependencies): void {
  const { world, driver } = service;
  const account = (request: Request) => contextOf(request).accountId;

  addOperation(router, formBOperations.getPortfolio, (request, response) => {
    const nowMs = driver.nowMs();
    const portfolio = acceptedOf(findPortfolioB(world, account(request), request.params.portfolio_id));
    sendJson(request, response, 200, viewPortfolioB(world, portfolio, nowMs));
  });

  addOperation(router, formBOperations.deletePortfolio, (request, response) => {
    driver.nowMs();
    const deleted = acceptedOf(deletePortfolio(world, account(request), request.params.portfolio_id));
    answerCommand(service, request, response, 200, viewDeleted(deleted));
  });

  addOperation(router, formBOperations.createPlan, readJson, (request, response) => {
    driver.nowMs();
    const plan = acceptedOf(createPlan(world, account(request), parseBody(request, createPlanSchema)));
    const answer: RebalancePlan = viewPlanB(world, plan);
    answerCommand(service, request, response, 201, answer);
  });

  addOperation(router, formBOperations.getRebalance, (request, response) => {
    const nowMs = driver.nowMs();
    const rebalance = acceptedOf(findRebalanceB(world, account(request), request.params.rebalance_id, nowMs));
    const answer: RebalanceB = viewRebalanceB(world, rebalance);
    sendJson(request, response, 200, answer);
  });

  addOperation(router, formBOperations.executePlan, readJson, (request, response) => {
    driver.nowMs();
    parseBody(request, executePlanSchema);
    const answer: RebalanceB = viewRebalanceB(
      world,
      acceptedOf(executePlan(world, account(request), String(request.params.rebalance_id))),
    );
    answerCommand(service, request, response, 202, answer);
  });

  addOperation(router, formBOperations.cancelPlan, (request, response) => {
    driver.nowMs();
    const answer: RebalanceB = viewRebalanceB(
      world,
      acceptedOf(cancelPlan(world, account(request), request.params.rebalance_id)),
    );
    answerCommand(service, request, response, 200, answer);
  });

  addOperation(router, formBOperations.getPrices, (request, response) => {
    const { isin } = request.params;
    if (!isIsin(isin)) {
      const issue = 'is not a valid ISIN (two letters, nine alphanumerics, check digit)';
      throw new Problem('invalid_request', `${isin} ${issue}.`, [{ path: '/isin', issue }]);
    }
    const answer: Prices = acceptedOf(viewPrices(world, isin, driver.nowMs()));
    sendJson(request, response, 200, answer);
  });
}

/** The answer is made before `instant` mode runs on, so it shows the state the command left. */
function answerCommand(
  service: FormBRouteDependencies,
  request: Request,
  response: Response,
  status: number,
  body: unknown,
): void {
  sendJson(request, response, status, body);
  service.driver.afterCommand();
}
