/**
 * Wire schema of why a plan is what it is (decision L): part of `GET /sim/rebalances/{id}`, for people and for the app.
 */
import { z } from 'zod';
import { constraintEffect } from '../control/portfolios/constraints.ts';
import { isinText, micText, real, text } from '../fields/described.ts';

export const SKIP_REASONS = [
  'at_target',
  'too_small',
  'uneconomic',
  'not_connected',
  'budget',
  'cash',
  'no_improvement',
  'constraint',
] as const;

export const venueAlternative = z
  .strictObject({
    exchange: micText,
    total_cost: z
      .number()
      .nullable()
      .describe('All-in, base currency, for the value of the order; null: not available.'),
    reason: text('Why it was not used, or what it would have cost.'),
  })
  .meta({ id: 'VenueAlternative', description: 'Another exchange that lists the instrument.' });
export type VenueAlternativeWire = z.infer<typeof venueAlternative>;

export const orderExplanation = z
  .strictObject({
    sequence: z.int().describe('Of the order it explains.'),
    venue_text: text('Why it goes to its exchange.'),
    alternatives: z.array(venueAlternative).describe('Cheapest first; none for a sell.'),
  })
  .meta({ id: 'OrderExplanation', description: 'Why an order goes where it goes.' });
export type OrderExplanationWire = z.infer<typeof orderExplanation>;

export const skippedRow = z
  .strictObject({
    isin: isinText,
    reason: z.enum(SKIP_REASONS).describe('Why it is not traded.'),
    text: text('The same as a sentence.'),
  })
  .meta({ id: 'SkippedRow', description: 'A row that is not traded.' });
export type SkippedRowWire = z.infer<typeof skippedRow>;

export const planExplanation = z
  .strictObject({
    summary: z.string().describe('One sentence with the numbers of the plan.'),
    breach: z
      .strictObject({
        isin: isinText.nullable().describe('Whose drift is beyond the band; null: that of the portfolio.'),
        drift: real('The figure compared, never negative; a relative band compares shares of the target.'),
        threshold: real('The band: 0.05 is 5 %.'),
        band_type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        trigger: z.enum(['any_position', 'portfolio']).describe('What is compared with the band.'),
        fx_overlay: z.boolean().describe('Whether drift that comes from exchange rates is left out.'),
        positions: z
          .array(
            z
              .strictObject({ isin: isinText, drift: real('Share of the portfolio.') })
              .meta({ id: 'ComparedDrift', description: 'The drift of a position that a plan looks at.' }),
          )
          .describe('The drift of every position, without what exchange rates did where the overlay is on.'),
      })
      .meta({ id: 'PlanBreach', description: 'What was beyond the band.' })
      .nullable()
      .describe('Null: planned before it was stored.'),
    budget: z
      .strictObject({
        budget_bps: real('The budget, basis points of the portfolio value.'),
        binds: z.boolean().describe('Without it the plan would be another one.'),
        unbound_bps: z.number().describe('Cost of the plan without it.'),
        unbound_drift: z.number().describe('Portfolio drift that the plan without it would leave.'),
        drift_per_bps: z.number().nullable().describe('Drift that one more basis point removes; null: not known.'),
      })
      .nullable()
      .describe('Null: no cost budget.'),
    constraints: constraintEffect.nullable().describe('Null: the portfolio had none.'),
    orders: z.array(orderExplanation).describe('One entry for each order.'),
    skipped: z.array(skippedRow).describe('Rows held or targeted that have no order.'),
  })
  .meta({ id: 'PlanExplanation', description: 'Why a plan is what it is.' });
export type PlanExplanationWire = z.infer<typeof planExplanation>;
