/** `/sim/portfolios/{id}/policy`: when Ballast rebalances a portfolio by itself (decision O6). */
import type { Router } from 'express';
import {
  type PolicyWire,
  type RemovedPolicy,
  setPolicy as setPolicySchema,
} from '../../../contract/control/portfolios/policies.ts';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findPolicy, removePolicy, setPolicy } from '../../../engine/commands/portfolios/manage-policy.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewPolicy } from '../../views/portfolios/view-policy.ts';
import type { PortfolioRouteDependencies } from './portfolio-routes.ts';

export function addPolicyRoutes(router: Router, { world, driver }: PortfolioRouteDependencies): void {
  addOperation(router, portfolioOperations.setPolicy, readJson, (request, response) => {
    const terms = parseBody(request, setPolicySchema);
    driver.nowMs();
    const answer: PolicyWire = viewPolicy(world, acceptedOf(setPolicy(world, request.params.id, terms)));
    sendJson(request, response, 200, answer);
    driver.afterCommand();
  });
  addOperation(router, portfolioOperations.getPolicy, (request, response) => {
    driver.nowMs();
    const answer: PolicyWire = viewPolicy(world, acceptedOf(findPolicy(world, request.params.id)));
    sendJson(request, response, 200, answer);
  });
  addOperation(router, portfolioOperations.removePolicy, (request, response) => {
    driver.nowMs();
    const { portfolioId } = acceptedOf(removePolicy(world, request.params.id));
    const answer: RemovedPolicy = { portfolio_id: portfolioId, removed: true };
    sendJson(request, response, 200, answer);
    driver.afterCommand();
  });
}
