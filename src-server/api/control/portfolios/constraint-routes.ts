/** `/sim/portfolios/{id}/constraints`: what every plan of a portfolio keeps (decision O5). */
import type { Router } from 'express';
import {
  type PortfolioConstraints,
  planConstraintsOf,
  setConstraints as setConstraintsSchema,
} from '../../../contract/control/portfolios/constraints.ts';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { constraintsData, setConstraints } from '../../../engine/commands/portfolios/set-constraints.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import type { PortfolioRecord } from '../../../engine/records.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import type { PortfolioRouteDependencies } from './portfolio-routes.ts';

export function addConstraintRoutes(router: Router, { world, driver }: PortfolioRouteDependencies): void {
  addOperation(router, portfolioOperations.getConstraints, (request, response) => {
    sendJson(request, response, 200, viewConstraints(acceptedOf(findAnyPortfolio(world, request.params.id))));
  });
  addOperation(router, portfolioOperations.setConstraints, readJson, (request, response) => {
    const constraints = planConstraintsOf(parseBody(request, setConstraintsSchema));
    driver.nowMs();
    const portfolio = acceptedOf(setConstraints(world, String(request.params.id), constraints));
    sendJson(request, response, 200, viewConstraints(portfolio));
    driver.afterCommand();
  });
}

function viewConstraints({ portfolioId, currency, constraints }: PortfolioRecord): PortfolioConstraints {
  return { portfolio_id: portfolioId, currency, constraints: constraintsData(constraints) };
}
