/** `/sim` dry runs of Form A, and changes since a plan was made (decisions L93, L94). */
import type { planOperations } from '../../../contract/control/portfolios/plan-operations.ts';
import { invariant } from '../../../domain/invariant.ts';
import { previewRebalanceA, releaseReservedPlans } from '../../../engine/commands/rebalances/preview-rebalance-a.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import { findPlanChanges } from '../../../engine/planning/find-plan-changes.ts';
import { readableTargetFaults } from '../../service/form-a-handlers.ts';
import type { HandlersFor } from '../../services.ts';
import { viewPlanChanges } from '../../views/portfolios/view-plan-changes.ts';
import { viewRebalance } from '../../views/portfolios/view-portfolios.ts';

export const planHandlers: HandlersFor<typeof planOperations, 'world'> = {
  previewRebalance: {
    findMore: ({ world }, unread) => readableTargetFaults(world, unread),
    handle: ({ world, params, body }) =>
      mapOutcome(previewRebalanceA(world, params.id, body), ({ rebalanceId }) => {
        const view = viewRebalance(world, rebalanceId);
        invariant(view !== null, 'a dry run was not stored');
        return view;
      }),
  },

  releasePreview: ({ world, params }) =>
    mapOutcome(releaseReservedPlans(world, params.id), (released) => ({
      portfolio_id: params.id,
      released: [...released],
    })),

  getPlanChanges: ({ world, params, query }) =>
    mapOutcome(findPlanChanges(world, params.id, query.to), viewPlanChanges),
};
