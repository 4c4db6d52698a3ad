/** Wire schemas of `POST /sim/compare`: one portfolio planned under several settings at one instant (decision L). */
import { z } from 'zod';
import { at, count, currencyText, isinText, portfolioId, real, text } from '../../fields/described.ts';
import { startRebalanceA } from '../../service/form-a.ts';
import { costs, createPlan, createPortfolioB, warning } from '../../service/form-b.ts';
import { constraintEffect } from './constraints.ts';
import { saleTaxes } from './sale-taxes.ts';

/** The most variants of one comparison. */
export const MOST_VARIANTS = 20;

const variant = createPlan
  .omit({ portfolio_id: true, simulation: true })
  .extend({
    name: z.string().min(1).max(80).optional().describe('Name; "1", "2", … where it is left out.'),
    tax_method: startRebalanceA.shape.tax_method.describe('Of Form A alone: which tax lots its sells use.'),
  })
  .meta({ id: 'PlanVariant', description: 'Settings of a plan.' });

export const comparePlans = z
  .strictObject({
    portfolio_id: z.string().min(1).describe('Portfolio of either form.'),
    targets: createPortfolioB.shape.targets.optional().describe("In place of the portfolio's own."),
    variants: z.array(variant).min(1).max(MOST_VARIANTS).describe('Settings to compare.'),
  })
  .meta({ id: 'ComparePlans', description: 'One portfolio and the settings to plan it under.' });

export const comparison = z
  .strictObject({
    portfolio_id: portfolioId,
    as_of: at('When it was planned.'),
    currency: currencyText,
    total_value: real('Positions and cash, of which its shares and costs are; base currency.'),
    max_drift: z.number().describe('As it is.'),
    portfolio_drift: z.number().describe('As it is.'),
    variants: z
      .array(
        z
          .strictObject({
            name: text('Name of the variant.'),
            outcome: z
              .enum(['plan', 'below_threshold', 'constrained'])
              .describe(
                '`below_threshold`: inside the band, so nothing is done. `constrained`: constraints leave nothing to trade.',
              ),
            orders: count('How many.'),
            turnover: z.number().describe('Value of all orders as a share of the portfolio.'),
            costs,
            max_drift_after: real('Largest absolute drift that is left.'),
            portfolio_drift_after: real('Half the sum of all drifts that is left.'),
            positions_after: z
              .array(
                z
                  .strictObject({
                    isin: isinText,
                    target_weight: real('Share it should have, 0 to 1.'),
                    drift: z.number().describe('Weight minus target that is left.'),
                  })
                  .meta({ id: 'DriftLeft', description: 'What a plan leaves of the drift of a position.' }),
              )
              .describe('What is left, position by position.'),
            cash_after: real('Base currency.'),
            tax_estimate: real('On the gains of its sells; no part of the costs. Base currency.'),
            sale_taxes: saleTaxes.describe('The same, sell by sell, with the lots that they take.'),
            on_frontier: z.boolean().describe('No other variant leaves as little drift for as little money.'),
            constraints: constraintEffect.nullable().describe('Null: none are set, or inside the band.'),
            warnings: z.array(warning).describe('What is missing from the plan, and why.'),
          })
          .meta({ id: 'ComparedVariant', description: 'One variant and what came of it.' }),
      )
      .describe('In the order in which they were given.'),
    frontier: z
      .array(
        z.strictObject({
          name: text('Name of the variant.'),
          total_bps: real('Cost in basis points of the portfolio value.'),
          portfolio_drift_after: real('Half the sum of all drifts that is left.'),
        }),
      )
      .describe('Cheapest first.'),
  })
  .meta({ id: 'Comparison', description: 'What each variant would cost and leave.' });
export type Comparison = z.infer<typeof comparison>;
