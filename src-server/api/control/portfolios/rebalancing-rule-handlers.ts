/**
 * The standing rules by which a portfolio is rebalanced, below `/sim/portfolios/{id}`: the constraints on its plans
 * (decision O5) and the policy by which Ballast rebalances it automatically (decision O6).
 */
import { type PortfolioConstraints, planConstraintsOf } from '../../../contract/control/portfolios/constraints.ts';
import type { RemovedPolicy } from '../../../contract/control/portfolios/policies.ts';
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findPolicy, removePolicy, setPolicy } from '../../../engine/commands/portfolios/manage-policy.ts';
import { constraintsData, setConstraints } from '../../../engine/commands/portfolios/set-constraints.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { PortfolioRecord } from '../../../engine/records.ts';
import type { HandlersFor } from '../../services.ts';
import { viewPolicy } from '../../views/portfolios/view-policy.ts';

type RuleRows = Pick<
  typeof portfolioOperations,
  'getConstraints' | 'setConstraints' | 'setPolicy' | 'getPolicy' | 'removePolicy'
>;

export const rebalancingRuleHandlers: HandlersFor<RuleRows, 'world'> = {
  getConstraints: ({ world, params }) => mapOutcome(findAnyPortfolio(world, params.id), viewConstraints),

  setConstraints: ({ world, params, body }) =>
    mapOutcome(setConstraints(world, params.id, planConstraintsOf(body)), viewConstraints),

  setPolicy: ({ world, params, body }) =>
    mapOutcome(setPolicy(world, params.id, body), (policy) => viewPolicy(world, policy)),

  getPolicy: ({ world, params }) => mapOutcome(findPolicy(world, params.id), (policy) => viewPolicy(world, policy)),

  removePolicy: ({ world, params }) =>
    mapOutcome(
      removePolicy(world, params.id),
      ({ portfolioId }): RemovedPolicy => ({ portfolio_id: portfolioId, removed: true }),
    ),
};

function viewConstraints({ portfolioId, currency, constraints }: PortfolioRecord): PortfolioConstraints {
  return { portfolio_id: portfolioId, currency, constraints: constraintsData(constraints) };
}
