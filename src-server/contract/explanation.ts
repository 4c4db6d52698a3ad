/** Wire schema of why a plan is what it is (decision L): part of `GET /sim/rebalances/{id}`, for people and for the app. */
import { z } from 'zod';

export const SKIP_REASONS = [
  'at_target',
  'too_small',
  'uneconomic',
  'not_connected',
  'budget',
  'cash',
  'no_improvement',
] as const;

export const venueAlternative = z.strictObject({
  exchange: z.string(),
  total_cost: z.number().nullable().describe('all-in, base currency, for the value of the order; null: not available'),
  reason: z.string(),
});
export type VenueAlternativeWire = z.infer<typeof venueAlternative>;

export const orderExplanation = z.strictObject({
  sequence: z.int().describe('of the order it explains'),
  venue_text: z.string(),
  alternatives: z.array(venueAlternative).describe('cheapest first; none for a sell'),
});
export type OrderExplanationWire = z.infer<typeof orderExplanation>;

export const skippedRow = z.strictObject({
  isin: z.string(),
  reason: z.enum(SKIP_REASONS),
  text: z.string(),
});
export type SkippedRowWire = z.infer<typeof skippedRow>;

export const planExplanation = z.strictObject({
  summary: z.string().describe('one sentence with the numbers of the plan'),
  budget: z
    .strictObject({
      budget_bps: z.number(),
      binds: z.boolean().describe('without it the plan would be another one'),
      unbound_bps: z.number().describe('cost of the plan without it'),
      unbound_drift: z.number().describe('portfolio drift that the plan without it would leave'),
      drift_per_bps: z.number().nullable().describe('drift that one more basis point removes; null: not known'),
    })
    .nullable()
    .describe('null: no cost budget'),
  orders: z.array(orderExplanation),
  skipped: z.array(skippedRow).describe('rows held or targeted that have no order'),
});
export type PlanExplanationWire = z.infer<typeof planExplanation>;
