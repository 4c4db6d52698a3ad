/** `/sim/portfolios/{id}/policy`: the rules by which Ballast rebalances a portfolio automatically (decision O6). */
import type { RemovedPolicy } from '../../../contract/control/portfolios/policies.ts';
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findPolicy, removePolicy, setPolicy } from '../../../engine/commands/portfolios/manage-policy.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';
import { viewPolicy } from '../../views/portfolios/view-policy.ts';

type PolicyRows = Pick<typeof portfolioOperations, 'setPolicy' | 'getPolicy' | 'removePolicy'>;

export const policyHandlers: HandlersFor<PolicyRows, 'world'> = {
  setPolicy: ({ world, params, body }) =>
    mapOutcome(setPolicy(world, params.id, body), (policy) => viewPolicy(world, policy)),

  getPolicy: ({ world, params }) => mapOutcome(findPolicy(world, params.id), (policy) => viewPolicy(world, policy)),

  removePolicy: ({ world, params }) =>
    mapOutcome(
      removePolicy(world, params.id),
      ({ portfolioId }): RemovedPolicy => ({ portfolio_id: portfolioId, removed: true }),
    ),
};
