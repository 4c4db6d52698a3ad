/**
 * API schema of the explanation of a plan (decision L): part of `GET /sim/rebalances/{id}`, for people and for the app.
 */

import { z } from 'zod';
import { SKIP_REASONS } from '../../domain/plan/plan-choices.ts';
import { constraintEffectWire } from '../control/portfolios/constraints.ts';
import { isinText, micText, real, text } from '../fields/described.ts';

const venueAlternative = z
  .strictObject({
    exchange: micText,
    total_cost: z
      .number()
      .nullable()
      .describe('All-in cost for the value of the order, base currency; null: not available.'),
    reason: text('Why it was not used, or what it would have cost.'),
  })
  .meta({ id: 'VenueAlternative', description: 'Another exchange that lists the instrument.' });

const orderExplanation = z
  .strictObject({
    sequence: z.int().describe('Sequence number of the order that it explains.'),
    venue_text: text('Why it goes to its exchange.'),
    alternatives: z.array(venueAlternative).describe('Alternatives, cheapest first; empty for a sell.'),
  })
  .meta({ id: 'OrderExplanation', description: 'Why an order is routed to its exchange.' });

const skippedRow = z
  .strictObject({
    isin: isinText,
    reason: z.enum(SKIP_REASONS).describe('Reason it is not traded.'),
    text: text('The same as a sentence.'),
  })
  .meta({ id: 'SkippedRow', description: 'A position or target that is not traded.' });
export type SkippedRowWire = z.infer<typeof skippedRow>;

export const planExplanation = z
  .strictObject({
    summary: z.string().describe('Summary of the plan in one sentence, with its numbers.'),
    breach: z
      .strictObject({
        isin: isinText
          .nullable()
          .describe('The position whose drift is outside the band; null: the portfolio drift is.'),
        drift: real('The figure compared, never negative; a relative band compares shares of the target.'),
        threshold: real('The band: 0.05 is 5 %.'),
        band_type: z
          .enum(['absolute', 'relative'])
          .describe('Whether the band is absolute or relative to the target weight.'),
        trigger: z.enum(['any_position', 'portfolio']).describe('What is compared with the band.'),
        fx_overlay: z.boolean().describe('Whether drift caused by exchange rates is ignored.'),
        positions: z
          .array(
            z
              .strictObject({ isin: isinText, drift: real('Share of the portfolio.') })
              .meta({ id: 'ComparedDrift', description: 'The drift of a position, as the plan measures it.' }),
          )
          .describe('Drift of every position; where the overlay is on, without the effect of exchange rates.'),
      })
      .meta({ id: 'PlanBreach', description: 'What was outside the band.' })
      .nullable()
      .describe('Null for plans made before this was stored.'),
    budget: z
      .strictObject({
        budget_bps: real('The budget, basis points of the portfolio value.'),
        binds: z.boolean().describe('Whether the budget changes the plan.'),
        unbound_bps: z.number().describe('Cost of the plan without the budget, in basis points.'),
        unbound_drift: z.number().describe('Portfolio drift that the plan would leave without the budget.'),
        drift_per_bps: z
          .number()
          .nullable()
          .describe(
            'Portfolio drift that the plan under one more basis point would remove; null if the budget does not bind.',
          ),
      })
      .nullable()
      .describe('Effect of the cost budget; null: the plan has none.'),
    constraints: constraintEffectWire.nullable().describe('Effect of the constraints; null: the portfolio had none.'),
    orders: z.array(orderExplanation).describe('One entry for each order.'),
    skipped: z.array(skippedRow).describe('Positions and targets without an order.'),
  })
  .meta({ id: 'PlanExplanation', description: 'The explanation of a plan.' });
export type PlanExplanationWire = z.infer<typeof planExplanation>;
