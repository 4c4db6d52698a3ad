/** Wire schemas of `POST /sim/compare`: one portfolio planned under several settings at one instant (decision L). */
import { z } from 'zod';
import { costs, createPlan, createPortfolioB, warning } from './form-b.ts';

/** The most variants of one comparison. */
export const MOST_VARIANTS = 20;

const variant = createPlan.omit({ portfolio_id: true, simulation: true }).extend({
  name: z.string().min(1).max(80).optional().describe('"1", "2", … where it is left out'),
});

export const comparePlans = z.strictObject({
  portfolio_id: z.string().min(1),
  targets: createPortfolioB.shape.targets.optional().describe("in place of the portfolio's own"),
  variants: z.array(variant).min(1).max(MOST_VARIANTS),
});

export const comparison = z.strictObject({
  portfolio_id: z.string(),
  as_of: z.string(),
  currency: z.string(),
  total_value: z.number(),
  max_drift: z.number().describe('as it is'),
  portfolio_drift: z.number().describe('as it is'),
  variants: z.array(
    z.strictObject({
      name: z.string(),
      outcome: z.enum(['plan', 'below_threshold']),
      orders: z.int(),
      turnover: z.number().describe('value of all orders as a share of the portfolio'),
      costs,
      max_drift_after: z.number(),
      portfolio_drift_after: z.number(),
      cash_after: z.number(),
      on_frontier: z.boolean().describe('no other variant leaves as little drift for as little money'),
      warnings: z.array(warning),
    }),
  ),
  frontier: z
    .array(z.strictObject({ name: z.string(), total_bps: z.number(), portfolio_drift_after: z.number() }))
    .describe('cheapest first'),
});
export type Comparison = z.infer<typeof comparison>;
