/** `/sim` dry runs of Form A, and what has changed since a plan was made (decisions L93, L94). */

import type { Router } from 'express';
import { planOperations } from '../../../contract/control/portfolios/plan-operations.ts';
import type { RebalanceView } from '../../../contract/control/portfolios/portfolios.ts';
import { planChangesQuery, previewRebalance, type ReleasedPlans } from '../../../contract/service/plan-changes.ts';
import { previewRebalanceA, releaseHeldPlans } from '../../../engine/commands/rebalances/preview-rebalance-a.ts';
import { findPlanChanges } from '../../../engine/planning/find-plan-changes.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { readableTargetFaults } from '../../service/form-a-routes.ts';
import { viewPlanChanges } from '../../views/portfolios/view-plan-changes.ts';
import { viewRebalance } from '../../views/portfolios/view-portfolios.ts';

export interface PlanRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addPlanRoutes(router: Router, { world, driver }: PlanRouteDependencies): void {
  addOperation(router, planOperations.previewRebalance, readJson, (request, response) => {
    driver.nowMs();
    const body = parseBody(request, previewRebalance, readableTargetFaults(world));
    const { rebalanceId } = acceptedOf(previewRebalanceA(world, String(request.params.id), body));
    const answer: RebalanceView | null = viewRebalance(world, rebalanceId);
    sendJson(request, response, 201, answer);
  });
  addOperation(router, planOperations.releasePreview, (request, response) => {
    driver.nowMs();
    const portfolioId = String(request.params.id);
    const released = acceptedOf(releaseHeldPlans(world, portfolioId));
    const answer: ReleasedPlans = { portfolio_id: portfolioId, released: [...released] };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, planOperations.getPlanChanges, (request, response) => {
    const { to } = parseQuery(request, planChangesQuery);
    driver.nowMs();
    const changes = acceptedOf(findPlanChanges(world, request.params.id, to));
    sendJson(request, response, 200, viewPlanChanges(changes));
  });
}
