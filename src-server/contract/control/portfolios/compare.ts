/** API schemas of `POST /sim/compare`: one portfolio planned under several settings at one instant (decision L). */

import { z } from 'zod';
import { VARIANT_OUTCOMES } from '../../../domain/plan/plan-choices.ts';
import { at, count, currencyText, isinText, portfolioId, real, text } from '../../fields/described.ts';
import { money } from '../../fields/fields.ts';
import { startRebalanceA } from '../../service/form-a.ts';
import { costs, createPlanBody, createPortfolioBBody, warning } from '../../service/form-b.ts';
import { constraintEffectWire } from './constraints.ts';
import { saleTaxes, taxCover } from './sale-taxes.ts';

/** Maximum number of variants in a comparison. */
const MAX_VARIANTS = 20;

const variant = createPlanBody
  .omit({ portfolio_id: true, simulation: true })
  .extend({
    name: z.string().min(1).max(80).optional().describe('Name of the variant; "1", "2", … by default.'),
    tax_method: startRebalanceA.shape.tax_method.describe('Form A only: lot method for sells.'),
    gains_tax_budget: money
      .optional()
      .describe(
        'Maximum estimated tax on the gains of the sells of this variant, in base currency; no limit if left out. ' +
          'A `gains_tax_budget` among the constraints of the portfolio applies as well: the lower one counts. ' +
          'No effect where gains are not taxed.',
      ),
  })
  .meta({ id: 'PlanVariant', description: 'Settings of a plan.' });

export const comparePlansBody = z
  .strictObject({
    portfolio_id: z.string().min(1).describe('Identifier of the portfolio, of either form.'),
    targets: createPortfolioBBody.shape.targets.optional().describe("Targets to use in place of the portfolio's own."),
    variants: z.array(variant).min(1).max(MAX_VARIANTS).describe('Variants of settings to compare.'),
  })
  .meta({ id: 'ComparePlans', description: 'A portfolio and the settings to compare plans under.' });

export const comparison = z
  .strictObject({
    portfolio_id: portfolioId,
    as_of: at('Time at which the plans were made.'),
    currency: currencyText,
    total_value: real('Value of positions and cash in base currency, to which shares and costs refer.'),
    max_drift: z.number().describe('Current largest absolute drift of a position.'),
    portfolio_drift: z.number().describe('Current portfolio drift: half the sum of all absolute drifts.'),
    variants: z
      .array(
        z
          .strictObject({
            name: text('Name of the variant.'),
            outcome: z
              .enum(VARIANT_OUTCOMES)
              .describe(
                'Outcome of the variant. `below_threshold`: the drift is inside the band, so nothing is done. ' +
                  '`constrained`: the constraints leave nothing to trade.',
              ),
            orders: count('Number of orders.'),
            turnover: z.number().describe('Value of all orders as a share of the portfolio value.'),
            costs,
            max_drift_after: real('Largest remaining absolute drift of a position.'),
            portfolio_drift_after: real('Remaining portfolio drift: half the sum of all absolute drifts.'),
            positions_after: z
              .array(
                z
                  .strictObject({
                    isin: isinText,
                    target_weight: real('Target weight, 0 to 1.'),
                    drift: z.number().describe('Remaining drift: weight minus target weight.'),
                  })
                  .meta({ id: 'DriftLeft', description: 'Remaining drift of a position after a plan.' }),
              )
              .describe('Remaining drift, by position.'),
            cash_after: real('Cash after the plan, in base currency.'),
            gains_tax_budget: real(
              'Gains tax budget of the plan, in base currency: the lower one of the variant and the constraints of the ' +
                'portfolio; null if neither has one.',
            ).nullable(),
            tax_estimate: real(
              'Estimated tax on the gains of its sells, in base currency; not part of the costs. Never above `gains_tax_budget`.',
            ),
            sale_taxes: saleTaxes.describe('The same tax, sell by sell, with the lots used.'),
            tax_cover: taxCover.describe('Gains tax due, compared with the cash after the plan.'),
            on_frontier: z
              .boolean()
              .describe('Whether it is on the frontier: no other variant leaves as little drift at as little cost.'),
            constraints: constraintEffectWire
              .nullable()
              .describe('Effect of the constraints; null if none are set or the drift is inside the band.'),
            warnings: z.array(warning).describe('What is missing from the plan, and why.'),
          })
          .meta({ id: 'ComparedVariant', description: 'A variant and its outcome.' }),
      )
      .describe('Variants, in the order in which they were given.'),
    frontier: z
      .array(
        z.strictObject({
          name: text('Name of the variant.'),
          total_bps: real('Cost in basis points of the portfolio value.'),
          portfolio_drift_after: real('Remaining portfolio drift: half the sum of all absolute drifts.'),
        }),
      )
      .describe('Variants on the frontier, cheapest first.'),
  })
  .meta({ id: 'Comparison', description: 'Costs and remaining drift of each variant.' });
export type Comparison = z.infer<typeof comparison>;
