/** `/sim/rebalances` and `/sim/compare`: rebalances, their plans, and comparisons of plans. */

import type { planOperations } from '../../../contract/control/portfolios/plan-operations.ts';
import type { RebalanceView } from '../../../contract/control/portfolios/portfolios.ts';
import type { rebalanceOperations } from '../../../contract/control/portfolios/rebalance-operations.ts';
import { invariant } from '../../../domain/invariant.ts';
import { fromMicro, fromMinor, toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { measureDrift } from '../../../domain/valuation/drift.ts';
import { actOnOrder, type OrderActionRequest } from '../../../engine/commands/rebalances/act-on-order.ts';
import { cancelOpenOrders } from '../../../engine/commands/rebalances/cancel-open-orders.ts';
import { previewRebalanceA, releaseReservedPlans } from '../../../engine/commands/rebalances/preview-rebalance-a.ts';
import { accepted, mapOutcome, refused } from '../../../engine/outcome.ts';
import { comparePlans } from '../../../engine/planning/compare-plans.ts';
import { findPlanChanges } from '../../../engine/planning/find-plan-changes.ts';
import {
  catchUpLog,
  collectPortfolioHistory,
  type HistoryContext,
} from '../../../scenario/ledger/portfolio-history.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { breatheFor } from '../../http/waited-for.ts';
import { readableTargetFaults } from '../../service/form-a-handlers.ts';
import type { HandlersFor } from '../../services.ts';
import { viewComparison } from '../../views/portfolios/view-comparison.ts';
import { viewPlanChanges } from '../../views/portfolios/view-plan-changes.ts';
import { listRebalances, viewRebalance } from '../../views/portfolios/view-portfolios.ts';
import { viewDrift } from '../../views/service/view-drift.ts';

export const rebalanceHandlers: HandlersFor<typeof rebalanceOperations, 'world' | 'portfolioLog' | 'after'> = {
  listRebalances({ world, query: { portfolio_id: portfolioId, limit, cursor } }) {
    if (cursor !== undefined && world.rebalances.find(cursor) === null) return goneCursor();
    const found = world.rebalances.list({ portfolioId, beforeId: cursor, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ rebalanceId }) => rebalanceId);
    return accepted({ ...listRebalances(world, rows), next });
  },

  async viewRebalance({ world, portfolioLog: log, after, params: { id }, client }) {
    const history = { world, log, breathe: breatheFor(client, { after }) };
    const view = viewRebalance(world, id, await measureResult(history, id));
    return view === null ? refused('not_found', `There is no rebalance ${id}.`) : accepted(view);
  },

  cancelOpenOrders: ({ world, params }) =>
    mapOutcome(cancelOpenOrders(world, params.id), ({ rebalanceId }) => {
      const view = viewRebalance(world, rebalanceId);
      invariant(view !== null, 'a rebalance does not vanish');
      return view;
    }),

  actOnOrder({ world, params, body, nowMs }) {
    const request: OrderActionRequest = {
      action: body.action,
      quantityMicro: 'quantity' in body ? toMicro(body.quantity) : null,
      priceMicro: 'price' in body && body.price !== undefined ? toMicro(body.price) : null,
      reason: 'reason' in body ? (body.reason ?? null) : null,
    };
    return mapOutcome(actOnOrder(world, params.id, request), ({ order, quantityMicro, priceMicro }) => ({
      order_id: order.orderId,
      rebalance_id: order.rebalanceId,
      exchange: order.mic,
      action: body.action,
      quantity: quantityMicro === null ? null : fromMicro(quantityMicro),
      price: priceMicro === null ? null : fromMicro(priceMicro),
      at: formatInstant(nowMs),
    }));
  },

  comparePlans: ({ world, body, nowMs }) => mapOutcome(comparePlans(world, body, nowMs), viewComparison),
};

/**
 * Measures the result of an executed rebalance when it became final (decision L83): the portfolio of the event log at
 * that instant, compared with the targets of the plan. `null` before, and if nothing was executed.
 */
async function measureResult(history: HistoryContext, rebalanceId: string): Promise<RebalanceView['measured']> {
  const rebalance = history.world.rebalances.find(rebalanceId);
  if (rebalance === null || rebalance.executedMs === null || rebalance.completedMs === null) return null;
  const { portfolioId, completedMs, plan } = rebalance;
  await catchUpLog(history);
  const entries = history.log.entriesOf(portfolioId);
  const [point] = await collectPortfolioHistory(history, { portfolioId, entries }, [completedMs]);
  if (point === undefined) return null;
  const targets = plan.driftBefore.positions.map(({ isin, targetWeight: weight }) => ({ isin, weight }));
  return { cash: fromMinor(point.values.cashMinor), drift: viewDrift(measureDrift(point.values, targets), []) };
}

/** Dry runs of Form A, and changes since a plan was made (decisions L93, L94). */
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
