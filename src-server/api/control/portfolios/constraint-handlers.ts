/** `/sim/portfolios/{id}/constraints`: the constraints on every plan of a portfolio (decision O5). */
import { type PortfolioConstraints, planConstraintsOf } from '../../../contract/control/portfolios/constraints.ts';
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { constraintsData, setConstraints } from '../../../engine/commands/portfolios/set-constraints.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { PortfolioRecord } from '../../../engine/records.ts';
import type { HandlersFor } from '../../services.ts';

type ConstraintRows = Pick<typeof portfolioOperations, 'getConstraints' | 'setConstraints'>;

export const constraintHandlers: HandlersFor<ConstraintRows, 'world'> = {
  getConstraints: ({ world, params }) => mapOutcome(findAnyPortfolio(world, params.id), viewConstraints),

  setConstraints: ({ world, params, body }) =>
    mapOutcome(setConstraints(world, params.id, planConstraintsOf(body)), viewConstraints),
};

function viewConstraints({ portfolioId, currency, constraints }: PortfolioRecord): PortfolioConstraints {
  return { portfolio_id: portfolioId, currency, constraints: constraintsData(constraints) };
}
