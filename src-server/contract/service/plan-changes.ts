/** API schemas of dry runs of Form A and of the changes since a plan was made (decisions L93, L94). */

import { z } from 'zod';
import { ORDER_CHANGES, OTHER_PLAN_OUTCOMES } from '../../domain/plan/plan-choices.ts';
import { at, currencyText, isinText, micText, portfolioId, real, rebalanceId } from '../fields/described.ts';
import { startRebalanceA } from './form-a.ts';

/** `POST /sim/portfolios/{id}/rebalance-preview`: the fields of Form A's request. */
export const previewRebalance = startRebalanceA
  .extend({
    idempotency_key: startRebalanceA.shape.idempotency_key.describe(
      'Idempotency key under which the plan is held; the request with this key executes exactly this plan. Without a key, the plan is only a preview.',
    ),
  })
  .meta({ id: 'PreviewRebalance', description: 'Target weights and settings, as a request of Form A has them.' });

/** `DELETE /sim/portfolios/{id}/rebalance-preview`. */
export const releasedPlans = z
  .strictObject({
    portfolio_id: portfolioId,
    released: z.array(rebalanceId).describe('Dry runs that no request will execute any more.'),
  })
  .meta({ id: 'ReleasedPlans', description: 'The plan held for a portfolio.' });

export const planChangesQuery = z.strictObject({
  to: z
    .string()
    .min(1)
    .optional()
    .describe('Another plan of the portfolio; if left out, the plan that would be made now.'),
});

const comparedOrder = z
  .strictObject({
    exchange: micText,
    currency: currencyText,
    quantity: real('Shares to trade.'),
    estimated_price: real('Mid when it was planned, in its currency.'),
    estimated_value: real('Value at that mid; base currency.'),
    estimated_cost: real('Base currency.'),
  })
  .meta({ id: 'ComparedOrder', description: 'The compared figures of an order.' });

export const planChangesWire = z
  .strictObject({
    rebalance_id: rebalanceId,
    planned_at: at('When it was planned.'),
    held: z.boolean().describe('Whether a request of Form A will execute exactly this plan.'),
    other_rebalance_id: rebalanceId.nullable().describe('The other plan; null: the plan that would be made now.'),
    as_of: at('When the other one was planned.'),
    outcome: z
      .enum(OTHER_PLAN_OUTCOMES)
      .describe('`below_threshold`: inside the band by now; `none`: no plan can be made.'),
    obstacle: z.string().nullable().describe('Reason it could not be executed now; null if it could.'),
    differs: z.boolean().describe('Whether anything differs.'),
    beyond_tolerance: z.boolean().describe('Whether any order, or the total cost, differs by more than the tolerance.'),
    tolerance: z
      .strictObject({
        price: real('Largest change of a price, as a share of the price.'),
        quantity: real(
          'Largest change of what an order trades, as a share of the portfolio: 0.001, or the two largest lots if they are more.',
        ),
        cost_bps: real('Largest change of the cost of all orders, in basis points of the portfolio.'),
      })
      .describe(
        'Tolerance. An order that was added or removed differs by its whole value; a different exchange alone is within the tolerance.',
      ),
    cost: z
      .strictObject({
        before: real('Estimated cost of all orders; base currency.'),
        after: real('Estimated cost of all orders; base currency.'),
        beyond_tolerance: z.boolean().describe('Whether it changed by more than the tolerance.'),
      })
      .describe('Costs of both plans.'),
    orders: z
      .array(
        z
          .strictObject({
            change: z.enum(ORDER_CHANGES).describe('How the order changed.'),
            side: z.enum(['buy', 'sell']).describe('Side of both orders.'),
            isin: isinText,
            beyond_tolerance: z.boolean().describe('Whether it changed by more than the tolerance.'),
            before: comparedOrder.nullable().describe('Order of the first plan; null: it was added.'),
            after: comparedOrder.nullable().describe('Order of the other plan; null: it was removed.'),
          })
          .meta({
            id: 'OrderChange',
            description: 'An order of one plan and its counterpart in the other.',
          }),
      )
      .describe('Orders of the first plan, then those that the other adds.'),
  })
  .meta({ id: 'PlanChanges', description: 'Differences between two plans of a portfolio, order by order.' });
export type PlanChangesWire = z.infer<typeof planChangesWire>;
