/** Form B of the service (specification 4.2), except creating portfolios. */
import type { formBOperations } from '../../contract/service/form-b-operations.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { deletePortfolio } from '../../engine/commands/portfolios/delete-portfolio.ts';
import { cancelPlan } from '../../engine/commands/rebalances/cancel-plan.ts';
import { createPlan } from '../../engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../engine/commands/rebalances/execute-plan.ts';
import { findPortfolioB, findRebalanceB } from '../../engine/find-owned.ts';
import { mapOutcome, refused } from '../../engine/outcome.ts';
import type { Handlers } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { viewDeleted, viewPortfolioB } from '../views/service/view-portfolio-b.ts';
import { viewPrices } from '../views/service/view-prices.ts';
import { viewPlanB, viewRebalanceB } from '../views/service/view-rebalance-b.ts';

export const formBHandlers: Handlers<typeof formBOperations, Pick<Services, 'world'>> = {
  getPortfolio: ({ world, params, client, nowMs }) =>
    mapOutcome(findPortfolioB(world, client.accountId, params.portfolio_id), (portfolio) =>
      viewPortfolioB(world, portfolio, nowMs),
    ),

  deletePortfolio: ({ world, params, client }) =>
    mapOutcome(deletePortfolio(world, client.accountId, params.portfolio_id), viewDeleted),

  createPlan: ({ world, body, client }) =>
    mapOutcome(createPlan(world, client.accountId, body), (plan) => viewPlanB(world, plan)),

  getRebalance: ({ world, params, client, nowMs }) =>
    mapOutcome(findRebalanceB(world, client.accountId, params.rebalance_id, nowMs), (rebalance) =>
      viewRebalanceB(world, rebalance),
    ),

  executePlan: ({ world, params, client }) =>
    mapOutcome(executePlan(world, client.accountId, params.rebalance_id), (rebalance) =>
      viewRebalanceB(world, rebalance),
    ),

  cancelPlan: ({ world, params, client }) =>
    mapOutcome(cancelPlan(world, client.accountId, params.rebalance_id), (rebalance) =>
      viewRebalanceB(world, rebalance),
    ),

  getPrices({ world, params: { isin }, nowMs }) {
    if (isIsin(isin)) return viewPrices(world, isin, nowMs);
    const issue = 'is not a valid ISIN (two letters, nine alphanumerics, check digit)';
    return refused('invalid_request', `${isin} ${issue}.`, [{ path: '/isin', issue }]);
  },
};
